import type { Policy, UnreadObject } from '../kube/index.ts'
import type { Diagnostic, Severity, SourceRange } from '../text/index.ts'

/** A warning or a note beside an answer; an error where it is incomplete. */
export interface Remark extends Omit<Diagnostic, 'range' | 'severity'> {
  readonly severity: Severity
  /** Absent for a policy without any text. */
  readonly range?: SourceRange
  /** The part of a question that it is about, as it was written. */
  readonly word?: string
  /** Whether it is about all lines from `range` on. */
  readonly fromHere?: true
}

/** A fix is a sentence, or the text to type. */
export function fixInWords(fix: string): string {
  return /[.?]$/.test(fix) ? fix : `Write: ${fix}`
}

/** What the remarks about texts need besides what was read. */
export interface RemarkOptions {
  /** Whether somebody named a policy: it is expected to have roles or bindings, even if its text is empty. */
  readonly expectsPolicy?: boolean
}

/** The texts of a scenario as they were read. */
export interface RemarkedTexts {
  readonly cluster?: {
    readonly policy: Policy
    readonly objects?: Pick<Policy, 'diagnostics' | 'notRead'>
    readonly webhook?: Pick<Policy, 'diagnostics'>
  }
  readonly request?: Pick<Policy, 'diagnostics'>
  readonly change?: Pick<Policy, 'diagnostics'>
  readonly write?: Pick<Policy, 'diagnostics'>
  readonly designDiagnostics?: readonly Diagnostic[]
}

/** All warnings and notes of the texts of a scenario, in the order of the texts. */
export function remarksOf(
  { cluster, request, change, write, designDiagnostics = [] }: RemarkedTexts,
  options: RemarkOptions = {},
): readonly Remark[] {
  return [
    ...remarksAmong(designDiagnostics),
    ...(cluster ? remarksOfPolicy(cluster.policy, options) : []),
    ...(cluster?.objects ? remarksOfText(cluster.objects) : []),
    ...[cluster?.webhook, request, change, write].flatMap((one) => remarksAmong(one?.diagnostics ?? [])),
  ]
}

function remarksOfPolicy(policy: Policy, { expectsPolicy = false }: RemarkOptions): readonly Remark[] {
  const { diagnostics, notRead } = policy
  if (!isEmpty(policy) || (notRead.length === 0 && !expectsPolicy)) return remarksOfText(policy)
  return [emptyPolicy(notRead), ...remarksAmong(diagnostics.filter(({ code }) => code !== NOT_READ))]
}

/** Whether a text names no permission. One with errors may name some: the errors tell what is missing. */
function isEmpty({ roles, bindings, accessRules, diagnostics }: Policy): boolean {
  if (diagnostics.some(({ severity }) => severity === 'error')) return false
  return roles.length + bindings.length + accessRules.length === 0
}

/**
 * What of the texts of policies that count together, such as the files of a folder, was not read. The place of a remark is in the
 * policy at `index`.
 */
export function unreadRemarks(
  policies: readonly Policy[],
  { expectsPolicy = false }: RemarkOptions = {},
): readonly (Remark & { readonly index: number })[] {
  const notRead = policies.flatMap((one) => one.notRead)
  const index = policies.findIndex((one) => one.notRead.length > 0)
  if (policies.every(isEmpty) && (notRead.length > 0 || expectsPolicy))
    return [{ ...emptyPolicy(notRead), index: Math.max(0, index) }]
  if (notRead.length > MOST_NAMED) return manyNotRead(notRead).map((one) => ({ ...one, index }))
  return policies.flatMap(({ diagnostics }, index) =>
    remarksAmong(diagnostics.filter(({ code }) => code === NOT_READ)).map((one) => ({ ...one, index })),
  )
}

/** The code of the note about an object that was not read. */
const NOT_READ = 'not-read'

/** Up to so many objects that were not read have a note each; more of them are counted by their kinds. */
const MOST_NAMED = 3

function remarksOfText({ diagnostics, notRead }: Pick<Policy, 'diagnostics' | 'notRead'>): readonly Remark[] {
  if (notRead.length <= MOST_NAMED) return remarksAmong(diagnostics)
  return [...remarksAmong(diagnostics.filter(({ code }) => code !== NOT_READ)), ...manyNotRead(notRead)]
}

function manyNotRead(notRead: readonly UnreadObject[]): readonly Remark[] {
  const [first] = notRead
  if (first === undefined) return []
  const count = notRead.length.toLocaleString('en')
  return [
    {
      severity: 'note',
      code: NOT_READ,
      message: `${count} objects from here on grant nothing in RBAC and were not read: ${kindsOf(notRead)}.`,
      range: first.range,
      fromHere: true,
    },
  ]
}

function remarksAmong(diagnostics: readonly Diagnostic[]): readonly Remark[] {
  return diagnostics.flatMap(({ severity, ...one }) => (severity === 'error' ? [] : [{ severity, ...one }]))
}

/** A warning about a policy that names no permission at all: often it is the wrong file. */
function emptyPolicy(notRead: readonly UnreadObject[]): Remark {
  const [first] = notRead
  return {
    severity: 'warning',
    code: 'empty-policy',
    message:
      first === undefined
        ? 'This policy is empty: it has no roles and no bindings.'
        : `This policy has no roles and no bindings. Not read: ${kindsOf(notRead)}.`,
    fix: 'Name the files with Role, ClusterRole, RoleBinding and ClusterRoleBinding.',
    ...(first && { range: first.range, fromHere: true }),
  }
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
