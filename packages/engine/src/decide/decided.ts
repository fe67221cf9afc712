import type { ReadChange } from '../changes/index.ts'
import { type Cluster, unreadForCheck } from '../cluster/index.ts'
import type { Design } from '../designs/index.ts'
import type { HTTPRequest, ReadRequest } from '../http/index.ts'
import type { Binding } from '../kube/index.ts'
import type { ReadWrite } from '../role-writes/index.ts'
import type { Diagnostic } from '../text/index.ts'
import type { Outcome, Trace } from '../trace/index.ts'
import type { PlayedCommand } from './command.ts'
import type { AnsweredQuestion } from './question.ts'

/**
 * `decided`: everything was understood, and this is what happens.
 * `partly`: something was not understood; the trace rests on what could be read, because the person asked for that.
 * `not-decided`: something was not understood, and there is no trace.
 */
export type DecisionState = 'decided' | 'partly' | 'not-decided'

/** One of several requests to the same server. */
export interface SentOutcome {
  /** Seconds since the first request. */
  readonly at: number
  /** As it was read. Absent where it was not understood. */
  readonly request?: HTTPRequest
  /** Absent where this request or one before it was not understood. */
  readonly outcome?: Outcome
  /** Absent also for a command of several requests or a question, and for a request with a body: decide these as the shown one. */
  readonly trace?: Trace
  /** What is to say about its text. */
  readonly diagnostics: readonly Diagnostic[]
}

/** The result of deciding a scenario, as far as it was understood. */
export interface Decided {
  readonly state: DecisionState
  readonly trace?: Trace
  readonly design: Design
  /** What there is to say of the design’s text, errors too. Absent where the design is one of the playground. */
  readonly designDiagnostics?: readonly Diagnostic[]
  /** How many steps the design’s text has. Absent where it was not understood. @internal */
  readonly designSteps?: number
  /** The cluster that answered, as its texts were read. */
  readonly cluster: Cluster
  /** Of a command that sends several requests, the shown one. */
  readonly request: ReadRequest
  /** The requests of a command that sends several. Absent for all others, and where nothing is decided. */
  readonly command?: PlayedCommand
  /** Of a command that asks a question by a review: trace and design are those of the answer, or of the review. */
  readonly question?: AnsweredQuestion
  /** The changes that the request makes. Absent where the design does not need them. @internal */
  readonly change?: ReadChange
  /** The role or binding that the request writes. Absent where it writes none. @internal */
  readonly write?: Pick<ReadWrite, 'diagnostics'>
  /** All requests to the server in their order, and which of them is the scenario's own. */
  readonly sent: { readonly requests: readonly SentOutcome[]; readonly here: number }
  /** The errors that keep the scenario from being decided, policy first. Empty when it is decided. */
  readonly errors: readonly Diagnostic[]
}

/** The bindings that may grant one of the reviews that were refused, whose role was not read: the answer may be another. */
export function unreadOfAnswer({ steps }: Trace, { cluster }: Pick<Decided, 'cluster'>): readonly Binding[] {
  return steps.flatMap(({ check }) => (check === undefined ? [] : unreadForCheck(check, cluster)))
}

/**
 * Those by which the code of the answer may be another: none where the request is allowed, and only those for the request itself
 * where all before it is allowed.
 */
export function unreadOfCode(trace: Trace, decided: Pick<Decided, 'cluster'>): readonly Binding[] {
  const { outcome, steps } = trace
  if (outcome.kind === 'allowed') return []
  const isOwn = outcome.kind === 'forbidden' && outcome.phase === 'request'
  return unreadOfAnswer(
    isOwn ? { ...trace, steps: steps.filter(({ check }) => check !== undefined).slice(-1) } : trace,
    decided,
  )
}
