import type { ImpersonationMode } from '../../designs/index.ts'

/** Where the output of a cluster comes from. */
export type ObservationSource =
  /** An event of `audit.k8s.io`. */
  | 'audit-event'
  /** Lines of kube-apiserver's log about one request at `--v=5`, such as `Impersonation authorization check`. */
  | 'server-log'
  /** A `Status`, as the API server sends it. */
  | 'status'
  /** The message of a 403, as clients print it. */
  | 'message'

/** A user as far as the text reports it: a field that the text does not report is absent, an empty one is empty. */
export interface ObservedUser {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** The user that the requestor impersonated. */
export type ObservedImpersonation =
  | { readonly kind: 'none' }
  /**
   * The named user may be the requestor or an impersonated user. `byCommand`: a command of the text asks as this user, and the text
   * does not name its sender.
   */
  | { readonly kind: 'not-reported'; readonly byCommand?: true }
  /** `mode` where the text reports it; `legacy` also covers servers without modes. */
  | { readonly kind: 'reported'; readonly target: ObservedUser; readonly mode?: ImpersonationMode }

/** The authorization attributes of a request. Absent: not reported. */
export interface ObservedAttributes {
  readonly verb: string
  readonly isResourceRequest: boolean
  readonly apiGroup: string
  readonly apiVersion?: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** Of non-resource requests. */
  readonly path: string
  /** As in a query. Absent: not reported. */
  readonly fieldSelector?: string
  readonly labelSelector?: string
}

/** A role or binding whose write was refused because it would grant more than its writer holds. */
export interface WrittenObject {
  /** Of `rbac.authorization.k8s.io`. */
  readonly resource: string
  readonly name: string
  /** As the words around the message name it. Absent: not reported. */
  readonly namespace?: string
}

/** The request: the target as the server logs it, the attributes that authorization derived from it, or both. */
export interface ObservedCall {
  /** Absent where the text does not report it. */
  readonly method?: string
  /** Path and query. */
  readonly target?: string
  readonly attributes?: ObservedAttributes
  /** Instead of target and attributes: the text names the object, and not the verb. */
  readonly written?: WrittenObject
  /** The body that the client sent, as JSON. Absent where it is not reported. */
  readonly body?: string
}

/** The cluster's answer. */
export interface ObservedAnswer {
  /** The HTTP status. */
  readonly code?: number
  /** The message of the `Status`, whole. */
  readonly message?: string
  /** The decision of authorization; absent where the request did not get so far or the text does not report it. */
  readonly authorization?: 'allowed' | 'forbidden'
  /** The authorizers' reason, where the text has it. */
  readonly reason?: string
  /** The audit event's `impersonationConstraint`; empty where an event that could have one has none. */
  readonly constraint?: string
}

/** One request, as the output of a cluster reports it. */
export interface ObservedRequest {
  readonly source: ObservationSource
  /** The lines that it was read from, from 1. */
  readonly lines: readonly number[]
  /** How often the text reports it, where equal reports are counted. Absent: once. */
  readonly times?: number
  /** The time as the text has it; empty where the text has none. */
  readonly at: string
  readonly requestor: ObservedUser
  readonly impersonation: ObservedImpersonation
  readonly request: ObservedCall
  /** The check of the impersonation filter that a message of a 403 names, whole. */
  readonly check?: ObservedAttributes
  /** The client of fabric8 wrote that the service account may have been revoked, as it does of every 403 in a pod. */
  readonly saysRevoked?: true
  readonly answer: ObservedAnswer
}

/** Attributes of a non-resource request. */
export function pathAttributes(verb: string, path: string): ObservedAttributes {
  const nowhere = { apiGroup: '', resource: '', subresource: '', namespace: '', name: '' }
  return { ...nowhere, verb, isResourceRequest: false, path, fieldSelector: '', labelSelector: '' }
}
