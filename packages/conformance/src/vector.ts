import type { AuthorizationMode, PlainUser } from '@authz-playground/engine'
import type { VectorMetrics } from './metrics.ts'

/** One check as a vector writes it: empty strings and lists are left out. */
export interface VectorCheck {
  readonly phase: 'impersonation' | 'request'
  readonly user: PlainUser
  readonly verb?: string
  readonly apiGroup?: string
  readonly apiVersion?: string
  readonly resource?: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
  readonly path?: string
  readonly fieldSelector?: readonly string[]
  readonly labelSelector?: readonly string[]
  readonly decision: string
  readonly reason?: string
}

/** What came of one request. */
export interface VectorAnswer {
  readonly checks: readonly VectorCheck[]
  readonly impersonatedUser?: PlainUser
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

export interface VectorRequest {
  readonly method: string
  readonly url: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly requestor?: PlainUser
  /** Seconds since the request before. */
  readonly after?: number
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
export type Compared = (typeof COMPARED)[number]

/** One scenario of a vectors file: a policy, and requests that one server answers in order. */
export interface VectorScenario {
  readonly id: string
  readonly design?: string
  readonly cluster?: {
    readonly constrainedImpersonation?: boolean
    readonly authorizationModes?: readonly AuthorizationMode[]
    readonly defaultRoles?: boolean
    readonly objects?: string
  }
  readonly policy: string
  readonly requestor: PlainUser
  readonly requests: readonly VectorRequest[]
  readonly expect?: readonly VectorAnswer[]
  /** Instead of `expect`: the policy is one that the API server does not read. */
  readonly error?: string
  readonly compare?: readonly Compared[]
}

/** Reads NDJSON. Throws with the line's number when one is no scenario, since a vector that is not understood proves nothing. */
export function readVectors(text: string): readonly VectorScenario[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    let scenario: VectorScenario
    try {
      scenario = JSON.parse(line) as VectorScenario
    } catch (error) {
      throw new Error(`line ${index + 1}: not JSON: ${error instanceof Error ? error.message : String(error)}`)
    }
    const complaint = notAScenario(scenario)
    if (complaint !== undefined) throw new Error(`line ${index + 1}: ${complaint}`)
    return [scenario]
  })
}

function notAScenario(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'a scenario must be an object'
  const scenario = value as Partial<VectorScenario>
  if (typeof scenario.id !== 'string') return 'the scenario has no id'
  if (typeof scenario.policy !== 'string') return `${scenario.id}: no policy`
  if (scenario.error === undefined && !Array.isArray(scenario.expect)) return `${scenario.id}: neither expect nor error`
  if (typeof scenario.requestor?.username !== 'string' && !scenario.requests?.every(({ requestor }) => requestor)) {
    return `${scenario.id}: no requestor`
  }
  if (scenario.error === undefined && scenario.requests?.length !== scenario.expect?.length) {
    return `${scenario.id}: as many answers as requests are needed`
  }
  return undefined
}
