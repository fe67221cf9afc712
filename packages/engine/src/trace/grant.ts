import type { Evidence, Rule, UserInfo } from '../kube/index.ts'
import type { SourceRange } from '../text/index.ts'

/**
 * One of the simple rules into which the API server splits a role: one verb, and one resource with at most one name, or one
 * URL.
 */
export interface GrantedRule {
  readonly rule: Rule
  /** The place of the rule that it is a part of: in the request, or in the role that a binding names. */
  readonly range?: SourceRange
  /** The rule that the user holds and that covers it. */
  readonly coveredBy?: Evidence
  /** Not in any text: a user who sets an aggregation rule must hold every permission. */
  readonly forAggregation?: true
}

/** The reason why no rule has to be covered: the user is allowed anyway, or nothing is granted. */
export type Waiver = 'system:masters' | 'escalate' | 'bind' | 'only-garbage-collection'

/** The rules that a written role or binding would grant, and which of them the user holds. */
export interface Grant {
  /** The kind of the object that the request writes. */
  readonly kind: 'Role' | 'ClusterRole' | 'RoleBinding' | 'ClusterRoleBinding'
  readonly name: string
  /** The namespace in which the user must hold the rules; empty for the whole cluster. */
  readonly namespace: string
  readonly user: UserInfo
  /** The role that a binding names. Absent for a role. */
  readonly roleRef?: { readonly kind: string; readonly name: string; readonly range?: SourceRange }
  /**
   * The simple rules, in the API server's order. Of very many rules only the first are listed: first rules that the user
   * does not hold, then rules that it holds.
   */
  readonly rules: readonly GrantedRule[]
  /** The number of rules beyond those in `rules`. Absent where `rules` lists all. */
  readonly unlisted?: { readonly missing: number; readonly held: number }
  /** Present where no rule was looked up. */
  readonly waived?: Waiver
}

/** The number of rules in a grant, and the number of those that the user does not hold, listed or not. */
export function grantedCount({ rules, unlisted = { missing: 0, held: 0 } }: Pick<Grant, 'rules' | 'unlisted'>): {
  readonly rules: number
  readonly missing: number
} {
  const missing = rules.filter(({ coveredBy }) => coveredBy === undefined).length
  return { rules: rules.length + unlisted.missing + unlisted.held, missing: missing + unlisted.missing }
}

/** Metadata of the object in the request, for the audit event. A field is empty where the object does not have it. */
export type SentNames = Readonly<Record<'name' | 'namespace' | 'uid' | 'resourceVersion', string>>
