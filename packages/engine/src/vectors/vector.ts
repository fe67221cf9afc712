import type { AuthorizationMode } from '../authorizers/index.ts'
import type { ChangeTexts } from '../changes/index.ts'
import type { Assumptions } from '../designs/index.ts'
import type { PlainUser } from '../kube/index.ts'
import type { Phase } from '../trace/index.ts'
import type { VectorMetrics } from './metrics.ts'

/** A user as a vector writes it: empty strings and lists are left out, the username too. */
export type VectorUser = Partial<PlainUser>

/** One check as a vector writes it: empty strings and lists are left out. */
export interface VectorCheck {
  readonly phase: Phase
  readonly user: VectorUser
  readonly verb?: string
  readonly apiGroup?: string
  readonly apiVersion?: string
  readonly resource?: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
  readonly path?: string
  /** The ClusterAccessRule that the review relies on. */
  readonly accessRule?: string
  readonly fieldSelector?: readonly string[]
  readonly labelSelector?: readonly string[]
  readonly decision: string
  /**
   * Of a conditional decision: CEL that is true exactly where the API server would come to Allow. Compared by its value
   * over many targets and requests, never by its text; not compared where it is absent.
   */
  readonly condition?: string
  /** Of a conditional decision: what it came to for this request. */
  readonly settled?: string
  readonly reason?: string
}

/** What came of one request. */
export interface VectorAnswer {
  readonly checks: readonly VectorCheck[]
  readonly impersonatedUser?: VectorUser
  readonly constraint?: string
  readonly code: number
  readonly message?: string
  /** Not compared where it is absent: older files do not have it. */
  readonly metrics?: VectorMetrics
  /**
   * The audit event at level Metadata and stage ResponseComplete, without times, addresses and identifiers. Not
   * compared where it is absent, nor for a 500, of which the API server writes none.
   */
  readonly audit?: Readonly<Record<string, unknown>>
}

/** One request of a scenario, as a client sends it. */
export interface VectorRequest {
  readonly method: string
  readonly url: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly requestor?: VectorUser
  /** Seconds since the request before. */
  readonly after?: number
  /** The object or patch that it sends. */
  readonly body?: string
}

/** What of an answer is compared. `reasons` are the checks' reasons. */
export const COMPARED = [
  'checks',
  'reasons',
  'impersonatedUser',
  'constraint',
  'code',
  'message',
  'metrics',
  'audit',
] as const
/** A part of an answer that is compared. */
export type Compared = (typeof COMPARED)[number]

/** One scenario of a vectors file: a policy, and requests that one server answers in order. */
export interface VectorScenario extends ChangeTexts {
  readonly id: string
  readonly design?: string
  /** How the design reads what its document leaves open; what is not named is read as it is by default. */
  readonly assumptions?: Assumptions
  /** The sentence that the answers rest on: document, section, words. Vectors of designs without code have it. */
  readonly rests?: string
  readonly cluster?: {
    readonly constrainedImpersonation?: boolean
    readonly authorizationModes?: readonly AuthorizationMode[]
    readonly defaultRoles?: boolean
    readonly objects?: string
    /** Reviews and what the webhook answers to them, where the modes have `Webhook`. */
    readonly webhook?: string
  }
  readonly policy: string
  /** May be left out where each request has its own. */
  readonly requestor?: VectorUser
  readonly requests: readonly VectorRequest[]
  readonly expect?: readonly VectorAnswer[]
  /** Instead of `expect`: the policy is one that the API server does not read. */
  readonly error?: string
  readonly compare?: readonly Compared[]
}
