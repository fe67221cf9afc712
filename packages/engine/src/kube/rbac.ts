import type { Span } from '../text/index.ts'

/** The API group of roles and bindings. */
export const RBAC_GROUP = 'rbac.authorization.k8s.io'

/**
 * The command that prints every object that RBAC reads. The kinds have full names, because OpenShift has kinds of the same
 * names in a group of its own, which kubectl would choose.
 */
export const EXPORT_COMMAND = `kubectl get ${['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map((kind) => `${kind}.${RBAC_GROUP}`).join()} -A -o yaml`

/** User-facing ClusterRoles that every cluster has from the start (Go: `bootstrappolicy`). */
export const ROLES_FOR_PEOPLE: ReadonlySet<string> = new Set(['cluster-admin', 'admin', 'edit', 'view'])

/** What a rule of a role lists (Go: `rbacv1.PolicyRule`), without its place in a text. */
export interface Rule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  /** `resource`, or `resource/subresource`. */
  readonly resources: readonly string[]
  /** An empty list is every name, and requests without a name. */
  readonly resourceNames: readonly string[]
  readonly nonResourceURLs: readonly string[]
}

/** A list of a rule. */
export type RuleList = keyof Rule

/** The lists of a rule, in the order in which Go prints and compares them. */
export const RULE_LISTS: readonly RuleList[] = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs']

/** A rule that is written in a role. Lists keep the order of the document. */
export interface PolicyRule extends Rule {
  /** The whole rule, from its first key to its last value. */
  readonly span: Span
}

/** A label selector of an aggregation rule. */
export interface LabelSelector {
  readonly matchLabels: ReadonlyMap<string, string>
  readonly matchExpressions: readonly {
    readonly key: string
    readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
    readonly values: readonly string[]
  }[]
}

/** A Role, or a ClusterRole. */
export interface Role {
  readonly kind: 'Role' | 'ClusterRole'
  readonly name: string
  /** Empty for a ClusterRole; `default` where a Role omits it. */
  readonly namespace: string
  readonly labels: ReadonlyMap<string, string>
  readonly rules: readonly PolicyRule[]
  /** ClusterRoles only: the selectors of the roles whose rules the controller aggregates. */
  readonly aggregationRule?: { readonly clusterRoleSelectors: readonly LabelSelector[]; readonly span: Span }
  readonly span: Span
  readonly nameSpan: Span
}

/** The name of a subject of bindings, without its place in a text. */
export interface SubjectName {
  readonly kind: 'User' | 'Group' | 'ServiceAccount'
  readonly name: string
  /** Of a service account. Empty for users and groups, and where a document omits it. */
  readonly namespace: string
}

/** A subject that is written in a binding. */
export interface Subject extends SubjectName {
  readonly span: Span
}

/** The role that a binding grants. */
export interface RoleRef {
  readonly kind: 'Role' | 'ClusterRole'
  readonly name: string
  readonly span: Span
}

/** A RoleBinding, or a ClusterRoleBinding. */
export interface Binding {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding'
  readonly name: string
  /** Empty for a ClusterRoleBinding; `default` where a RoleBinding omits it. */
  readonly namespace: string
  readonly roleRef: RoleRef
  readonly subjects: readonly Subject[]
  readonly span: Span
  readonly nameSpan: Span
}

/** What says which role a binding grants. */
export interface RoleBound {
  readonly roleRef: Pick<RoleRef, 'kind' | 'name'>
  /** Of the binding: a RoleBinding to a Role grants that of its own namespace. */
  readonly namespace: string
}

/** The name of the role that a binding grants, which may not exist. */
export function roleNamed({
  roleRef: { kind, name },
  namespace,
}: RoleBound): Pick<Role, 'kind' | 'namespace' | 'name'> {
  return { kind, namespace: kind === 'Role' ? namespace : '', name }
}
