import type { SourceRange } from '@authz-playground/engine'
import type { AnswerView } from '../scenario/answer.ts'
import type { Place } from '../scenario/places.ts'

type Grant = NonNullable<NonNullable<AnswerView['trace']>['grant']>
type GrantedRule = Grant['rules'][number]

/** A rule, and which one of the grant it is. */
interface Entry {
  readonly one: GrantedRule
  readonly index: number
}

/** The rules, those that are not held in front: they are what ends the request. */
export function uncoveredFirst({ rules, waived }: Grant): readonly Entry[] {
  const entries = rules.map((one, index) => ({ one, index }))
  if (waived !== undefined) return entries
  return [
    ...entries.filter(({ one }) => one.coveredBy === undefined),
    ...entries.filter(({ one }) => one.coveredBy !== undefined),
  ]
}

/** Whether a place is about a rule: the rule itself, where it stands, or the line that covers it. */
export function isAbout(place: Place | undefined, { one, index }: Entry): boolean {
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

/** "1 of 3 not held", and shorter where it is the same for all. */
export function grantGlance(grant: Grant): string {
  const { rules, waived } = grant
  if (waived !== undefined) return 'not compared'
  if (rules.length === 0) return 'nothing'
  const missing = missingIn(grant)
  if (missing === 0) return rules.length === 1 ? 'held' : `all ${rules.length} held`
  if (missing === rules.length) return missing === 1 ? 'not held' : `none of ${missing} held`
  return `${missing} of ${rules.length} not held`
}

function missingIn({ rules }: Grant): number {
  return rules.filter(({ coveredBy }) => coveredBy === undefined).length
}

/** What was compared, and with what. */
export function grantInWords(grant: Grant): string {
  const { user, namespace, roleRef, waived, rules } = grant
  const where = namespace === '' ? 'in the whole cluster' : `in namespace ${namespace}`
  const whose = roleRef === undefined ? 'it' : `${roleRef.kind} ${roleRef.name}`
  switch (waived) {
    case 'system:masters':
      return `${user.username} is a member of system:masters, and may grant anything.`
    case 'escalate':
      return `${user.username} holds escalate for it, so nothing is compared.`
    case 'bind':
      return `${user.username} holds bind for ${whose}, so nothing is compared.`
    case 'only-garbage-collection':
      return 'Only fields of the garbage collector change, so nothing is compared.'
    default:
      return rules.length === 0
        ? `There is no rule in ${whose}, so it grants nothing.`
        : `Each rule of ${whose}, taken apart, beside what ${user.username} holds ${where}.`
  }
}
