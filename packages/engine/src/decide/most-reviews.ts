import type { Authorizer, WebhookSettings } from '../authorizers/index.ts'
import { type Assumptions, ServerMemory } from '../designs/index.ts'
import { type Answer, type Attributes, reviewedAttributes, reviewedUser, type WebhookVisit } from '../kube/index.ts'
import type { Trace } from '../trace/index.ts'
import type { Decided } from './decided.ts'
import { traceOf } from './trace-of.ts'

/** What one request costs an API server at most. */
export interface ReviewLoad {
  /** With the `AuthorizationConditionsReview`s of authorizers that evaluate their own conditions. */
  readonly reviews: number
  /** Calls of webhooks, after their caches. Absent where an AuthorizationConfiguration names none. */
  readonly calls?: number
}

/** The most that a request costs, whatever the authorizers answer. */
export interface MostReviews {
  /** On a server that has just started, with all caches cold. */
  readonly cold: ReviewLoad
  /** The same request again at once, after it was allowed. */
  readonly afterAllowed: ReviewLoad
  /** The same after it was refused. */
  readonly afterRefused: ReviewLoad
}

/** The most reviews that are answered in search of the most. A request with more ways has no result. */
const MOST_TRIED = 50_000

/**
 * Decides the request of a decision under every combination of answers, twice in a row on a new server, and returns the most reviews. The
 * same review gets the same answer. Reviews of the handler of a role or binding are not counted: they depend on the rules. Undefined where
 * there is no request, or another kind of answer: a command of several requests, a question, a design that decides by
 * changed fields; and where the request has too many ways.
 */
export function mostReviews(decided: Decided, assumptions: Assumptions = {}): MostReviews | undefined {
  const { trace, design, request, cluster, command, question } = decided
  const { request: asked } = request
  if (trace === undefined || asked === undefined || command || question || design.readsChanges) return undefined
  const { requestor } = trace
  const webhooks = cluster.authorizationConfig?.authorizers.flatMap(({ webhook }) => webhook ?? []) ?? []
  const counted = (one: Trace): ReviewLoad => loadOf(one, webhooks.length > 0)
  let cold: ReviewLoad = NOTHING
  let afterAllowed: ReviewLoad = NOTHING
  let afterRefused: ReviewLoad = NOTHING
  let tried = 0
  /** The ways that are left: the answers to the first reviews, each different from the ways before. */
  const left: (readonly boolean[])[] = [[]]
  for (let way = left.pop(); way !== undefined; way = left.pop()) {
    const answers = new Answers(way, webhooks)
    const memory = new ServerMemory()
    const authorizer = cluster.newCaches()?.before(answers, () => memory.now) ?? answers
    const send = (): Trace => traceOf(design, asked, requestor, cluster.settings, authorizer, { memory, assumptions })
    const first = send()
    const again = send()
    const { given } = answers
    for (let at = way.length; at < given.length; at++) left.push([...given.slice(0, at), false])
    cold = more(cold, counted(first))
    if (first.outcome.kind === 'allowed') afterAllowed = more(afterAllowed, counted(again))
    else afterRefused = more(afterRefused, counted(again))
    tried += first.steps.length + again.steps.length
    if (tried > MOST_TRIED) return undefined
  }
  return { cold, afterAllowed, afterRefused }
}

const NOTHING: ReviewLoad = { reviews: 0 }

function more(one: ReviewLoad, other: ReviewLoad): ReviewLoad {
  const calls = Math.max(one.calls ?? 0, other.calls ?? 0)
  return {
    reviews: Math.max(one.reviews, other.reviews),
    ...((one.calls ?? other.calls) !== undefined && { calls }),
  }
}

function loadOf({ steps }: Trace, hasWebhooks: boolean): ReviewLoad {
  const checks = steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  const answers = checks.map(({ answer }) => answer)
  // Any of them may be answered with conditions.
  const ofConditions = checks.filter(({ evaluator }) => evaluator === 'authorizer').length
  const reviews = answers.length + ofConditions
  if (!hasWebhooks) return { reviews }
  const calls = answers.flatMap(({ webhooks = [] }) => webhooks).filter((one) => !('cachedFor' in one)).length
  return { reviews, calls: calls + ofConditions }
}

/** Authorizers that give some answers, and allow everything after them. Every webhook is asked about each review. */
class Answers implements Authorizer {
  readonly #decisions = new Map<string, boolean>()

  constructor(
    readonly way: readonly boolean[],
    readonly webhooks: readonly WebhookSettings[],
  ) {}

  /** The answers to the reviews so far, in their order: whether each is allowed. */
  get given(): readonly boolean[] {
    return [...this.#decisions.values()]
  }

  authorize(review: Attributes): Answer {
    const key = JSON.stringify([reviewedUser(review.user), reviewedAttributes(review)])
    const isAllowed = this.#decisions.get(key) ?? this.way[this.#decisions.size] ?? true
    this.#decisions.set(key, isAllowed)
    return {
      decision: isAllowed ? 'Allow' : 'NoOpinion',
      reason: '',
      ...(this.webhooks.length > 0 && { webhooks: this.webhooks.map((one) => this.#visit(one, isAllowed)) }),
    }
  }

  /** Of the last webhook, the answer that it may have given and that is kept for a shorter time. */
  #visit({ name, authorizedTTL, unauthorizedTTL }: WebhookSettings, isAllowed: boolean): WebhookVisit {
    const isLast = name === this.webhooks.at(-1)?.name
    const answer = isAllowed && isLast && authorizedTTL < unauthorizedTTL ? 'Allow' : 'NoOpinion'
    return { name, is: 'asked', answer }
  }
}
