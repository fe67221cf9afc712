import type { Grant, GrantedRule, RichText, SourceRange } from '@authz-playground/engine'
import { identityInWords } from '@authz-playground/engine/internal/rights'
import { grantedCount } from '@authz-playground/engine/internal/trace'
import { grantScope } from '@authz-playground/engine/internal/words'
import type { Place } from '../../session/index.ts'

/** A rule with its index in the grant. */
export interface NumberedRule {
  readonly one: GrantedRule
  readonly index: number
}

/** Whether a place belongs to a rule: its index, its range, or the line that covers it. */
export function isAbout(place: Place | undefined, { one, index }: NumberedRule): boolean {
  switch (place?.kind) {
    case 'granted':
      return place.rule === index
    case 'text':
      return [one.range, one.coveredBy?.rule?.range].some((range) => holds(range, place.source, place.offset))
    case 'request':
      return holds(one.range, 'request', place.offset)
    default:
      return false
  }
}

function holds(range: SourceRange | undefined, source: SourceRange['source'], offset: number): boolean {
  return range !== undefined && range.source === source && range.start <= offset && offset <= range.end
}

/** "1 of 3 not held", or shorter where all rules are alike. */
export function grantGlance(grant: Grant): string {
  const { rules, missing } = grantedCount(grant)
  if (grant.waived !== undefined) return 'not compared'
  if (rules === 0) return 'nothing'
  if (missing === 0) return rules === 1 ? 'held' : `all ${rules} held`
  if (missing === rules) return missing === 1 ? 'not held' : `none of ${missing} held`
  return `${missing} of ${rules} not held`
}

/** A sentence about which rules were compared with which. */
export function grantInWords(grant: Grant): RichText {
  const { user, roleRef, waived, rules } = grant
  const who = identityInWords(user)
  const whose: RichText = roleRef === undefined ? ['it'] : [`${roleRef.kind} `, { code: roleRef.name }]
  switch (waived) {
    case 'system:masters':
      return [...who, ' is a member of ', { code: waived }, ', and may grant anything.']
    case 'escalate':
      return [...who, ' holds ', { code: waived }, ' for it, so nothing is compared.']
    case 'bind':
      return [...who, ' holds ', { code: waived }, ' for ', ...whose, ', so nothing is compared.']
    case 'only-garbage-collection':
      return ['Only fields of the garbage collector change, so nothing is compared.']
    default:
      return rules.length === 0
        ? ['There is no rule in ', ...whose, ', so it grants nothing.']
        : [
            'Each rule of ',
            ...whose,
            ', split into single permissions, beside what ',
            ...who,
            ' holds ',
            ...grantScope(grant),
            '.',
          ]
  }
}
