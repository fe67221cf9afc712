import type { Diagnostic, Span } from '../text/index.ts'

/** The ways in which a request can be written as one text. The form of fields is a view of these, not a fourth. */
export type RequestForm = 'http' | 'kubectl' | 'curl'

/** The one request behind every view: the text that a person wrote last, and the form it is written in. */
export interface RequestText {
  readonly form: RequestForm
  readonly text: string
}

/** One header line of a request. */
export interface Header {
  /** As written; the API server compares names without case, through Go's canonical form. */
  readonly name: string
  readonly value: string
  /** Where it stands in the request text (for kubectl, the flag that stands for it). Absent in requests built in code. */
  readonly span?: Span
}

/** A request as it goes over the wire. */
export interface HTTPRequest {
  /** As written, e.g. `GET`. */
  readonly method: string
  /** Path and query as sent, percent-encoding and all: `/api/v1/namespaces/prod/pods?limit=500`. */
  readonly target: string
  readonly headers: readonly Header[]
  /** Empty when there is none. */
  readonly body: string
}

/** A request text, read. `request` is absent when not even the request line was understood. */
export interface ReadRequest {
  readonly request?: HTTPRequest
  /** Any error here means that something was not understood: no answer may look decided. */
  readonly diagnostics: readonly Diagnostic[]
}

/** A request printed in one form. */
export interface PrintedRequest {
  readonly text: string
  /** Why this form cannot carry the whole request, and what stands in the text instead; absent when it can. */
  readonly gap?: string
}
