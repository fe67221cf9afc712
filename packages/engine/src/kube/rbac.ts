import type { Span } from '../text/index.ts'

/** The API group of roles and bindings. */
export const RBAC_GROUP = 'rbac.authorization.k8s.io'

/** User-facing ClusterRoles that every cluster has from the start (Go: `bootstrappolicy`). */
export const ROLES_FOR_PEOPLE: ReadonlySet<string> = new Set(['cluster-admin', 'admin', 'edit', 'view'])

/** One rule of a role (Go: `rbacv1.PolicyRule`). Lists keep the order of the document. */
export interface PolicyRule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames: readonly string[]
  readonly nonResourceURLs: readonly string[]
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

/** A subject of a binding. */
export interface Subject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount'
  readonly name: string
  /** ServiceAccount subjects only; empty where the document omits it. */
  readonly namespace: string
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
