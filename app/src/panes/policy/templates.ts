/** The template of a policy: a role, and a binding that grants it. */
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

/** The template of stored objects: a pod on a node, with a secret that it mounts. */
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

/** The template of a stored object: a pod, with labels and a condition. */
export const STORED_OBJECT_BEGINNING = `apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: default
  labels:
    app: web
spec:
  containers:
  - name: web
    image: nginx
status:
  conditions:
  - type: Ready
    status: "True"
`

/** The template of changes by webhooks: a JSON patch, as webhooks answer it. */
export const WEBHOOK_CHANGES_BEGINNING = `- op: add
  path: /metadata/annotations
  value:
    mesh.example.com/injected: "yes"
`

/** The template of a schema: a custom resource with a field that the ordinary verb does not cover. */
export const SCHEMA_BEGINNING = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    plural: widgets
    kind: Widget
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-permission-verb: specification
            properties:
              privileged:
                type: boolean
                x-kubernetes-permission-verb: privilege
                x-kubernetes-permission-excluded: true
`

/** The template of a webhook’s table: one review that it denies, and no opinion on any other. */
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
