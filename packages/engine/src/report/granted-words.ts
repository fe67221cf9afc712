import type { SourceRange } from '../text/index.ts'
import { type Grant, type GrantedRule, grantedCount, type Label } from '../trace/index.ts'
import { lineInWords } from './line.ts'
import { ruleInWords } from './written-role.ts'

/** What would be granted beside what is held, in words. */
export interface GrantedWords {
  readonly heading: Label
  /** Rule by rule, those that are not held in front. */
  readonly rules: readonly Label[]
}

/** A report names so many rules, and counts the others. */
const MOST = 20

/**
 * Each rule that a role or binding would grant, and which rule that its writer holds covers it; undefined where nothing
 * was compared. `inWords` says where a rule stands.
 */
export function grantedWords(
  grant: Grant | undefined,
  inWords: (range: SourceRange) => string = lineInWords,
): GrantedWords | undefined {
  if (grant === undefined || grant.waived !== undefined || grant.rules.length === 0) return undefined
  const named = uncoveredFirst(grant).slice(0, MOST)
  const all = grantedCount(grant)
  const rest = all.rules - named.length
  const missing = all.missing - grantedCount({ rules: named }).missing
  return {
    heading: ['What it would grant, beside what ', { code: grant.user.username }, ' holds ', ...grantScope(grant)],
    rules: [
      ...named.map((one) => ruleBeside(one, inWords)),
      ...(rest > 0 ? [[`${rest} more, ${missing} of them not held`]] : []),
    ],
  }
}

/** The rules, those that are not held in front: they are what ends the request. As they stand where nothing was compared. */
export function uncoveredFirst({ rules, waived }: Pick<Grant, 'rules' | 'waived'>): readonly GrantedRule[] {
  if (waived !== undefined) return rules
  const held = rules.filter(({ coveredBy }) => coveredBy !== undefined)
  return [...rules.filter(({ coveredBy }) => coveredBy === undefined), ...held]
}

/** Where whoever writes a role or binding must hold its rules. */
export function grantScope({ namespace }: Pick<Grant, 'namespace'>): Label {
  return namespace === '' ? ['in the whole cluster'] : ['in namespace ', { code: namespace }]
}

function ruleBeside({ rule, forAggregation, coveredBy }: GrantedRule, inWords: (range: SourceRange) => string): Label {
  return [
    ...ruleInWords(rule),
    forAggregation ? ', for the aggregation rule: ' : ': ',
    ...(coveredBy?.rule === undefined || coveredBy.role === undefined
      ? [coveredBy === undefined ? 'not held' : 'held']
      : [`held by ${inWords(coveredBy.rule.range)}, of ${coveredBy.role.kind} `, { code: coveredBy.role.name }]),
  ]
}
