import type { Authorizer, StepBudget } from '../authorizers/index.ts'
import type { Design } from '../designs/index.ts'
import type { HTTPRequest } from '../http/index.ts'
import type { ReviewQuestion } from '../kube/index.ts'
import type { Diagnostic } from '../text/index.ts'
import type { Trace } from '../trace/index.ts'
import type { Scenario } from './scenario.ts'

/** A trace, and the design whose chart it walks. */
export interface TraceOfDesign {
  readonly trace: Trace
  readonly design: Design
}

/** A question that a command asks by a review. */
export interface AskedQuestion {
  readonly question: ReviewQuestion
  /** The review as a request, and the design that decided it. */
  readonly review: TraceOfDesign
}

/** The question that a command asks by a review, and the answer to it. */
export interface AnsweredQuestion extends AskedQuestion {
  /**
   * The answer, about the requestor of this trace: the impersonated user where there is one. Absent where the API server
   * refuses the impersonation, or does not understand the review.
   */
  readonly answer?: TraceOfDesign
  /** Where requests ask something else: the checks of all that is meant. Refused where one of them is not allowed. */
  readonly meant?: Trace
  /**
   * The API server refuses the review itself, because nobody lets the user create it. `answer` is what it would answer; a
   * cluster lets every authenticated user create such reviews.
   */
  readonly refused: boolean
  /** Says so, where the answer is shown all the same; of a written review, how its status compares. */
  readonly note?: Diagnostic
  readonly shown: 'answer' | 'review'
}

/** Answers the question of a review: by one check of the authorizers, or by none. May throw `BeyondLimit`. */
export type AnswerQuestion = (
  asked: AskedQuestion & { readonly request: HTTPRequest },
  scenario: Scenario,
  authorizer: Authorizer,
  budget: StepBudget,
) => AnsweredQuestion
