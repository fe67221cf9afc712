import type { Decided, Diagnostic, UnreadObject } from '@authz-playground/engine'
import type { TextPosition } from './places.ts'
import { type CommandProblem, problemOf } from './problem.ts'

/** What the remarks about a scenario or policy need besides what was read. */
export interface RemarkOptions {
  readonly placeOf: (place: TextPosition) => string
  /** The value of `--policy`. A policy named there is expected to have roles or bindings, even if it is empty. */
  readonly policyNamed?: string | undefined
}

/** All warnings and notes of the texts of a scenario, in the order of the texts, with their places in files. */
export function remarksOf(
  { policy, objects, webhook, request, change, write }: Pick<Decided, 'policy'> & Partial<Decided>,
  options: RemarkOptions,
): readonly CommandProblem[] {
  const { placeOf } = options
  const placed = (diagnostics: readonly Diagnostic[] = []) =>
    diagnostics.filter(({ severity }) => severity !== 'error').map((one) => problemOf(one, placeOf(one.range)))
  const empty = emptyPolicy({ policy }, options)
  return [
    ...(empty === undefined ? [] : [empty]),
    ...placed(leavingOut(policy, empty === undefined ? MOST_NAMED : 0)),
    ...(empty === undefined ? leftOut(policy, placeOf) : []),
    ...placed(objects && leavingOut(objects, MOST_NAMED)),
    ...(objects ? leftOut(objects, placeOf) : []),
    ...placed(webhook?.diagnostics),
    ...placed(request?.diagnostics),
    ...placed(change?.diagnostics),
    ...placed(write?.diagnostics),
  ]
}

/** A text with objects of kinds that do not affect decisions. */
interface ReadText {
  readonly diagnostics: readonly Diagnostic[]
  readonly notRead: readonly UnreadObject[]
}

/** Up to so many objects that were not read have a note each; more of them are counted by their kinds. */
const MOST_NAMED = 3

/** The diagnostics of a text, without those about objects that were not read where there are more than `most`. */
function leavingOut({ diagnostics, notRead }: ReadText, most: number): readonly Diagnostic[] {
  return notRead.length <= most ? diagnostics : diagnostics.filter(({ code }) => code !== 'not-read')
}

function leftOut({ notRead }: ReadText, placeOf: RemarkOptions['placeOf']): readonly CommandProblem[] {
  const [first] = notRead
  if (first === undefined || notRead.length <= MOST_NAMED) return []
  const { source, line } = first.range
  const count = notRead.length.toLocaleString('en')
  const message = `${count} objects from here on do not affect decisions and were not read: ${kindsOf(notRead)}.`
  return [{ severity: 'note', at: placeOf({ source, line }), message }]
}

/** A warning about a policy that names no permission at all: often it is the wrong file. */
function emptyPolicy(
  { policy }: Pick<Decided, 'policy'>,
  { placeOf, policyNamed }: RemarkOptions,
): CommandProblem | undefined {
  const { roles, bindings, accessRules, notRead } = policy
  if (roles.length + bindings.length + accessRules.length > 0) return undefined
  const [first] = notRead
  if (first === undefined && policyNamed === undefined) return undefined
  const message =
    first === undefined
      ? 'This policy is empty: it has no roles and no bindings.'
      : `This policy has no roles and no bindings. Not read: ${kindsOf(notRead)}.`
  const at = policyNamed ?? (first === undefined ? '' : placeOf({ source: 'policy', line: first.range.line }))
  const fix = 'Name the files with Role, ClusterRole, RoleBinding and ClusterRoleBinding.'
  return { severity: 'warning', at, message, fix }
}

/** "38 CustomResourceDefinition, 2 Deployment", the most frequent kinds first. */
function kindsOf(objects: readonly UnreadObject[]): string {
  const counts = new Map<string, number>()
  for (const { kind } of objects) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  const named = sorted.slice(0, MOST_KINDS).map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`)
  const more = sorted.slice(MOST_KINDS).reduce((sum, [, count]) => sum + count, 0)
  return [...named, ...(more === 0 ? [] : [`${more.toLocaleString('en')} of other kinds`])].join(', ')
}

const MOST_KINDS = 5
