import type { ReviewQuestion } from '../kube/index.ts'
import type { Diagnostic, Span } from '../text/index.ts'

/**
 * The forms in which a request can be written as one text: of a `review` the question is its one check, and who sends it does not matter. The
 * form with fields is a view of these, not one more.
 */
export type RequestForm = 'http' | 'kubectl' | 'curl' | 'review'

/** The single source of every view of a request: the text that was written last, and its form. */
export interface RequestText {
  readonly form: RequestForm
  readonly text: string
}

/** One header line of a request. */
export interface HTTPHeader {
  /** As written; the API server compares names without case, through Go's canonical form. */
  readonly name: string
  readonly value: string
  /** Its range in the request text (for kubectl, that of the flag). Absent in requests built in code. */
  readonly span?: Span
}

/** An HTTP/1.1 request. */
export interface HTTPRequest {
  /** As written, e.g. `GET`. */
  readonly method: string
  /** Path and query as sent, percent-encoded: `/api/v1/namespaces/prod/pods?limit=500`. */
  readonly target: string
  readonly headers: readonly HTTPHeader[]
  /** Empty when there is none. */
  readonly body: string
}

/** One of the requests that a command sends. */
export interface CommandRequest {
  readonly request: HTTPRequest
  /**
   * The index of an earlier request of the command, and the answer to it after which this one is sent; `success` may also
   * be that of a request sent after its failure. Absent for a request that is always sent.
   */
  readonly after?: { readonly index: number; readonly answer: 'success' | 'failure' }
}

/** The result of reading a request text. `request` is absent when the request line is invalid. */
export interface ReadRequest {
  readonly request?: HTTPRequest
  /** All requests of a command that sends several, in their order; `request` is one of them. */
  readonly command?: readonly CommandRequest[]
  /** What a command or a review asks, where `request` sends the review. */
  readonly question?: ReviewQuestion
  /** An error here means that a part was not understood: no answer may look decided. */
  readonly diagnostics: readonly Diagnostic[]
}

/** A request printed in one form. */
export interface PrintedRequest {
  readonly text: string
  /** Why this form cannot carry the whole request, and what the text has instead; absent when it can. */
  readonly gap?: string
}
