import type { ConditionLanguage } from '../authorizers/index.ts'
import type { ParameterLanguage } from '../changes/index.ts'
import { loaded } from '../cluster/index.ts'
import type { Design } from '../designs/index.ts'
import type { ReadRequest, RequestText } from '../http/index.ts'
import type { Attributes } from '../kube/index.ts'
import { type BeyondLimit, type Diagnostic, isError } from '../text/index.ts'
import { unaskedNotes, withAdvice } from './advice.ts'
import type { Chunks } from './chunks.ts'
import { commandNote } from './command.ts'
import type { Decided, DecisionState, SentOutcome } from './decided.ts'
import { beyondLimit, earlierBeyondLimit, notUnderstood, startOf, unknownAssumptions } from './problems.ts'
import type { AnsweredQuestion } from './question.ts'
import { type Scenario, sentRequests } from './scenario.ts'
import { type ReadScenario, Texts } from './scenario-texts.ts'
import { Server, type ServerAnswer } from './server.ts'
import type { ServerRequest } from './server-request.ts'

/** Options of deciding that are not part of the scenario. */
export interface DecideOptions {
  /** Decides with the parts that could be read. The state of the result is `partly`. */
  readonly evenPartly?: boolean
  /**
   * The language of conditions: `CEL` of `@authz-playground/engine/cel`, which is large. Deciding throws without it where
   * the scenario needs it (`needsConditions`).
   */
  readonly cel?: ConditionLanguage & ParameterLanguage
  /**
   * Reviews that RBAC allows beside those that the policy grants, as if a rule granted just each of them: an answer to “what
   * if”. The cluster needs the mode `RBAC`.
   */
  readonly granting?: readonly Attributes[]
}

/**
 * Decides one scenario after the other, for pages that load chunks when a scenario needs them (`loadChunks`). Other programs
 * use `decider`. A policy is read and indexed again only when its text has changed.
 */
export class ScenarioDecider {
  readonly #texts = new Texts()

  /** Throws unless `chunks` has all of {@link chunksFor}. */
  decide(scenario: Scenario, chunks: Chunks, { cel, ...options }: DecideOptions = {}): Decided {
    return decided(this.#texts.read(scenario, { chunks, cel }), chunks, options)
  }
}

/** Sends the requests of a scenario to its server, as far as its texts were understood. */
function decided(
  read: ReadScenario,
  chunks: Chunks,
  { evenPartly = false, granting = [] }: Omit<DecideOptions, 'cel'>,
): Decided {
  const { scenario, design, cluster, earlier, own } = read
  const problems = problemsIn(read)
  const state = stateOf(problems, read, evenPartly)
  const server = state === 'not-decided' ? undefined : serverOf(read, granting)
  const send = (sent: ServerRequest | undefined): ServerAnswer => (sent && server?.send(sent)) ?? {}
  const questionOf = (sent: ServerRequest, answer: ServerAnswer): AnsweredQuestion | undefined =>
    server && answerQuestion({ ...scenario, requestor: sent.sent.requestor }, design, sent, answer, server, chunks)

  const before = earlier.map((sent) => {
    const answer = send(sent)
    // For the caches of webhooks, which the answer to a review fills.
    if (cluster.authorizationConfig !== undefined) questionOf(sent, answer)
    return answer
  })
  const answer = send(own)
  const question = questionOf(own, answer)
  const beyond = server?.beyond
  const { shown, note } = shownRequest(own, answer, question)
  const notes = [
    ...(note ? [note] : []),
    ...(answer.trace ? unaskedNotes(cluster, answer.trace, scenario.request) : []),
  ]
  const later = untilFirstError(read.later)
  const requests = [...earlier, own, ...read.later]
  const times = arrivalTimes(scenario)
  const answers = [...before, answer, ...later.map(send)]
  return {
    state: beyond === undefined ? state : 'not-decided',
    ...(answer.trace && beyond === undefined && { trace: answer.trace }),
    design,
    ...(read.designDiagnostics && { designDiagnostics: read.designDiagnostics }),
    ...(read.designSteps !== undefined && { designSteps: read.designSteps }),
    ...(question?.shown === 'answer' && question.answer),
    cluster,
    request: withAdvice(withNotes(shown.read, notes), scenario.request, design, answer.trace),
    ...(answer.command && { command: answer.command }),
    ...(question && { question }),
    ...(shown.change && { change: shown.change }),
    ...(shown.write && { write: shown.write }),
    sent: {
      requests: requests.map((sent, index) => sentOutcome(times[index] ?? 0, sent, answers[index], design)),
      here: earlier.length,
    },
    errors: problems.length > 0 ? problems : limitReached(before, beyond, scenario.request),
  }
}

/** The errors of the texts, policy first. */
function problemsIn({
  scenario,
  design,
  designDiagnostics = [],
  cluster,
  earlier,
  own,
}: ReadScenario): readonly Diagnostic[] {
  const { policy, objects, webhook, authorizationConfig } = cluster
  const here = scenario.request
  return [
    ...designDiagnostics,
    ...unknownAssumptions(design, scenario.assumptions?.[design.id] ?? {}, here),
    ...(authorizationConfig?.diagnostics ?? []),
    ...policy.diagnostics,
    ...(objects?.diagnostics ?? []),
    ...(webhook?.diagnostics ?? []),
    ...earlier.flatMap(({ read }, index) => notUnderstood(read, index, here)),
    ...own.read.diagnostics,
    ...(own.change?.diagnostics ?? []),
    ...(own.write?.diagnostics ?? []),
  ].filter(isError)
}

function stateOf(
  problems: readonly Diagnostic[],
  { own, designDiagnostics = [] }: ReadScenario,
  evenPartly: boolean,
): DecisionState {
  if (problems.length === 0) return 'decided'
  // In place of a design that was not understood there is another one, which must not decide.
  const canDecide = own.read.request !== undefined && !designDiagnostics.some(isError)
  return evenPartly && canDecide ? 'partly' : 'not-decided'
}

function serverOf({ scenario, design, cluster }: ReadScenario, granted: readonly Attributes[]): Server {
  const assumptions = scenario.assumptions?.[design.id] ?? {}
  return new Server({ design, cluster, authorizer: cluster.granting(granted), assumptions })
}

/** Answers the question of a command or a review, once the review is answered. */
function answerQuestion(
  scenario: ReadScenario['scenario'],
  design: ReadScenario['design'],
  sent: ServerRequest,
  { trace }: ServerAnswer,
  server: Server,
  chunks: Chunks,
): AnsweredQuestion | undefined {
  const { question, request } = sent.read
  if (trace === undefined || question === undefined || request === undefined) return undefined
  const asked = { question, request, review: { trace, design } }
  return server.ask((authorizer, budget) =>
    loaded(chunks, sent.sent.request.form === 'review' ? 'review' : 'kubectl').answerQuestion(
      asked,
      scenario,
      authorizer,
      budget,
    ),
  )
}

/** The request whose answer is shown: of a command, one of those that it sends. */
function shownRequest(own: ServerRequest, { command }: ServerAnswer, question: AnsweredQuestion | undefined) {
  const played = command?.requests[command.shown]
  if (command === undefined || played === undefined) return { shown: own, note: question?.note }
  return { shown: own.with(played.request), note: commandNote(command, startOf(own.sent.request)) }
}

function withNotes(read: ReadRequest, notes: readonly Diagnostic[]): ReadRequest {
  return notes.length === 0 ? read : { ...read, diagnostics: [...notes, ...read.diagnostics] }
}

/** The limit that was reached, by an earlier request or by this one. */
function limitReached(
  before: readonly ServerAnswer[],
  beyond: BeyondLimit | undefined,
  here: RequestText,
): readonly Diagnostic[] {
  if (beyond === undefined) return []
  const earlier = before.findIndex((answer) => answer.beyond !== undefined)
  return [earlier === -1 ? beyondLimit(beyond, here) : earlierBeyondLimit(beyond, earlier, here)]
}

/** Seconds from the first request to each. */
function arrivalTimes(scenario: Scenario): readonly number[] {
  let at = 0
  return sentRequests(scenario).map(({ after = 0 }, index) => {
    if (index > 0) at += after
    return at
  })
}

function sentOutcome(
  at: number,
  { read, sent }: ServerRequest,
  { trace, command }: ServerAnswer = {},
  design: Design,
): SentOutcome {
  const { request } = read
  const isWhole = command === undefined && read.question === undefined && request?.body === ''
  return {
    at,
    ...(request && { request }),
    ...(trace && { outcome: trace.outcome, ...(isWhole && { trace }) }),
    diagnostics: withAdvice(read, sent.request, design, trace).diagnostics,
  }
}

/** Requests up to the first that is not understood: after that one, the server's memory is unknown. */
function untilFirstError(requests: readonly ServerRequest[]): readonly (ServerRequest | undefined)[] {
  const first = requests.findIndex(({ read }) => read.diagnostics.some(isError))
  return requests.map((one, index) => (first === -1 || index < first ? one : undefined))
}
