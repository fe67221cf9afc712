/** What an empty policy can be begun with: a role, and a binding that grants it. */
export const POLICY_BEGINNING = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: pod-reader
rules:
- apiGroups: [""]
  resources: ["pods"]
  verbs: ["get", "list", "watch"]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: pod-readers
  namespace: default
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: pod-reader
subjects:
- apiGroup: rbac.authorization.k8s.io
  kind: User
  name: jane
`

/** What no stored objects can be begun with: a pod on a node, with a secret that it mounts. */
export const OBJECTS_BEGINNING = `apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: default
spec:
  nodeName: node-1
  serviceAccountName: web
  containers:
  - name: web
    image: nginx
    volumeMounts:
    - name: tls
      mountPath: /tls
  volumes:
  - name: tls
    secret:
      secretName: web-tls
`

/** What a webhook’s table can be begun with: one review that it denies, and no opinion on any other. */
export const WEBHOOK_BEGINNING = `# The first entry that matches a review answers it: Allow, Deny, NoOpinion or Error.
# What an entry leaves out may be anything.
- match:
    user: jane
    resourceAttributes:
      verb: list
      resource: pods
  answer: Deny
  reason: jane lists no pods
- match: {}
  answer: NoOpinion
`
