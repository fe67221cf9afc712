import type { Cluster } from '../cluster/index.ts'
import {
  type ConstrainOptions,
  type ConstrainPlan,
  closedInWords,
  type FallenThrough,
  type Impersonator,
  type JudgedRequest,
  type LegacyRight,
  leftInWords,
  type Migration,
  proofOf,
  STAY_WORDS,
  targetsInWords,
  type Verdict,
  WIDENING_WORDS,
  WIDENINGS,
  type Widening,
} from '../constrain/index.ts'
import { type NewAccessWords, newAccessInWords } from '../explain/index.ts'
import type { ConstrainedMode } from '../kube/index.ts'
import { requestInWords, type SeenRequest } from '../logs/index.ts'
import { subjectInWords, subjectKey } from '../rights/index.ts'
import type { SourceRange } from '../text/index.ts'
import type { RichText } from '../trace/index.ts'
import { counted } from './counted.ts'

/** A rule that grants the legacy verb, and the binding that gives it to somebody. */
export interface LegacyRightRow {
  readonly role: RichText
  readonly binding: RichText
  readonly at: SourceRange
}

/** What one impersonator holds, used and needs. */
export interface ImpersonatorRow {
  /** Names it among the impersonators of a policy. */
  readonly key: string
  readonly who: RichText
  /** What it could do before and may do now, in one or two sentences. */
  readonly closed: RichText
  /** Whom its rights allow to impersonate; empty where it has none. */
  readonly targets: RichText
  readonly rights: readonly LegacyRightRow[]
  /** Why some of its rights stay; absent where none do. */
  readonly left?: RichText
  /** "3 requests, 2 different, as 1 user"; empty where it used nothing. */
  readonly used: string
  readonly modes: readonly ConstrainedMode[]
  readonly roles: number
  readonly rules: number
  /** The number of different requests by what becomes of them. */
  readonly verdicts: Readonly<Record<Verdict, number>>
}

/** A request of a log. */
export interface SeenRow {
  readonly words: RichText
  readonly count: number
  readonly seenAt: readonly string[]
}

/** A request of the log, and what becomes of it. */
export interface JudgedRow extends SeenRow, Pick<JudgedRequest, 'verdict'> {
  /** Of one that cannot go over: why, and what to do instead. */
  readonly why?: (typeof STAY_WORDS)[keyof typeof STAY_WORDS]
}

/** A request of the second log that fell through to the legacy verb. */
export interface FallenRow extends SeenRow, Omit<FallenThrough, 'request'> {}

/** What a plan does to the requests of an impersonator and to those near them, counted; see `Proof`. */
export interface ProofRow extends Readonly<Record<'moved' | 'lost' | 'near' | 'closed' | 'open', number>> {
  /** One that is still open. */
  readonly example?: RichText
}

/** What to open beyond the log: its name, what it opens in general, and what it would open of a plan. */
export interface WideningRow {
  readonly widening: Widening
  readonly name: string
  readonly adds: string
  /** Absent where it is open. */
  readonly cost?: NewAccessWords & { readonly adds: boolean }
}

/** What there is to say about an impersonator. */
export function impersonatorRow(one: Impersonator): ImpersonatorRow {
  const { subject, rights, requests, modes, roles, left } = one
  const held = new Map(rights.map((right) => [`${right.effective.rule.span.start} ${objectKey(right.binding)}`, right]))
  const verdicts: Record<Verdict, number> = { moves: 0, constrained: 0, stays: 0, failed: 0, differs: 0 }
  for (const { verdict } of requests) verdicts[verdict] += 1
  return {
    key: subjectKey(subject),
    who: subjectInWords(subject),
    closed: closedInWords(one),
    targets: rights.length === 0 ? [] : targetsInWords(rights),
    rights: [...held.values()].map(({ effective: { role, rule }, binding, lines }) => ({
      role: [`${role.kind} `, { code: role.name }],
      binding: [
        `${binding.kind} `,
        { code: binding.name },
        ...(binding.namespace === '' ? [] : [' in namespace ', { code: binding.namespace }]),
      ],
      at: lines.range(rule.span),
    })),
    ...(left.length > 0 && { left: leftInWords(left) }),
    used: usedInWords(one),
    modes,
    roles: roles.length,
    rules: roles.reduce((sum, { rules }) => sum + rules.length, 0),
    verdicts,
  }
}

/** Names an object among those of a policy. */
function objectKey({ kind, namespace, name }: LegacyRight['binding']): string {
  return `${kind} ${namespace}/${name}`
}

function usedInWords({ requests }: Impersonator): string {
  if (requests.length === 0) return ''
  const count = requests.reduce((sum, { request }) => sum + request.count, 0)
  const targets = new Set(requests.map(({ request }) => request.target?.username)).size
  const different = requests.length < count ? [`${requests.length.toLocaleString('en')} different`] : []
  return [counted(count, 'request'), ...different, `as ${counted(targets, 'user')}`].join(', ')
}

/** What there is to say about a request of the log. */
export function judgedRow({ request, verdict, because }: JudgedRequest): JudgedRow {
  return { ...seenRow(request), verdict, ...(because && { why: STAY_WORDS[because] }) }
}

/** What there is to say about a request of the second log. */
export function fallenRow({ request, ...fallen }: FallenThrough): FallenRow {
  return { ...seenRow(request), ...fallen }
}

function seenRow(request: SeenRequest): SeenRow {
  return { words: requestInWords(request), count: request.count, seenAt: request.seenAt }
}

/** Tries the requests near those of an impersonator. */
export function proofRow(one: Impersonator, plan: ConstrainPlan, cluster: Cluster): ProofRow {
  const { moved, lost, near, closed, open } = proofOf(one, cluster, plan)
  const counts = { moved: moved.length, lost: lost.length, near, closed: closed.length, open: open.length }
  return { ...counts, ...(open[0] && { example: requestInWords(open[0]) }) }
}

/** Everything that can be opened beyond the log. May throw `BeyondLimit`. */
export function wideningRows(migration: Migration, options: ConstrainOptions): readonly WideningRow[] {
  return WIDENINGS.map((widening) => {
    const row = { widening, ...WIDENING_WORDS[widening] }
    if (options.widen?.includes(widening)) return row
    const added = migration.costOf(widening, options)
    return { ...row, cost: { ...newAccessInWords(added), adds: added.length > 0 } }
  })
}
