import type { Authorizer, StepBudget } from '../authorizers/index.ts'
import { REVIEW_HANDLERS, ServerMemory } from '../designs/index.ts'
import type { HTTPRequest } from '../http/index.ts'
import { type ReviewQuestion, type UserInfo, userInfo, type WrittenReview } from '../kube/index.ts'
import { type Diagnostic, LineIndex } from '../text/index.ts'
import { record, type Trace } from '../trace/index.ts'
import type { AnsweredQuestion, AnswerQuestion, TraceOfDesign } from './question.ts'
import type { Scenario } from './scenario.ts'

export const answerQuestion: AnswerQuestion = ({ question, review, request }, scenario, authorizer, budget) => {
  if (question.kind === 'access' && question.written !== undefined) {
    // The review is the question itself: whether somebody may send it is not asked.
    const { user = userInfo(scenario.requestor), status } = question.written
    const answer = answerFor(user, question, request, authorizer, budget)
    const note = status && statusNote(status, answer.trace, scenario)
    return { question, review, answer, refused: false, ...(note && { note }), shown: 'answer' }
  }
  const user = userOf(review.trace)
  if (user === undefined) return { question, review, refused: false, shown: 'review' }
  const { answer, meant } = answersFor(question, (one) => answerFor(user, one, request, authorizer, budget))
  const refused = review.trace.outcome.kind !== 'allowed'
  if (scenario.showsReview) return { question, review, answer, ...(meant && { meant }), refused, shown: 'review' }
  const note = refused ? refusedNote(question, user, scenario) : undefined
  return { question, review, answer, ...(meant && { meant }), refused, ...(note && { note }), shown: 'answer' }
}

/** The user whom the answer to a review is about. Undefined where it does not get as far as the authorization of the review. */
function userOf({ outcome, impersonatedUser, requestor }: Trace): UserInfo | undefined {
  const authorized = outcome.kind === 'allowed' || (outcome.kind === 'forbidden' && outcome.phase === 'request')
  return authorized ? (impersonatedUser ?? requestor) : undefined
}

/** The answer to a question, and the one to what is meant by it: its trace has the checks of all that is meant. */
function answersFor(
  question: ReviewQuestion,
  answerTo: (question: ReviewQuestion) => TraceOfDesign,
): Pick<AnsweredQuestion, 'meant'> & { readonly answer: TraceOfDesign } {
  if (question.kind !== 'access') return { answer: answerTo(question) }
  const traces = question.meant.map((attributes) => answerTo({ ...question, attributes, meant: [] }).trace)
  const [first] = traces
  if (first === undefined) return { answer: answerTo(question) }
  const refused = traces.find(({ outcome }) => outcome.kind !== 'allowed')
  return {
    answer: answerTo({ ...question, mayDoMeant: refused === undefined }),
    meant: { ...(refused ?? first), steps: traces.flatMap(({ steps }) => steps) },
  }
}

function answerFor(
  user: UserInfo,
  question: ReviewQuestion,
  request: HTTPRequest,
  authorizer: Authorizer,
  budget: StepBudget,
): TraceOfDesign {
  const design = REVIEW_HANDLERS[question.kind]
  const running = design.run({
    request,
    requestor: user,
    attributes: { ok: false, code: 500, message: '' },
    target: { kind: 'none' },
    featureEnabled: false,
    assumptions: {},
    question,
    memory: new ServerMemory(),
  })
  const { steps, result } = record(running, authorizer, undefined, budget)
  const trace = { design: design.id, requestor: user, steps, featureEnabled: false, question, ...result }
  return { trace, design }
}

/** Compares the status of a review, which a cluster wrote, with the answer here. */
function statusNote(
  { allowed, denied, reason, span }: NonNullable<WrittenReview['status']>,
  { outcome, steps }: Trace,
  { request }: Scenario,
): Diagnostic {
  const answer = steps.find(({ check }) => check !== undefined)?.check?.answer
  const said = denied ? 'denied: true' : `allowed: ${allowed}`
  const range = new LineIndex('request', request.text).range(span)
  const about = { code: 'review-status', ...(reason !== '' && { detail: reason }), range }
  if (allowed === (outcome.kind === 'allowed') && denied === (answer?.decision === 'Deny')) {
    const other = allowed && reason !== '' && reason !== answer?.reason ? ' The reasons differ.' : ''
    return { severity: 'note', ...about, message: `The status says ${said}, and so does the playground.${other}` }
  }
  const here = answer?.decision === 'Deny' ? 'denied' : outcome.kind === 'allowed' ? 'allowed' : 'not allowed'
  const unanswered =
    allowed || denied || reason !== '' ? '' : ' A review that nobody has answered has this status, too.'
  const message = `The status says ${said}, and here it is ${here}.${unanswered}`
  const fix = 'Compare the policy and the authorizers here with those of the cluster.'
  return { severity: 'warning', ...about, message, fix }
}

/** Says that this cluster refuses the request by which the command asks, so that it would not get the answer that is shown. */
function refusedNote({ kind }: ReviewQuestion, { username }: UserInfo, { cluster, request }: Scenario): Diagnostic {
  const who = username === '' ? 'the user' : username
  const why = cluster.defaultRoles === true ? '' : ', and the default roles do not count here'
  const message =
    kind === 'who'
      ? `who-can would get no answer in this cluster, because ${who} may not list roles and bindings.`
      : `kubectl would print an error in this cluster, because ${who} may not create the review. The default role system:basic-user lets every member of system:authenticated create it${why}.`
  const range = new LineIndex('request', request.text).range({ start: 0, end: 0 })
  return { severity: 'note', code: 'review-refused', message, range }
}
