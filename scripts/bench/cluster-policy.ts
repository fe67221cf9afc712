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

/**
 * Bindings that make paths to cluster-admin long: in each namespace a user who may create pods, and a service account that may
 * bind roles in the next namespace. The accounts of the last namespace have every right.
 */
export function riskyPolicy(): string {
  const last = `{kind: Group, name: 'system:serviceaccounts:${namespaceOf(NAMESPACES - 1)}'}`
  const rbac = '[rbac.authorization.k8s.io]'
  return [
    object('ClusterRole', 'creates-pods', undefined, rule('[""]', '[pods]', '[create]')),
    object('ClusterRole', 'binds', undefined, rule(rbac, '[rolebindings, clusterroles]', '[create, bind]')),
    object('ClusterRole', 'everything', undefined, rule('["*"]', '["*"]', '["*"]')),
    ...each(NAMESPACES, (i) =>
      object('RoleBinding', `pods-${i}`, i, toRole('creates-pods', `{kind: User, name: developer-${i}}`)),
    ),
    ...each(NAMESPACES - 1, (i) => {
      const deployer = `{kind: ServiceAccount, name: deployer, namespace: ${namespaceOf(i)}}`
      return object('RoleBinding', `binds-${i}`, i + 1, toRole('binds', deployer))
    }),
    object('ClusterRoleBinding', 'everything', undefined, toRole('everything', last)),
  ].join('---\n')
}

/** The user of a RoleBinding of {@link clusterPolicy}, and the namespace in which it may list pods. */
export function userOfRoleBinding(index: number): { readonly username: string; readonly namespace: string } {
  const binding = index % COUNTS.RoleBinding
  return { username: `user-${binding}`, namespace: namespaceOf(binding % COUNTS.Role) }
}

/** A list of one rule, in flow style. */
export function rule(apiGroups: string, resources: string, verbs: string): string {
  return `rules:\n- {apiGroups: ${apiGroups}, resources: ${resources}, verbs: ${verbs}}\n`
}

/** The end of a binding: to a ClusterRole, and one subject. */
export function toRole(name: string, subject: string): string {
  return `roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${name}}\nsubjects:\n- ${subject}\n`
}

function each(count: number, make: (index: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** The name of a namespace; there are {@link NAMESPACES}. */
export function namespaceOf(index: number): string {
  return `namespace-${index % NAMESPACES}`
}

/** An object with labels and annotations, as a cluster prints it. Without `namespace` it is in none. */
export function object(kind: keyof typeof COUNTS, name: string, namespace: number | undefined, rest: string): string {
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
