/** How many objects of each kind the cluster has whose policy the limits are about. */
const COUNTS = { ClusterRole: 721, Role: 1374, ClusterRoleBinding: 676, RoleBinding: 4491 } as const
const NAMESPACES = 300

/** A policy of a large cluster's size, some 3 MB of block-style YAML as `kubectl get -o yaml` prints it. */
export function clusterPolicy(): string {
  const { ClusterRole, Role, ClusterRoleBinding, RoleBinding } = COUNTS
  return [
    ...each(ClusterRole, (i) => object('ClusterRole', `cluster-role-${i}`, undefined, rules(i))),
    ...each(Role, (i) => object('Role', `role-${i}`, i, rules(i))),
    ...each(ClusterRoleBinding, (i) =>
      object('ClusterRoleBinding', `binding-${i}`, undefined, binding('ClusterRole', `cluster-role-${i}`, i)),
    ),
    ...each(RoleBinding, (i) =>
      object('RoleBinding', `binding-${i}`, i % Role, binding('Role', `role-${i % Role}`, i)),
    ),
  ].join('---\n')
}

/** Somebody who is bound once by a RoleBinding, in this namespace, to a role with a rule for `pods`. */
export const BOUND = { username: 'user-7', namespace: namespaceOf(7) } as const

function each(count: number, make: (index: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function namespaceOf(index: number): string {
  return `namespace-${index % NAMESPACES}`
}

function object(kind: keyof typeof COUNTS, name: string, namespace: number | undefined, rest: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata:
  annotations:
    meta.helm.sh/release-name: release
  labels:
    app.kubernetes.io/managed-by: Helm
    app.kubernetes.io/name: application
  name: ${name}
${namespace === undefined ? '' : `  namespace: ${namespaceOf(namespace)}\n`}${rest}`
}

function rules(index: number): string {
  return `rules:
- apiGroups:
  - ""
  resources:
  - pods
  - kind-${index}
  verbs:
  - get
  - list
- apiGroups:
  - apps
  resources:
  - deployments
  verbs:
  - get
`
}

function binding(kind: string, role: string, index: number): string {
  return `roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ${kind}
  name: ${role}
subjects:
- apiGroup: rbac.authorization.k8s.io
  kind: User
  name: user-${kind === 'Role' ? index : `cluster-${index}`}
- kind: ServiceAccount
  name: account-${index}
  namespace: ${namespaceOf(index)}
`
}
