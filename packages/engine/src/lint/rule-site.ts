import type { PolicyRule, Role } from '../kube/index.ts'
import type { LintDesign, Place, ReportFound } from './finding.ts'
import type { KnownResources } from './known-resources.ts'

/** A rule of a role, for the lints of one rule. */
export interface RuleSite {
  readonly role: Role
  readonly rule: PolicyRule
  readonly resources: KnownResources
  readonly design: LintDesign
  readonly report: ReportFound
}

export type RuleList = 'verbs' | 'apiGroups' | 'resources' | 'resourceNames' | 'nonResourceURLs'

/** The place of a value of a rule, of a whole list, or of the rule. */
export function placeIn({ rule }: Pick<RuleSite, 'rule'>, list?: RuleList, index?: number): Place {
  const path = [...(list === undefined ? [] : [list]), ...(index === undefined ? [] : [index])]
  return { span: rule.span, path }
}

/** Whether a verb is one of impersonation, in one design or another. */
export function isOfImpersonation(verb: string): boolean {
  return /^(?:impersonate|as-node\b|constrainedimpersonate)/.test(verb)
}

/** The verbs of requests for paths: HTTP methods in lower case. */
export const PATH_VERBS: readonly string[] = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options']
