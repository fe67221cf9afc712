import type { VectorAnswer, VectorCheck } from '@authz-playground/engine/internal/vectors'
import type { WireResponse } from '../cluster/http.ts'
import { type AuditEvent, authorizationOf, comparableEvent } from './audit-events.ts'

/** The observable behaviour of a server for one request. */
export interface Observation {
  readonly response: WireResponse
  /** Absent where the server wrote none. */
  readonly event?: AuditEvent
  /** The checks that the constrained filter logged. */
  readonly checks: readonly VectorCheck[]
  /** The denials that the RBAC authorizer logged. */
  readonly notAuthorized: readonly string[]
}

/**
 * The observation as a vector's answer. The audit event's annotations report the authorization of the request itself:
 * their decision and reason replace those in `authorization`, the expected check. An allowed request counts as 200,
 * with any result of admission and the handler, unless the handler is `played`.
 */
export function observedAnswer(
  { response, event, checks }: Observation,
  authorization: VectorCheck | undefined,
  played: boolean,
): VectorAnswer {
  const observed = event && authorizationOf(event)
  const allowed = observed?.decision === 'allow'
  const counts = allowed && !played
  const last = observed && {
    ...(authorization ?? { phase: 'request', user: {} }),
    decision: allowed ? 'Allow' : 'NoOpinion',
    reason: observed.reason,
  }
  const { impersonationConstraint } = (event?.authenticationMetadata ?? {}) as {
    readonly impersonationConstraint?: string
  }
  return {
    checks: [...checks, ...(last ? [last as VectorCheck] : [])],
    ...(event?.impersonatedUser && { impersonatedUser: event.impersonatedUser }),
    ...(impersonationConstraint !== undefined && { constraint: impersonationConstraint }),
    code: counts ? 200 : response.status,
    ...(!counts && response.status >= 400 && { message: messageOf(response, event) }),
    ...(event && { audit: comparableEvent(event, played) }),
  }
}

function messageOf({ body }: WireResponse, event: AuditEvent | undefined): string {
  // The answer to HEAD has no body.
  if (body === '') return event?.responseStatus?.message ?? ''
  try {
    return (JSON.parse(body) as { message?: string }).message ?? body
  } catch {
    return body.trimEnd()
  }
}
