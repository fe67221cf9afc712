import type { Marked } from '@authz-playground/pictures'
import type { AnswerView, ChangesView, FieldView } from '../../worker/index.ts'

/** How a changed field is marked. */
export const COVERAGE_MARKS: Readonly<Record<FieldView['coverage'], Marked>> = {
  verb: 'Allow',
  ordinary: 'Allow',
  missing: 'Refused',
  open: 'NotDecided',
}

interface ChangesAnswer {
  readonly changes: ChangesView
  readonly trace: AnswerView['trace'] | undefined
}

/** "3 fields, 7 checks". */
export function changesGlance({ changes: { total }, trace }: ChangesAnswer): string {
  const checks = trace?.fieldChecks?.checks
  return checks === undefined ? counted(total, 'field') : `${counted(total, 'field')}, ${counted(checks, 'check')}`
}

/** The changed fields and the outcome of their checks, in a sentence or two. */
export function changesInWords({ changes, trace }: ChangesAnswer): string {
  const { sendsObject, total } = changes
  if (!sendsObject) return 'The request sends no object, so it changes no field.'
  if (total === 0) return 'The object stays as it is: no field changes.'
  const { changed = total, toCover, missing } = trace?.fieldChecks ?? {}
  if (toCover === undefined) {
    return `${change(total)}, and the request was decided before ${total === 1 ? 'it was' : 'they were'} checked.`
  }
  return `${change(changed)}${withVerbs(changed, toCover, missing !== undefined)}.${afterwards(total - changed)}`
}

function withVerbs(changed: number, toCover: number, missing: boolean): string {
  if (missing) return changed === 1 ? ', and nothing covers it' : ', and the first that nothing covers ends the request'
  if (toCover === 0) return changed === 0 ? '' : ', and no verb for fields has to be held for that'
  if (toCover === changed) return `, and ${changed === 1 ? 'it' : 'each'} is covered by a verb for fields`
  const some = toCover === 1 ? '1 has' : `${toCover.toLocaleString('en')} have`
  return `, of which ${some} to be covered by verbs for fields, and ${toCover === 1 ? 'is' : 'are'}`
}

/** A sentence about the changes of webhooks after the checks. */
function afterwards(count: number): string {
  return count === 0 ? '' : ` Webhooks change ${count.toLocaleString('en')} more, after the checks.`
}

/** A number, and what it counts. */
interface Figure {
  readonly name: string
  readonly value: string
}

/** The numbers of fields and checks. Empty where no field was checked. */
export function figuresOf({ changes: { most }, trace }: ChangesAnswer): readonly Figure[] {
  const { changed, toCover, checks } = trace?.fieldChecks ?? {}
  if (changed === undefined || toCover === undefined || checks === undefined) return []
  const figure = (name: string, value: number): Figure => ({ name, value: value.toLocaleString('en') })
  return [
    figure('Fields', changed),
    ...(toCover === changed ? [] : [figure('To cover', toCover)]),
    figure('Checks for them', checks),
    ...(toCover === 0 ? [] : [figure('At most', most)]),
  ]
}

/** With fewer fields the promise is not compared. */
const MANY = 8

/** The KEP's promise about the number of checks, beside the actual number; undefined where they cannot be compared. */
export function promise({ changes: { most }, trace }: ChangesAnswer): string | undefined {
  const { toCover = 0, checks = 0, missing } = trace?.fieldChecks ?? {}
  if (toCover < MANY) return undefined
  const bar = Math.log2(toCover)
  const inNumbers = `log₂ of ${toCover.toLocaleString('en')} is ${bar.toLocaleString('en', { maximumFractionDigits: 1 })}`
  return `The KEP wants “certainly not more than O(log(number of fields))”, and ${inNumbers}. ${cost(missing, checks, bar, most)}`
}

function cost(missing: string | undefined, checks: number, bar: number, most: number): string {
  if (missing !== undefined) {
    return 'What nothing covers ends the request, so a hostile one costs what its sender holds, and the depth of one field.'
  }
  return checks > bar + 1
    ? 'Verbs that are held one by one cost a check each.'
    : `Whoever held each specific verb and no general one would cost ${most.toLocaleString('en')}.`
}

function change(total: number): string {
  if (total === 0) return 'No field changes'
  return total === 1 ? '1 field changes' : `${total.toLocaleString('en')} fields change`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`
}

/** The first so many fields; the field that ended the request is always among them. */
export function firstFields(fields: readonly FieldView[], count: number): readonly FieldView[] {
  const missing = fields.slice(count).find(({ coverage }) => coverage === 'missing')
  return [...fields.slice(0, missing ? count - 1 : count), ...(missing ? [missing] : [])]
}
