import type { RequestFacts } from '../authorizers/index.ts'
import type { Answer, Attributes, UserInfo } from '../kube/index.ts'
import type { Grant, SentNames } from './grant.ts'
import type { EdgeId, NodeId, RichText } from './graph.ts'

/**
 * Which part of the request chain asks: the impersonation filter, or the authorization of the request itself. `review`:
 * a request of its own that the client sends before, to ask what somebody else may do. `handler`: what serves the request
 * asks, after its authorization.
 */
export type Phase = 'impersonation' | 'review' | 'request' | 'handler'

/**
 * What a check is for, in the order in which the released feature knows them. `permission`: whether the requestor may
 * go this way at all, whoever the target is and whatever the request asks. `escalate` and `bind`: whether a role may be
 * written that grants more than its writer holds. `create`: whether an update may make what is not there.
 */
export type Purpose =
  | 'permission'
  | 'action'
  | 'username'
  | 'uid'
  | 'group'
  | 'extra'
  | 'request'
  | 'escalate'
  | 'bind'
  | 'create'

/** One access review before it is answered. */
export interface Question {
  readonly phase: Phase
  readonly purpose: Purpose
  readonly attributes: Attributes
  /** Asks for conditions too, which the API server then evaluates with these. Without them, conditions fail closed. */
  readonly facts?: RequestFacts
  /** The modes of impersonation that conditions are evaluated for, one after the other until they allow one. */
  readonly modes?: readonly string[]
}

/** One access review and its answer. */
export interface Check extends Question {
  readonly answer: Answer
  /** What became of a conditional answer when the API server evaluated it. */
  readonly settled?: Answer
}

/** One thing that happened, in order: the request came to a node, or a node made a check. */
export interface Step {
  readonly node: NodeId
  /** The edge by which the request came to the node; absent at the start and on further checks at the same node. */
  readonly edge?: EdgeId
  /** Why that edge was taken, as a clause a person could say. */
  readonly because?: RichText
  readonly check?: Check
}

/** A `metav1.Status` as the API server sends it. */
export interface Status {
  readonly kind: 'Status'
  readonly apiVersion: 'v1'
  readonly metadata: Readonly<Record<string, never>>
  readonly status: 'Failure'
  readonly message: string
  /** Absent where the API server knows none. */
  readonly reason?:
    | 'Forbidden'
    | 'BadRequest'
    | 'NotFound'
    | 'AlreadyExists'
    | 'Conflict'
    | 'Invalid'
    | 'UnsupportedMediaType'
    | 'InternalError'
  readonly details?: {
    readonly name?: string
    readonly group?: string
    readonly kind?: string
    readonly retryAfterSeconds?: number
    /** What validation refuses, field by field. */
    readonly causes?: readonly { readonly reason: string; readonly message: string; readonly field: string }[]
  }
  readonly code: number
}

/** What the client gets. */
export type Outcome =
  /** 201 where a role or binding was made. */
  | { readonly kind: 'allowed'; readonly code: 200 | 201 }
  | {
      readonly kind: 'forbidden'
      readonly code: 403
      readonly message: string
      readonly status: Status
      /** Where it was refused. */
      readonly phase: Phase
      /** What the message speaks of: the first failure, which need not be the last. */
      readonly about: Attributes
    }
  /** Authorized, and refused by what serves it: nothing is stored. */
  | {
      readonly kind: 'refused'
      readonly code: 400 | 403 | 404 | 409 | 415 | 422 | 500
      readonly message: string
      readonly status: Status
    }
  /** Without a Status where the HTTP server refuses the request before any filter sees it. */
  | { readonly kind: 'bad-request'; readonly code: 400; readonly message: string; readonly status?: Status }
  /**
   * The client asked for a review first, was answered that the target may not do it, and sends no request: the API server
   * refused nothing. The code is that of the review. The message is the reason that stands in it.
   */
  | { readonly kind: 'not-sent'; readonly code: 201; readonly message: string; readonly review: Check }
  /** The API server answers these as plain text, not as a Status. */
  | { readonly kind: 'internal-error'; readonly code: 500; readonly message: string }

/** What it cost to check the fields that a request changes. */
export interface FieldChecks {
  /** The changed fields, each as deep as it goes. */
  readonly changed: number
  /** Those of them that had to be covered: all, or the ones that the ordinary verb leaves out. */
  readonly toCover: number
  /** Checks with verbs of fields. */
  readonly checks: number
  /** The path of the first field that no verb covers, which ended the request. */
  readonly missing?: string
}

/** Everything that happened for one request under one design, in order. */
export interface Trace {
  readonly design: string
  readonly requestor: UserInfo
  readonly steps: readonly Step[]
  readonly outcome: Outcome
  /** Absent unless impersonation succeeded. */
  readonly impersonatedUser?: UserInfo
  /** The audit event's `impersonationConstraint`; absent for legacy and for no impersonation. */
  readonly constraint?: string
  /** Absent where the design checks no fields, or the request came not so far. */
  readonly fieldChecks?: FieldChecks
  /** Absent where the request writes no role or binding, or came not so far. */
  readonly grant?: Grant
  /** Absent where the request sends no whole role or binding, or came not so far. */
  readonly sent?: SentNames
  /** The feature gate as the design read it. */
  readonly featureEnabled: boolean
}

/** What became of a role or binding that a request writes. */
export interface Written {
  readonly outcome: Outcome
  readonly because: RichText
  /** Absent where the request was refused before anything could be granted. */
  readonly grant?: Grant
  /** Absent of a patch, and of a body that is not of the kind. */
  readonly sent?: SentNames
}

/**
 * What the API server does with a role or binding that a request sends, once the request itself is authorized. Throws
 * `BeyondLimit` where the rules are too many to compare, or to name in a refusal.
 */
export type Writer = (user: UserInfo) => Generator<Question, Written, Answer>
