import type { KubeObject } from './draft.ts'

export interface RuleObject {
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
  readonly verbs: readonly string[]
}

export interface SubjectObject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount'
  readonly name: string
  readonly namespace?: string
}

const GROUP = 'rbac.authorization.k8s.io'
const API_VERSION = `${GROUP}/v1`

/** A ClusterRole, or with a namespace a Role. */
export function roleObject(
  name: string,
  rules: readonly RuleObject[],
  { namespace, labels, selectors }: RoleOptions = {},
): KubeObject {
  return {
    apiVersion: API_VERSION,
    kind: namespace === undefined ? 'ClusterRole' : 'Role',
    metadata: { name, ...(namespace !== undefined && { namespace }), ...(labels && { labels }) },
    ...(selectors && { aggregationRule: { clusterRoleSelectors: selectors } }),
    ...(rules.length > 0 && { rules: rules.map((rule) => ({ ...rule })) }),
  }
}

export interface RoleOptions {
  readonly namespace?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly selectors?: readonly KubeObject[]
}

/** A ClusterRoleBinding, or with a namespace a RoleBinding. */
export function bindingObject(
  name: string,
  roleRef: { readonly kind: 'ClusterRole' | 'Role'; readonly name: string },
  subjects: readonly SubjectObject[],
  namespace?: string,
): KubeObject {
  return {
    apiVersion: API_VERSION,
    kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    roleRef: { apiGroup: GROUP, ...roleRef },
    subjects: subjects.map((subject) =>
      subject.kind === 'ServiceAccount' ? { ...subject } : { ...subject, apiGroup: GROUP },
    ),
  }
}
