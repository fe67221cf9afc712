import type { Outcome } from '../trace/index.ts'
import { selfSubjectAccessReview, subjectAccessReview } from './review.ts'

const PLAIN = 'text/plain; charset=utf-8'

/** The HTTP response as far as the authorization chain decides it. */
export interface Response {
  readonly code: number
  readonly contentType: string
  /** A `Status` or a review as indented JSON, the plain text of a 500, or empty where the request goes on to its handler. */
  readonly body: string
}

/** The response to the client; undefined where the authorization chain does not decide it. */
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
    case 'answered-no':
      return {
        code: outcome.code,
        contentType: 'application/json',
        body: JSON.stringify(selfSubjectAccessReview(outcome.review), undefined, 2),
      }
    case 'internal-error':
      return { code: 500, contentType: PLAIN, body: outcome.message }
  }
}
