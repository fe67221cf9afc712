/** The compared fields of an audit event. */
export interface AuditEvent {
  readonly auditID: string
  readonly stage: string
  readonly annotations?: Readonly<Record<string, string>>
  readonly responseStatus?: { readonly code?: number; readonly message?: string }
  readonly user?: object
  readonly impersonatedUser?: object
  readonly objectRef?: Readonly<Record<string, unknown>>
  readonly [key: string]: unknown
}

/** The event of a request: the last of its stages, where there are several. */
export function eventOf(lines: readonly string[], auditID: string): AuditEvent | undefined {
  const quoted = JSON.stringify(auditID)
  return lines
    .filter((line) => line.includes(quoted))
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as AuditEvent]
      } catch {
        return []
      }
    })
    .findLast((event) => event.auditID === auditID)
}

/** The decision of the request's own authorization, or undefined where there was none. */
export function authorizationOf({ annotations = {} }: AuditEvent): { decision: string; reason: string } | undefined {
  const decision = annotations['authorization.k8s.io/decision']
  return decision === undefined ? undefined : { decision, reason: annotations['authorization.k8s.io/reason'] ?? '' }
}

/** Fields that only the server knows, or that a handler adds after authorization. */
const NOT_COMPARED = ['auditID', 'sourceIPs', 'userAgent', 'requestReceivedTimestamp', 'stageTimestamp'] as const

/**
 * The event as in a vector: without times, addresses and identifiers, and for an allowed request without the result
 * after authorization, unless the handler is `played`.
 */
export function comparableEvent(event: AuditEvent, played: boolean): Readonly<Record<string, unknown>> {
  const allowed = !played && authorizationOf(event)?.decision === 'allow'
  const { annotations = {}, objectRef, ...rest } = event
  const decisions = Object.entries(annotations).filter(([key]) => key.startsWith('authorization.k8s.io/'))
  const { uid: _, resourceVersion: __, ...reference } = objectRef ?? {}
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => !NOT_COMPARED.some((one) => one === key))),
    // A running watch is still at the previous stage.
    stage: 'ResponseComplete',
    ...(objectRef && { objectRef: played ? objectRef : reference }),
    ...(decisions.length > 0 && { annotations: Object.fromEntries(decisions) }),
    ...(allowed && { responseStatus: { metadata: {}, code: 200 } }),
  }
}
