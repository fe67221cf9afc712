import type { Authorizer, StepBudget } from '../authorizers/index.ts'
import type { Design } from '../designs/index.ts'
import type { HTTPRequest } from '../http/index.ts'
import type { ReviewQuestion, UserInfo } from '../kube/index.ts'
import { type Diagnostic, LineIndex } from '../text/index.ts'
import type { Trace } from '../trace/index.ts'
import type { Scenario } from './scenario.ts'

/** The question that a command asks by a review, and the answer to it. */
export interface AnsweredQuestion {
  readonly question: ReviewQuestion
  /** The review as a request, and the design that decided it. */
  readonly review: TraceOfDesign
  /**
   * The answer, about the requestor of this trace: the impersonated user where there is one. Absent where the API server
   * refuses the impersonation, or does not understand the review.
   */
  readonly answer?: TraceOfDesign
  /**
   * The API server refuses the review itself, because nobody lets the user create it. `answer` is what it would answer; a
   * cluster lets every authenticated user create such reviews.
   */
  readonly refused: boolean
  readonly shown: 'answer' | 'review'
}

/** The user whom the answer to a review is about. Undefined where it does not get as far as the authorization of the review. */
export function userOfReview({ outcome, impersonatedUser, requestor }: Trace): UserInfo | undefined {
  const authorized = outcome.kind === 'allowed' || (outcome.kind === 'forbidden' && outcome.phase === 'request')
  return authorized ? (impersonatedUser ?? requestor) : undefined
}

/** A review, with the question in it and the user whom it is about. */
export interface AskedReview {
  readonly question: ReviewQuestion
  readonly request: HTTPRequest
  readonly user: UserInfo
}

/** Answers the question of a review: by one check of the authorizers, or by none. May throw `BeyondLimit`. */
export type AnswerReview = (review: AskedReview, authorizer: Authorizer, budget: StepBudget) => TraceOfDesign

/** A trace, and the design whose chart it walks. */
export interface TraceOfDesign {
  readonly trace: Trace
  readonly design: Design
}

/** Says that this cluster refuses the request by which the command asks, so that it would not get the answer that is shown. */
export function refusedReviewNote({ question, requestor: user }: Trace, { cluster, request }: Scenario): Diagnostic {
  const who = user.username === '' ? 'the user' : user.username
  const why = cluster.defaultRoles === true ? '' : ', and the default roles do not count here'
  const message =
    question?.kind === 'who'
      ? `who-can would get no answer in this cluster, because ${who} may not list roles and bindings.`
      : `kubectl would print an error in this cluster, because ${who} may not create the review. The default role system:basic-user lets every member of system:authenticated create it${why}.`
  const range = new LineIndex('request', request.text).range({ start: 0, end: 0 })
  return { severity: 'note', code: 'review-refused', message, range }
}
