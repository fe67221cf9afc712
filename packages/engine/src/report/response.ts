import type { Outcome, Trace } from '../trace/index.ts'
import { selfSubjectAccessReview, subjectAccessReview } from './review.ts'

const PLAIN = 'text/plain; charset=utf-8'

/** The HTTP response as far as the authorization chain decides it. */
export interface Response {
  readonly code: number
  readonly contentType: string
  /** A `Status` or a review as indented JSON, the plain text of a 500, or empty where the request goes on to its handler. */
  readonly body: string
}

/** The response to a review that a command sends, with the answer to its question; its body is empty for lists and users. */
export function responseWithAnswer({ steps }: Trace): Response {
  const check = steps.find((step) => step.check !== undefined)?.check
  const review = check && selfSubjectAccessReview(check)
  return { code: 201, contentType: 'application/json', body: review ? JSON.stringify(review, undefined, 2) : '' }
}

/** The response to the client; undefined for the answer to a question, which is not a request. */
export function responseOf(outcome: Outcome): Response | undefined {
  switch (outcome.kind) {
    case 'allowed':
      return { code: outcome.code, contentType: '', body: '' }
    case 'forbidden':
    case 'refused':
    case 'bad-request':
      return outcome.status === undefined
        ? { code: outcome.code, contentType: PLAIN, body: outcome.message }
        : { code: outcome.code, contentType: 'application/json', body: JSON.stringify(outcome.status, undefined, 2) }
    case 'not-sent':
      return {
        code: outcome.code,
        contentType: 'application/json',
        body: JSON.stringify(subjectAccessReview(outcome.review), undefined, 2),
      }
    case 'answered':
    case 'answered-no':
      return undefined
    case 'internal-error':
      return { code: 500, contentType: PLAIN, body: outcome.message }
  }
}
