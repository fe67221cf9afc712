/**
 * What was asked of a cluster: distinct requests with their counts. Two observations merge to what reading both of their
 * logs together gives, in any order.
 */
export interface Observation {
  /** Sorted by their keys, so that equal observations print the same. */
  readonly requests: readonly SeenRequest[]
  /** What could not be read, by its reason. */
  readonly unread: readonly Unread[]
}

/** Whoever sent requests, as far as RBAC and the modes of impersonation look at it. */
export interface SeenUser {
  readonly username: string
  /** Sorted. */
  readonly groups: readonly string[]
  /** The node that its token is bound to (`authentication.kubernetes.io/node-name`); empty where it is bound to none. */
  readonly node: string
}

/** The impersonated user as the log has it: with the groups that the API server added, in their order. */
export interface SeenTarget {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** What a request asks for. A field that does not apply is empty: `path` for resources, all others but `verb` for paths. */
export interface SeenAttributes {
  readonly verb: string
  readonly apiGroup: string
  readonly apiVersion: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly path: string
}

/**
 * `allowed`: authorization let it through, whatever its handler said. `forbidden`: the impersonation filter or an authorizer
 * refused it. `unknown`: the log does not tell, or it failed before.
 */
export type SeenAnswer = 'allowed' | 'forbidden' | 'unknown'

/** Who asked for what, as whom, with which answer: what tells two observed requests apart. */
export interface SeenParts {
  readonly requestor: SeenUser
  /** Absent for a request without impersonation. */
  readonly target?: SeenTarget
  readonly attributes: SeenAttributes
  readonly answer: SeenAnswer
  /** The audit event's `impersonationConstraint`; empty where legacy impersonation allowed it, or nothing was impersonated. */
  readonly constraint: string
}

/** Requests that differ in nothing that RBAC looks at. */
export interface SeenRequest extends SeenParts {
  readonly count: number
  /**
   * The audit IDs that the count is of, sorted; a request without one is counted beside them. Absent where there are none. By them a
   * request counts once, however often it is read.
   */
  readonly ids?: readonly string[]
  /** It was going on when the log ended, such as a watch: its last stage was not read. It has one audit ID. */
  readonly isOpen?: true
  /** When it was first and last seen, RFC 3339 in UTC; empty where the log has no times. */
  readonly first: string
  readonly last: string
  /** The first places that it was read from, such as `audit.log:17`; at most three. */
  readonly seenAt: readonly string[]
}

/** What could not be read, or does not tell who asked for what. */
export interface Unread {
  /** A sentence without its full stop. */
  readonly reason: string
  readonly count: number
  /** At most three. */
  readonly seenAt: readonly string[]
  /** The audit IDs of requests of which only the first stage was read: the log of another shard may have the last. */
  readonly ids?: readonly string[]
}
