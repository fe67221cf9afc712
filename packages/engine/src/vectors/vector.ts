import type { AuthorizationMode } from '../authorizers/index.ts'
import type { ChangeTexts } from '../changes/index.ts'
import type { Assumptions } from '../designs/index.ts'
import { type KubernetesVersion, type PlainUser, UNNAMED_VERSION, type WebhookVisit } from '../kube/index.ts'
import { increments } from '../report/index.ts'
import type { Phase, Trace } from '../trace/index.ts'

/** A user in a vector: empty strings and lists are omitted, including the username. */
export type VectorUser = Partial<PlainUser>

/** One check in a vector: empty strings and lists are omitted. */
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
   * Of a conditional decision: CEL that is true exactly where the API server would decide Allow. Compared by its value
   * on many targets and requests, never by its text; not compared where it is absent.
   */
  readonly condition?: string
  /** Of a conditional decision: its result for this request. */
  readonly settled?: string
  /** Who evaluated the condition, where it was the authorizer: by an `AuthorizationConditionsReview` (KEP-5681). */
  readonly evaluator?: 'authorizer'
  readonly reason?: string
}

/** The answer to one request. */
export interface VectorAnswer {
  readonly checks: readonly VectorCheck[]
  readonly impersonatedUser?: VectorUser
  readonly constraint?: string
  readonly code: number
  readonly message?: string
  /** Not compared where it is absent: older files do not have it. */
  readonly metrics?: VectorMetrics
  /** Compared where it is there: where the chain comes from an AuthorizationConfiguration. */
  readonly chain?: VectorChain
  /**
   * The audit event at level Metadata and stage ResponseComplete, without times, addresses and identifiers. Not
   * compared where it is absent, nor for a 500, for which the API server writes none.
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

/** The compared parts of an answer. `reasons` are the checks' reasons. */
export const COMPARED = [
  'checks',
  'reasons',
  'impersonatedUser',
  'constraint',
  'code',
  'message',
  'metrics',
  'chain',
  'audit',
] as const
/** A compared part of an answer. */
export type Compared = (typeof COMPARED)[number]

/** One scenario of a vectors file: a policy, and requests that one server answers in order. */
export interface VectorScenario extends ChangeTexts {
  readonly id: string
  readonly design?: string
  /** The choices for what the design's document leaves open; a choice that is not named has its default. */
  readonly assumptions?: Assumptions
  /** The sentence that the answers rest on: document, section, words. Vectors of designs without code have it. */
  readonly rests?: string
  readonly cluster?: {
    /** Absent: 1.36. */
    readonly version?: KubernetesVersion
    readonly constrainedImpersonation?: boolean
    /**
     * The gate of connections to pods, as of 1.35. Absent: the answers are those of the filters alone, except where one of them
     * has a check of such a handler.
     */
    readonly authorizePodWebsocketUpgradeCreatePermission?: boolean
    readonly authorizationModes?: readonly AuthorizationMode[]
    readonly defaultRoles?: boolean
    readonly objects?: string
    /** Reviews and the webhook's answers to them, where the modes include `Webhook`. */
    readonly webhook?: string
    /** An AuthorizationConfiguration, which comes instead of the modes. */
    readonly authorizationConfig?: string
  }
  readonly policy: string
  /** May be left out where each request has its own. */
  readonly requestor?: VectorUser
  readonly requests: readonly VectorRequest[]
  readonly expect?: readonly VectorAnswer[]
  /** Instead of `expect`: the API server cannot read the policy. */
  readonly error?: string
  readonly compare?: readonly Compared[]
}

/**
 * The increments of the filters' counters for one request: the impersonation filter's by `mode/decision` (a refused
 * attempt has no mode), the authorization filter's by result.
 */
export interface VectorMetrics {
  readonly attempts?: Readonly<Record<string, number>>
  readonly authorizations?: Readonly<Record<string, number>>
  readonly requests?: Readonly<Record<string, number>>
}

/**
 * The increments of the chain’s counters for one request, by their labels with `/` between them, and the reviews that each webhook
 * received. Counters without an increment are absent.
 */
export interface VectorChain {
  readonly received?: Readonly<Record<string, number>>
  readonly decisions?: Readonly<Record<string, number>>
  readonly evaluations?: Readonly<Record<string, number>>
  readonly failOpen?: Readonly<Record<string, number>>
  readonly exclusions?: Readonly<Record<string, number>>
  readonly conditionErrors?: Readonly<Record<string, number>>
}

const COUNTERS: Readonly<Record<keyof VectorMetrics, string>> = {
  attempts: 'apiserver_impersonation_attempts_total',
  authorizations: 'apiserver_impersonation_authorization_attempts_total',
  requests: 'authorization_attempts_total',
}

const CHAIN_COUNTERS: Readonly<Record<Exclude<keyof VectorChain, 'received'>, string>> = {
  decisions: 'apiserver_authorization_decisions_total',
  evaluations: 'apiserver_authorization_webhook_evaluations_total',
  failOpen: 'apiserver_authorization_webhook_evaluations_fail_open_total',
  exclusions: 'apiserver_authorization_match_condition_exclusions_total',
  conditionErrors: 'apiserver_authorization_match_condition_evaluation_errors_total',
}

/** The metrics of a trace as a vector has them, without counters that were not incremented. */
export function vectorMetrics(trace: Trace): VectorMetrics {
  return counted(trace, COUNTERS)
}

/** What the chain of a trace counted, as a vector has it. */
export function vectorChain(trace: Trace): VectorChain {
  const received: Record<string, number> = {}
  for (const visit of trace.steps.flatMap(({ check }) => check?.answer.webhooks ?? []))
    if (isReceived(visit)) received[visit.name] = (received[visit.name] ?? 0) + 1
  return { ...(Object.keys(received).length > 0 && { received }), ...counted(trace, CHAIN_COUNTERS) }
}

function counted(
  trace: Trace,
  counters: Readonly<Record<string, string>>,
): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const incremented = increments(trace, UNNAMED_VERSION)
  const metrics = Object.entries(counters).flatMap(([key, counter]) => {
    const values = incremented.filter(({ name }) => name === counter)
    if (values.length === 0) return []
    return [[key, Object.fromEntries(values.map(({ labels, by }) => [Object.values(labels).join('/'), by]))] as const]
  })
  return Object.fromEntries(metrics)
}

/** Whether the webhook got the review. */
function isReceived(visit: WebhookVisit): boolean {
  return visit.is === 'failed' || (visit.is === 'asked' && visit.cachedFor === undefined)
}
