import type { Evidence, PolicyRule, UserInfo } from '../kube/index.ts'
import type { SourceRange } from '../text/index.ts'

/** A rule with what it allows and without where it stands. */
export type RuleParts = Pick<PolicyRule, 'verbs' | 'apiGroups' | 'resources' | 'resourceNames' | 'nonResourceURLs'>

/** One of the rules that a role is taken apart into: one verb, and one resource with at most one name, or one URL. */
export interface GrantedRule {
  readonly rule: RuleParts
  /** Where the rule stands that it is a part of: in the request, or in the role that a binding names. */
  readonly range?: SourceRange
  /** The rule that the user holds and that covers it. */
  readonly coveredBy?: Evidence
  /** Not written anywhere: whoever sets an aggregation rule must hold everything. */
  readonly forAggregation?: true
}

/** Why nothing has to be covered: the user may do it all the same, or nothing is granted. */
export type Waiver = 'system:masters' | 'escalate' | 'bind' | 'only-garbage-collection'

/** What a role or binding that is written would grant, and which of it the user holds. */
export interface Grant {
  /** What the request writes. */
  readonly kind: 'Role' | 'ClusterRole' | 'RoleBinding' | 'ClusterRoleBinding'
  readonly name: string
  /** Where the user must hold it: empty for the whole cluster. */
  readonly namespace: string
  readonly user: UserInfo
  /** Of a binding: the role that it names. */
  readonly roleRef?: { readonly kind: string; readonly name: string; readonly range?: SourceRange }
  /**
   * Taken apart as the API server does; in order. Of very many only the first are listed: first those that are not held,
   * then those that are.
   */
  readonly rules: readonly GrantedRule[]
  /** How many more there are than `rules` lists. Absent where it lists all. */
  readonly unlisted?: { readonly missing: number; readonly held: number }
  /** Then no rule was looked up. */
  readonly waived?: Waiver
}

/** How many rules a grant has, and how many of them are not held, listed or not. */
export function grantedCount({ rules, unlisted = { missing: 0, held: 0 } }: Pick<Grant, 'rules' | 'unlisted'>): {
  readonly rules: number
  readonly missing: number
} {
  const missing = rules.filter(({ coveredBy }) => coveredBy === undefined).length
  return { rules: rules.length + unlisted.missing + unlisted.held, missing: missing + unlisted.missing }
}

/** What an object that is sent says of itself; empty where it says nothing. The audit event takes it over. */
export type SentNames = Readonly<Record<'name' | 'namespace' | 'uid' | 'resourceVersion', string>>
