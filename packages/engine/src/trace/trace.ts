import type { ConditionalAuthorizer, RequestFacts, StepBudget } from '../authorizers/index.ts'
import type { Answer, Attributes, ReviewQuestion, UserInfo } from '../kube/index.ts'
import type { RichText } from '../text/index.ts'
import type { Grant, SentNames } from './grant.ts'
import type { EdgeId, NodeId } from './graph.ts'
import type { UntriedMode } from './untried-modes.ts'

/**
 * The part of the request chain that asks. `impersonation`: the impersonation filter. `request`: the authorization of the
 * request itself. `review`: a separate request that the client sends first, to ask what somebody else may do. `handler`:
 * the handler that serves the request, after authorization.
 */
export type Phase = 'impersonation' | 'review' | 'request' | 'handler'

/**
 * The purpose of a check, in the order in which the released feature makes them. `permission`: whether the requestor may
 * use this kind of impersonation, for any target and any request. `escalate` and `bind`: whether the user may write a role
 * that grants more than the user holds. `create`: whether an update may create an object that does not exist. `connect`:
 * whether a user who connects with another verb may also create the connection.
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
  | 'connect'

/** One access review, without its answer. */
export interface Question {
  readonly phase: Phase
  readonly purpose: Purpose
  readonly attributes: Attributes
  /**
   * Present where the review accepts conditions: the API server evaluates them with these facts. Without facts, conditions
   * fail closed.
   */
  readonly facts?: RequestFacts
  /**
   * The authorizer evaluates its conditions itself: the API server sends them to it with the facts, in an `AuthorizationConditionsReview`
   * (KEP-5681). Absent where the API server evaluates them.
   */
  readonly evaluator?: 'authorizer'
  /** The modes of impersonation for which conditions are evaluated, one after the other until one is allowed. */
  readonly modes?: readonly string[]
}

/** One access review and its answer. */
export interface Check extends Question {
  readonly answer: Answer
  /** The result of a conditional answer, after the API server evaluated its conditions. */
  readonly settled?: Answer
}

/** Evaluates the conditions of an answer. Returns the check with the results of the conditions and the final answer. */
export type EvaluateConditions = (
  question: Question,
  answer: Answer,
  authorizer: ConditionalAuthorizer,
  budget: StepBudget,
) => Check

/** One step of a run: the request arrived at a node, or a node made a check. */
export interface Step {
  readonly node: NodeId
  /** The edge by which the request arrived at the node. Absent at the start and on further checks at the same node. */
  readonly edge?: EdgeId
  /** The reason why that edge was taken, as a clause of a sentence. */
  readonly because?: RichText
  /** The edges that the request could have taken instead, and why each was not. Only where the reasons differ. */
  readonly instead?: readonly NotTaken[]
  readonly check?: Check
}

/** An edge that a request did not take, and the reason, as a clause of a sentence. */
export interface NotTaken {
  readonly edge: EdgeId
  readonly because: RichText
}

/** A `metav1.Status` as the API server sends it. */
export interface Status {
  readonly kind: 'Status'
  readonly apiVersion: 'v1'
  readonly metadata: Readonly<Record<string, never>>
  readonly status: 'Failure'
  readonly message: string
  /** Absent where the API server sends none. */
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
    /** The errors of validation, field by field. */
    readonly causes?: readonly { readonly reason: string; readonly message: string; readonly field: string }[]
  }
  readonly code: number
}

/** The answer that the client gets. */
export type Outcome =
  /** 201 where a role or binding was created, or a review answered with yes. */
  | { readonly kind: 'allowed'; readonly code: 200 | 201 }
  | {
      readonly kind: 'forbidden'
      readonly code: 403
      readonly message: string
      readonly status: Status
      /** The part of the request chain that refused it. */
      readonly phase: Phase
      /** The check that the message is about: the first that failed, not always the last. */
      readonly about: Attributes
    }
  /** Authorized, but refused by the handler: nothing is stored. */
  | {
      readonly kind: 'refused'
      readonly code: 400 | 403 | 404 | 409 | 415 | 422 | 500
      readonly message: string
      readonly status: Status
    }
  /** `status` is absent where the HTTP server refuses the request before any filter sees it. */
  | { readonly kind: 'bad-request'; readonly code: 400; readonly message: string; readonly status?: Status }
  /**
   * The client made a review first, learned that the target is not allowed, and sends no request: the API server refused
   * nothing. `code` is that of the review; `message` is the reason in it.
   */
  | { readonly kind: 'not-sent'; readonly code: 201; readonly message: string; readonly review: Check }
  /**
   * The handler of a review answers that the user may not: the API server refuses nothing. `message` is the reason and the
   * error in the review.
   */
  | { readonly kind: 'answered-no'; readonly code: 201; readonly message: string; readonly review: Check }
  /** The handler of a review lists rules or subjects, or names the user: nothing was checked, so nothing is allowed by it. */
  | { readonly kind: 'answered'; readonly code: 201 }
  /** The API server answers these as plain text, not as a Status. */
  | { readonly kind: 'internal-error'; readonly code: 500; readonly message: string }

/** The numbers of changed fields and of checks for them. */
export interface FieldChecks {
  /** The number of changed fields, counted at the deepest level. */
  readonly changed: number
  /** The number of fields that had to be covered: all, or those that the ordinary verb does not cover. */
  readonly toCover: number
  /** The number of checks with verbs for fields. */
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
  /**
   * Impersonation succeeded in the design's mode `legacy`. Absent in designs without one, of which some ask for the verb
   * `impersonate` too.
   */
  readonly byLegacy?: true
  /** Absent where the design checks no fields, or the request ended before that. */
  readonly fieldChecks?: FieldChecks
  /** Absent where the request writes no role or binding, or ended before that. */
  readonly grant?: Grant
  /** Absent where the request does not contain a whole role or binding, or ended before that. */
  readonly sent?: SentNames
  /**
   * The modes of impersonation that were not tried, in the order of the design, each with what kept it from that. Absent where
   * the request does not impersonate, and where the design has no modes that may not apply.
   */
  readonly untried?: readonly UntriedMode[]
  /** Whether the feature gate was on for the design. */
  readonly featureEnabled: boolean
  /** What is answered, where this is the answer to the question of a command, and not to its request. */
  readonly question?: ReviewQuestion
}

/** The result of writing a role or binding. */
export interface RoleWriteResult {
  readonly outcome: Outcome
  readonly because: RichText
  /** Absent where the request was refused before anything could be granted. */
  readonly grant?: Grant
  /** Absent for a patch, and for a body of another kind. */
  readonly sent?: SentNames
}

/**
 * Runs the API server's handler of a role or binding, after the request itself is authorized. Throws `BeyondLimit` where
 * there are too many rules to compare, or to name in a refusal.
 */
export type RoleWriteHandler = (user: UserInfo) => Generator<Question, RoleWriteResult, Answer>
