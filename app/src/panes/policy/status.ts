import type { Diagnostic, Severity, SourceRange, UnreadObject } from '@authz-playground/engine'
import type { AnswerView } from '../../worker/index.ts'

/** A part of the status line: words, their places, and the number of places that do not fit. */
export interface StatusPart {
  readonly kind: 'error' | 'warning' | 'read'
  readonly words: string
  readonly places: readonly StatusPlace[]
  readonly more: number
}

export interface StatusPlace {
  readonly text: string
  /** The problem at the place, if there is one. */
  readonly about?: string
  readonly offset: number
}

/** The reader stops listing after so many problems of a severity (`too-many-errors`, `too-many-hints`). */
const MOST_LISTED = 1000

/** Places that fit into a line. F8 goes to the others. */
const NAMED = 3

/** The status of a policy in a line or two: errors, warnings, the numbers of objects, and what was left out. */
export function policyStatus({
  policyDiagnostics,
  policyRead,
  notRead,
}: Pick<AnswerView, 'policyDiagnostics' | 'policyRead' | 'notRead'>): readonly StatusPart[] {
  const { roles, bindings, accessRules } = policyRead
  const rules = counted(accessRules, 'access rule')
  const read = [...counted(roles, 'role'), ...counted(bindings, 'binding'), ...rules].join(', ')
  return statusOf(policyDiagnostics, read === '' ? 'No roles, no bindings' : read, notRead)
}

/** The same for stored objects. */
export function objectsStatus({
  count,
  notRead,
  diagnostics,
}: NonNullable<AnswerView['objects']>): readonly StatusPart[] {
  return statusOf(diagnostics, counted(count, 'object')[0] ?? 'No objects', notRead)
}

/** The same for a webhook’s table. */
export function webhookStatus({ entries, diagnostics }: NonNullable<AnswerView['webhook']>): readonly StatusPart[] {
  const read = entries === 0 ? 'No entries' : `${entries.toLocaleString('en')} ${entries === 1 ? 'entry' : 'entries'}`
  return statusOf(diagnostics, read, [])
}

/** The same for a design. */
export function designStatus({ steps, diagnostics }: NonNullable<AnswerView['designText']>): readonly StatusPart[] {
  const read =
    steps === undefined
      ? 'The chart is not of this text, and its steps are not counted'
      : (counted(steps, 'step')[0] ?? 'No steps')
  return statusOf(diagnostics, read, [])
}

/** The diagnostics of a text that says what a request changes, and the changes. */
export interface ReadChanges extends Pick<AnswerView, 'changes'> {
  readonly diagnostics: readonly Diagnostic[]
}

const UNKNOWN = 'What changes is not known'

/** The status of the stored object, with the fields that the request changes. */
export function storedObjectStatus({ diagnostics, changes }: ReadChanges): readonly StatusPart[] {
  if (changes === undefined) return statusOf(diagnostics, UNKNOWN, [])
  const ranges = changes.fields.flatMap(({ stored }) => (stored ? [stored] : []))
  return statusOf(diagnostics, ranges.length === 0 ? 'Nothing here changes' : 'Changed here', [], ranges)
}

/** The status of the changes of webhooks, with the number of changed fields. */
export function webhookChangesStatus({ diagnostics, changes }: ReadChanges): readonly StatusPart[] {
  if (changes === undefined) return statusOf(diagnostics, UNKNOWN, [])
  const count = changes.fields.filter(({ byWebhook }) => byWebhook).length
  const [fields = 'no field'] = counted(count, 'field')
  return statusOf(diagnostics, `Webhooks change ${fields} that the request does not`, [])
}

/** The status of the schema, with its permissions for the changed fields. */
export function schemaStatus({ diagnostics, changes }: ReadChanges): readonly StatusPart[] {
  if (changes === undefined) return statusOf(diagnostics, UNKNOWN, [])
  const ranges = changes.fields.flatMap(({ verbs }) => verbs.flatMap(({ range }) => (range ? [range] : [])))
  const words = ranges.length === 0 ? 'Names no permission on the way to a changed field' : 'On the way to what changes'
  return statusOf(diagnostics, words, [], ranges)
}

/** The status of a text: its problems, and what was read of it. */
export function statusOf(
  diagnostics: readonly Diagnostic[],
  read: string,
  notRead: readonly UnreadObject[],
  ranges: readonly SourceRange[] = [],
): readonly StatusPart[] {
  const places = linesOf(ranges)
  return [
    ...problems(diagnostics, 'error'),
    ...problems(diagnostics, 'warning'),
    { kind: 'read', words: read, places: places.slice(0, NAMED), more: Math.max(0, places.length - NAMED) },
    ...leftOut(notRead),
  ]
}

/** The lines of ranges, each only once. */
function linesOf(ranges: readonly SourceRange[]): readonly StatusPlace[] {
  const lines = new Map(ranges.map(({ line, start }) => [line, { text: `line ${line}`, offset: start }]))
  return [...lines].sort(([a], [b]) => a - b).map(([, place]) => place)
}

function counted(count: number, noun: string): readonly string[] {
  return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`]
}

function problems(diagnostics: readonly Diagnostic[], severity: Severity & StatusPart['kind']): readonly StatusPart[] {
  const listed = diagnostics.filter((one) => one.severity === severity && !one.code.startsWith('too-many-'))
  if (listed.length === 0) return []
  const more = listed.length >= MOST_LISTED && diagnostics.some(({ code }) => code.startsWith('too-many-'))
  const count = `${more ? 'more than ' : ''}${counted(listed.length, severity).join('')}`
  return [
    {
      kind: severity,
      words: count,
      places: listed.slice(0, NAMED).map(({ message, range }) => ({
        text: `line ${range.line}`,
        about: message,
        offset: range.start,
      })),
      more: Math.max(0, listed.length - NAMED),
    },
  ]
}

function leftOut(notRead: readonly UnreadObject[]): readonly StatusPart[] {
  if (notRead.length === 0) return []
  return [
    {
      kind: 'read',
      words: counted(notRead.length, 'other object').join(''),
      places: notRead.slice(0, NAMED).map(({ kind, name, range }) => ({
        text: `${kind}${name === '' ? '' : ` ${name}`}, line ${range.line}`,
        offset: range.start,
      })),
      more: Math.max(0, notRead.length - NAMED),
    },
  ]
}
