import type { PolicyRule } from '../../kube/index.ts'
import { parts } from '../known-resources.ts'
import type { LintRule } from '../rule.ts'

/** Roles with more rules than this are not searched for rules that others cover: every rule is compared with every other. */
const MOST_RULES = 300

/** Rules of a role that another rule of it covers. */
export const coveredRule: LintRule = {
  name: 'covered-rule',
  severity: 'note',
  summary: 'A rule that another rule of the role covers.',
  checkRole({ rules }, { lineOf }, report) {
    if (rules.length < 2 || rules.length > MOST_RULES) return
    for (const [index, rule] of rules.entries()) {
      const by = rules.find((other, at) => at !== index && covers(other, rule) && (at < index || !covers(rule, other)))
      if (by === undefined) continue
      report({
        at: { span: rule.span },
        message: `The rule in line ${lineOf(by.span)} grants all of this already.`,
        fix: 'Remove this rule, or the one that covers it where it grants too much.',
      })
    }
  },
}

/** Whether each request that one rule allows is allowed by the other one as well. */
export function covers(one: PolicyRule, other: PolicyRule): boolean {
  if (other.nonResourceURLs.length > 0) {
    return (
      other.resources.length === 0 &&
      within(one.verbs, other.verbs) &&
      other.nonResourceURLs.every((url) => one.nonResourceURLs.some((wide) => wide === '*' || wide === url))
    )
  }
  if (other.resources.length === 0 || one.nonResourceURLs.length > 0) return false
  const names =
    one.resourceNames.length === 0 ||
    (other.resourceNames.length > 0 && within(one.resourceNames, other.resourceNames, false))
  return (
    names &&
    within(one.verbs, other.verbs) &&
    within(one.apiGroups, other.apiGroups) &&
    other.resources.every((resource) => coversResource(one.resources, resource))
  )
}

function within(wide: readonly string[], narrow: readonly string[], wildcards = true): boolean {
  return (wildcards && wide.includes('*')) || narrow.every((value) => wide.includes(value))
}

function coversResource(wide: readonly string[], resource: string): boolean {
  const [, subresource] = parts(resource)
  return wide.includes('*') || wide.includes(resource) || (subresource !== '' && wide.includes(`*/${subresource}`))
}
