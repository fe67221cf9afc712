import { describe, expect, it } from 'vitest'
import type { Authorizer } from '../authorizers/index.ts'
import { clientReview } from '../designs/index.ts'
import { allowingVerbs, runDesign, wireRequest } from '../designs/testing.ts'
import { attributesOf } from '../http/index.ts'
import { userInfo } from '../kube/index.ts'
import type { Trace } from '../trace/index.ts'
import { plainText, sentences } from '../words/index.ts'
import { auditEvent } from './audit.ts'
import { responseOf } from './response.ts'

const FOR_JANE = wireRequest({ 'Impersonate-User': 'jane' })

/** Allows everything but a verb to a user. */
function butFor(username: string, verb: string, reason = ''): Authorizer {
  return {
    authorize: (asked) => ({
      decision: asked.user.username === username && asked.verb === verb ? 'NoOpinion' : 'Allow',
      reason: asked.user.username === username && asked.verb === verb ? reason : '',
    }),
  }
}

const traceOf = (authorizer: Authorizer): Trace => ({
  design: 'client-review',
  requestor: userInfo({ username: 'ctl' }),
  featureEnabled: false,
  ...runDesign(clientReview, FOR_JANE, authorizer),
})
const audited = (trace: Trace) => {
  const understood = attributesOf(FOR_JANE, trace.requestor)
  return auditEvent(trace, clientReview, FOR_JANE, understood.ok ? understood.attributes : undefined)
}
const said = (trace: Trace) => plainText(sentences(trace, FOR_JANE).answer)

describe('a client that asks first', () => {
  it('is answered with the review where that says no', () => {
    expect(JSON.parse(responseOf(traceOf(butFor('jane', 'list', 'RBAC: no')).outcome)?.body ?? '')).toMatchObject({
      kind: 'SubjectAccessReview',
      spec: { user: 'jane' },
      status: { allowed: false, reason: 'RBAC: no' },
    })
  })

  it('shows audit the controller, whichever request came last', () => {
    const user = { username: 'ctl' }
    const acted = audited(traceOf(allowingVerbs('create', 'list')))
    expect(acted).toMatchObject({ verb: 'list', user })
    expect(acted).not.toHaveProperty('impersonatedUser')
    expect(audited(traceOf(butFor('jane', 'list')))).toMatchObject({
      requestURI: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
      verb: 'create',
      user,
      objectRef: { resource: 'subjectaccessreviews' },
      responseStatus: { code: 201 },
      annotations: { 'authorization.k8s.io/decision': 'allow' },
    })
    expect(audited(traceOf(butFor('ctl', 'create')))).toMatchObject({
      verb: 'create',
      user,
      responseStatus: { code: 403 },
      annotations: { 'authorization.k8s.io/decision': 'forbid' },
    })
  })

  it('learns that it needs the permission as well, where it does not have it', () => {
    const trace = traceOf(butFor('ctl', 'list'))
    expect(said(trace)).toBe('403: ctl may not list pods in namespace prod: no rule grants it.')
    const { because } = sentences(trace, FOR_JANE)
    expect(plainText(because)).toMatch(/^The review says that the target may\. The requestor .* as well\.$/)
  })

  it('is described as acting for somebody, and not as them', () => {
    expect(said(traceOf(allowingVerbs('create', 'list')))).toBe('200: ctl may list pods in namespace prod for jane.')
    expect(said(traceOf(butFor('jane', 'list')))).toBe(
      '201: ctl does not list pods in namespace prod for jane: the review says that jane may not.',
    )
    expect(said(traceOf(butFor('ctl', 'create')))).toMatch(
      /^403: ctl may not list pods .* for jane: no rule grants create on /,
    )
  })
})
