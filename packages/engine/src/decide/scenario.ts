import type { AuthorizationMode } from '../authorizers/index.ts'
import type { ChangeTexts } from '../changes/index.ts'
import type { Assumptions, KubernetesVersion } from '../designs/index.ts'
import type { RequestText } from '../http/index.ts'
import type { PlainUser } from '../kube/index.ts'

/** The cluster that a scenario plays on. */
export interface ClusterSettings {
  /** Sets the feature gate as that version was released. */
  readonly version: KubernetesVersion
  /** The gate `ConstrainedImpersonation`, where it is set apart from the version's default. A version without the gate ignores it. */
  readonly constrainedImpersonation?: boolean
  /** As in `--authorization-mode`; `system:masters` always comes first. */
  readonly authorizationModes: readonly AuthorizationMode[]
  /** Whether the roles and bindings that kube-apiserver makes itself count, after the policy's own. */
  readonly defaultRoles?: boolean
}

/** One of several requests to the same server, with who sends it. */
export interface SentRequest {
  readonly request: RequestText
  readonly requestor: PlainUser
  /** Seconds since the request before; 0 where left out. */
  readonly after?: number
}

/**
 * Everything that decides: the same scenario gives the same trace, wherever it runs. The server has just started when
 * the first request comes; what it remembers of one request, the next ones meet.
 */
export interface Scenario extends SentRequest, ChangeTexts {
  readonly version: 1
  readonly policy: string
  /** Stored objects that the Node authorizer knows: pods, volumes, attachments, resource slices. YAML. */
  readonly objects?: string
  /** Reviews and what the webhook answers to them. YAML. */
  readonly webhook?: string
  readonly cluster: ClusterSettings
  /** The id of a design. */
  readonly design: string
  /** How designs read what their documents leave open, by design; what is not named is read as it is by default. */
  readonly assumptions?: Readonly<Record<string, Assumptions>>
  /** Requests that the same server answered before this one, in order. */
  readonly earlier?: readonly SentRequest[]
  /** Requests that it answers after this one, in order. They change nothing about this one. */
  readonly later?: readonly SentRequest[]
}

/** All requests of a scenario to its server, in their order. */
export function sentRequests({
  earlier = [],
  request,
  requestor,
  after,
  later = [],
}: Scenario): readonly SentRequest[] {
  return [...earlier, { request, requestor, ...(after !== undefined && { after }) }, ...later]
}

/** A scenario that shows another one of its requests. Undefined where there is none such. */
export function showing(scenario: Scenario, index: number): Scenario | undefined {
  const { earlier: _, later: __, after: ___, ...rest } = scenario
  const all = sentRequests(scenario)
  const shown = all[index]
  const later = all.slice(index + 1)
  return (
    shown && {
      ...rest,
      ...shown,
      ...(index > 0 && { earlier: all.slice(0, index) }),
      ...(later.length > 0 && { later }),
    }
  )
}

/** A scenario that ends with one of its requests, which is the one that is decided. Undefined where there is none such. */
export function endingWith(scenario: Scenario, index: number): Scenario | undefined {
  const shown = showing(scenario, index)
  if (shown === undefined) return undefined
  const { later: _, ...rest } = shown
  return rest
}
