import { describe, expect, it } from 'vitest'
import { type AuditEvent, authorizationOf, comparableEvent, eventOf } from './audit-events.ts'

const EVENT: AuditEvent = {
  kind: 'Event',
  level: 'Metadata',
  auditID: 'a.1',
  stage: 'ResponseStarted',
  requestURI: '/api/v1/pods?watch=true',
  sourceIPs: ['127.0.0.1'],
  user: { username: 'jane' },
  objectRef: { resource: 'pods', uid: 'x', resourceVersion: '7' },
  responseStatus: { code: 404, message: 'not found' },
  requestReceivedTimestamp: 't',
  stageTimestamp: 't',
  annotations: {
    'authorization.k8s.io/decision': 'allow',
    'authorization.k8s.io/reason': 'RBAC: …',
    'k8s.io/deprecated': 'true',
  },
}

describe('an audit event', () => {
  it('is the last that speaks of a request', () => {
    const lines = [{ ...EVENT, auditID: 'a.10' }, EVENT, { ...EVENT, stage: 'ResponseComplete' }].map((event) =>
      JSON.stringify(event),
    )
    expect(eventOf([...lines, '{"auditID":"a.1"'], 'a.1')?.stage).toBe('ResponseComplete')
    expect(eventOf(lines, 'a.2')).toBeUndefined()
  })

  it('contains the decision of the request’s authorization', () => {
    expect(authorizationOf(EVENT)).toEqual({ decision: 'allow', reason: 'RBAC: …' })
    expect(authorizationOf({ ...EVENT, annotations: {} })).toBeUndefined()
  })

  it('is compared without the fields that only the server knows, and without the result after authorization', () => {
    expect(comparableEvent(EVENT, false)).toEqual({
      kind: 'Event',
      level: 'Metadata',
      stage: 'ResponseComplete',
      requestURI: '/api/v1/pods?watch=true',
      user: { username: 'jane' },
      objectRef: { resource: 'pods' },
      responseStatus: { metadata: {}, code: 200 },
      annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': 'RBAC: …' },
    })
  })

  it('is compared with all that the handler did, where that is played', () => {
    const { objectRef, responseStatus } = comparableEvent(EVENT, true)
    expect({ objectRef, responseStatus }).toEqual({ objectRef: EVENT.objectRef, responseStatus: EVENT.responseStatus })
  })

  it('keeps the status of a refusal', () => {
    const refused = {
      ...EVENT,
      annotations: { 'authorization.k8s.io/decision': 'forbid' },
      responseStatus: { code: 403 },
    }
    expect(comparableEvent(refused, false).responseStatus).toEqual({ code: 403 })
  })
})
