import type { VectorAnswer, VectorCheck } from '@authz-playground/engine/vectors'
import type { WireResponse } from '../cluster/http.ts'
import { type AuditEvent, authorizationOf, comparableEvent } from './audit-events.ts'

/** What a server did with one request, as far as anybody can see. */
export interface Seen {
  readonly response: WireResponse
  /** Absent where the server wrote none. */
  readonly event?: AuditEvent
  /** The checks that the constrained filter logged. */
  readonly checks: readonly VectorCheck[]
  /** What the RBAC authorizer logged that it did not allow. */
  readonly notAuthorized: readonly string[]
}

/**
 * What was seen in the words of a vector. The authorization of the request itself is told by the audit event's
 * annotations, whose decision and reason take the place of those in `authorization`, the check that was expected there.
 * A request that was allowed counts as 200, whatever admission and the handler made of it, unless the handler is `played`.
 */
export function seenAnswer(
  { response, event, checks }: Seen,
  authorization: VectorCheck | undefined,
  played: boolean,
): VectorAnswer {
  const told = event && authorizationOf(event)
  const allowed = told?.decision === 'allow'
  const counts = allowed && !played
  const last = told && {
    ...(authorization ?? { phase: 'request', user: {} }),
    decision: allowed ? 'Allow' : 'NoOpinion',
    reason: told.reason,
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
