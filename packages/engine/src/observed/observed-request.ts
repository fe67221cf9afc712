import type { ImpersonationMode } from '../designs/index.ts'

/** What a text of a cluster is. */
export type ObservationSource =
  /** An event of `audit.k8s.io`. */
  | 'audit-event'
  /** Lines of kube-apiserver's log about one request at `--v=5`, such as `Impersonation authorization check`. */
  | 'server-log'
  /** A `Status`, as the API server sends it. */
  | 'status'
  /** The message of a 403, as clients print it. */
  | 'message'

/** A user as far as a text tells of it: what it says nothing about is absent, what it says is empty is empty. */
export interface ObservedUser {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Whom the requestor impersonated. */
export type ObservedImpersonation =
  | { readonly kind: 'none' }
  /** The user that is named may be the requestor, or whom a requestor impersonated. */
  | { readonly kind: 'not-reported' }
  /** `mode` where the text tells it; `legacy` covers servers without modes, too. */
  | { readonly kind: 'reported'; readonly target: ObservedUser; readonly mode?: ImpersonationMode }

/** What was asked, in the words of authorization. Absent: not told. */
export interface ObservedAttributes {
  readonly verb: string
  readonly isResourceRequest: boolean
  readonly apiGroup: string
  readonly apiVersion?: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** Of requests for no resource. */
  readonly path: string
  /** As a query has them. Absent: not told. */
  readonly fieldSelector?: string
  readonly labelSelector?: string
}

/** What was asked: the target as the server logs it, or what authorization made of it, or both. */
export interface ObservedCall {
  /** Absent where the text has no word for it. */
  readonly method?: string
  /** Path and query. */
  readonly target?: string
  readonly attributes?: ObservedAttributes
  /** What the client sent, as JSON. Absent where it is not told. */
  readonly body?: string
}

/** What the cluster answered. */
export interface ObservedAnswer {
  /** The HTTP status. */
  readonly code?: number
  /** The message of the `Status`, whole. */
  readonly message?: string
  /** What authorization decided; not told where the request did not come so far, or the text is silent. */
  readonly authorization?: 'allowed' | 'forbidden'
  /** The authorizers' reason, where the text has it. */
  readonly reason?: string
  /** The audit event's `impersonationConstraint`; empty where an event that could have one has none. */
  readonly constraint?: string
}

/** What a text tells of one request. */
export interface ObservedRequest {
  readonly source: ObservationSource
  /** The lines that it was read from, from 1. */
  readonly lines: readonly number[]
  /** When it was, as the text has it; empty where it does not say. */
  readonly at: string
  readonly requestor: ObservedUser
  readonly impersonation: ObservedImpersonation
  readonly request: ObservedCall
  readonly answer: ObservedAnswer
}

/** Attributes of a request for a path that is no resource. */
export function pathAttributes(verb: string, path: string): ObservedAttributes {
  const nowhere = { apiGroup: '', resource: '', subresource: '', namespace: '', name: '' }
  return { ...nowhere, verb, isResourceRequest: false, path, fieldSelector: '', labelSelector: '' }
}
