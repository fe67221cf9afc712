import { describe, expect, it } from 'vitest'
import { assumptionsOf, constrained, loadDesigns, ServerMemory } from '../designs/index.ts'
import { attributesOf, type HTTPRequest, targetOf } from '../http/index.ts'
import { type Answer, type Attributes, type PlainUser, userInfo } from '../kube/index.ts'
import { record, type Trace } from '../trace/index.ts'
import { plainText, sentences } from '../words/index.ts'
import { auditEvent } from './audit.ts'
import { increments, noImpersonationMetrics, printIncrements } from './metrics.ts'
import { responseOf } from './response.ts'
import { subjectAccessReview } from './review.ts'

const DESIGNS = await loadDesigns()

const CTL: PlainUser = { username: 'system:serviceaccount:default:my-controller', groups: ['ops'], extra: { k: ['v'] } }

function get(target: string, ...headers: readonly (readonly [string, string])[]): HTTPRequest {
  return { method: 'GET', target, headers: headers.map(([name, value]) => ({ name, value })), body: '' }
}

function run(
  request: HTTPRequest,
  allow: (attributes: Attributes) => boolean,
  designId = 'constrained',
  featureEnabled = true,
  {
    reasons = [],
    asking = CTL,
  }: { readonly reasons?: NonNullable<Answer['reasons']>; readonly asking?: PlainUser } = {},
) {
  const design = DESIGNS.find(({ id }) => id === designId) ?? constrained
  const requestor = userInfo(asking)
  const attributes = attributesOf(request, requestor)
  const input = {
    request,
    requestor,
    attributes,
    target: targetOf(request.headers),
    featureEnabled,
    assumptions: assumptionsOf(design),
    memory: new ServerMemory(),
  }
  const { steps, result } = record(design.run(input), {
    authorize: (asked) =>
      allow(asked)
        ? { decision: 'Allow', reason: 'RBAC: allowed' }
        : { decision: 'NoOpinion', reason: reasons.map(({ reason }) => reason).join('\n'), reasons },
  })
  const trace: Trace = { design: designId, requestor, steps, featureEnabled, ...result }
  const asked = attributes.ok ? attributes.attributes : undefined
  const said = sentences(trace, request)
  return {
    trace,
    said: plainText(said.answer),
    because: plainText(said.because),
    audit: auditEvent(trace, design, request, asked),
  }
}

const AS_JANE = get('/api/v1/namespaces/prod/pods', ['Impersonate-User', 'jane'])
const everything = (): boolean => true
const nothing = (): boolean => false

describe('the answer in words', () => {
  it('says who may do what, as whom', () => {
    expect(run(AS_JANE, everything).said).toBe(
      '200: service account default/my-controller may list pods in namespace prod as jane.',
    )
  })

  it('says what is missing when impersonation is refused', () => {
    const { said, because } = run(AS_JANE, nothing)
    expect(said).toBe(
      '403: service account default/my-controller may not list pods in namespace prod as jane: no rule grants impersonate-on:user-info:list on pods in namespace prod.',
    )
    expect(because).toBe('2 checks were made, 2 of them not allowed; the client learns of the first.')
  })

  it('blames the impersonated user’s own permissions when only the request is denied', () => {
    expect(run(AS_JANE, ({ user }) => user.username !== 'jane').said).toBe(
      '403: jane may not list pods in namespace prod: service account default/my-controller may act as jane, but no rule grants jane the request itself.',
    )
  })

  it('names the Node authorizer where it has something to say, and what the others add', () => {
    const nodeSays = "no relationship found between node 'n1' and this object"
    const node = { name: 'Node', reason: nodeSays }
    const denied = run(get('/api/v1/namespaces/prod/secrets/s'), nothing, 'constrained', true, { reasons: [node] })
    expect(denied.said).toBe(
      '403: service account default/my-controller may not get secrets named s in namespace prod: no authorizer allows it.',
    )
    expect(denied.because).toBe(`The Node authorizer says: ${nodeSays}`)
    const missing = 'RBAC: clusterrole.rbac.authorization.k8s.io "x" not found'
    const rbac = { name: 'RBAC', reason: missing }
    expect(run(get('/api/v1/pods'), nothing, 'constrained', true, { reasons: [node, rbac] }).because).toBe(
      `The Node authorizer says: ${nodeSays}. In all: ${nodeSays} and ${missing}`,
    )
    const { said, because } = run(get('/api/v1/pods'), nothing, 'constrained', true, { reasons: [rbac] })
    expect(said).toContain('no rule grants it')
    expect(because).toBe(`The authorizers add: ${missing}`)
  })

  it('gives the words of a webhook as nobody else’s', () => {
    const reasons = [{ name: 'Webhook', reason: 'not mine' }]
    const { said, because } = run(get('/api/v1/pods'), nothing, 'constrained', true, { reasons })
    expect(said).toContain('no authorizer allows it')
    expect(because).toBe('The authorizers add: not mine')
  })

  it('gives the API server’s own words for a refusal that nobody was asked about', () => {
    const { said } = run(
      get('/api/v1/pods', ['Impersonate-User', 'jane'], ['Impersonate-Group', 'system:masters']),
      ({ verb }) => verb !== 'impersonate',
    )
    expect(said).toBe(
      '403: service account default/my-controller may not list pods cluster-wide as jane: impersonating the system:masters group is not allowed.',
    )
  })

  it('speaks of paths, bad headers and bad paths', () => {
    expect(run(get('/healthz'), nothing).said).toBe(
      '403: service account default/my-controller may not get the path /healthz: no rule grants it.',
    )
    expect(run(get('/healthz', ['Impersonate-Uid', 'u']), nothing).said).toMatch(/^400: /)
    expect(run(get('/api/v1/watch'), nothing).said).toMatch(/^500: /)
  })
})

describe('a check as a SubjectAccessReview', () => {
  it('shows what was asked and what was answered', () => {
    const { trace } = run(
      get('/api/v1/namespaces/prod/pods?fieldSelector=a!%3Db&labelSelector=app+in+(x,y),n%3E1', [
        'Impersonate-User',
        'jane',
      ]),
      everything,
    )
    const check = trace.steps.find((step) => step.check !== undefined)?.check
    expect(check && subjectAccessReview(check)).toEqual({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: {
        resourceAttributes: {
          namespace: 'prod',
          verb: 'impersonate-on:user-info:list',
          version: 'v1',
          resource: 'pods',
          fieldSelector: { requirements: [{ key: 'a', operator: 'NotIn', values: ['b'] }] },
          labelSelector: { requirements: [{ key: 'app', operator: 'In', values: ['x', 'y'] }] },
        },
        user: CTL.username,
        groups: ['ops'],
        extra: { k: ['v'] },
      },
      status: { allowed: true, reason: 'RBAC: allowed' },
    })
  })

  it('asks for a path by nonResourceAttributes', () => {
    const { trace } = run(get('/healthz'), nothing)
    const check = trace.steps.find((step) => step.check !== undefined)?.check
    expect(check && subjectAccessReview(check)).toMatchObject({
      spec: { nonResourceAttributes: { path: '/healthz', verb: 'get' } },
      status: { allowed: false },
    })
  })
})

describe('the audit event', () => {
  it('carries the impersonated user, and the constraint beside it', () => {
    expect(run(AS_JANE, everything).audit).toMatchObject({
      verb: 'list',
      user: { username: CTL.username },
      impersonatedUser: { username: 'jane', groups: ['system:authenticated'] },
      authenticationMetadata: { impersonationConstraint: 'impersonate:user-info' },
      objectRef: { resource: 'pods', namespace: 'prod', apiVersion: 'v1' },
      responseStatus: { code: 200 },
      annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': 'RBAC: allowed' },
    })
  })

  it('leaves authenticationMetadata out for legacy impersonation', () => {
    const { audit } = run(AS_JANE, ({ verb }) => !verb.includes(':'))
    expect(audit).toHaveProperty('impersonatedUser')
    expect(audit).not.toHaveProperty('authenticationMetadata')
  })

  it('puts the constraint inside impersonatedUser in the proposal', () => {
    expect(run(AS_JANE, everything, 'proposal').audit).toMatchObject({
      impersonatedUser: { impersonationConstraint: 'impersonate:user-info' },
    })
    expect(run(AS_JANE, everything, 'proposal').audit).not.toHaveProperty('authenticationMetadata')
  })

  it('of a refused impersonation has the Status and no annotation of an authorization', () => {
    const { audit } = run(AS_JANE, nothing)
    expect(audit).not.toHaveProperty('annotations')
    expect(audit).not.toHaveProperty('impersonatedUser')
    expect(audit).toMatchObject({
      responseStatus: { status: 'Failure', reason: 'Forbidden', code: 403, details: { kind: 'pods' } },
    })
  })

  it('is not written for a path that is not understood', () => {
    expect(run(get('/api/v1/watch'), everything).audit).toBeUndefined()
  })

  it('writes the target as Go encodes it, not as it was sent', () => {
    expect(run(get('/ü%C3%BC|{?a=ü'), everything).audit).toHaveProperty('requestURI', '/%C3%BC%C3%BC%7C%7B?a=ü')
    expect(run(get('/a%2fb'), everything).audit).toHaveProperty('requestURI', '/a%2fb')
  })

  it('leaves an empty username out', () => {
    expect(
      run(get('/'), everything, 'constrained', true, { asking: { username: '', groups: ['ops'] } }).audit,
    ).toHaveProperty('user', { groups: ['ops'] })
  })
})

describe('the metrics', () => {
  const printed = (trace: Trace, version: '1.35' | '1.36'): readonly string[] =>
    printIncrements(increments(trace, version)).split('\n')

  it('count each check by mode and decision, and the attempt', () => {
    const { trace } = run(AS_JANE, ({ verb }) => verb === 'impersonate' || verb === 'list')
    expect(printed(trace, '1.36')).toEqual([
      'apiserver_impersonation_authorization_attempts_total{mode="user-info",decision="denied"} +1',
      'apiserver_impersonation_authorization_attempts_total{mode="legacy",decision="allowed"} +1',
      'apiserver_impersonation_attempts_total{mode="legacy",decision="allowed"} +1',
      'authorization_attempts_total{result="allowed"} +1',
    ])
  })

  it('give a refused attempt no mode', () => {
    expect(printed(run(AS_JANE, nothing).trace, '1.36')).toContain(
      'apiserver_impersonation_attempts_total{mode="",decision="denied"} +1',
    )
  })

  it('tell a denied request from one that no authorizer has an opinion on', () => {
    const { trace } = run(get('/api/v1/pods'), nothing)
    expect(printed(trace, '1.36')).toEqual(['authorization_attempts_total{result="no-opinion"} +1'])
    const steps = trace.steps.map((step) =>
      step.check ? { ...step, check: { ...step.check, answer: { decision: 'Deny', reason: '' } as const } } : step,
    )
    expect(printed({ ...trace, steps }, '1.36')).toEqual(['authorization_attempts_total{result="denied"} +1'])
  })

  it('begin with 1.36, and are the released filter’s alone', () => {
    const { trace } = run(AS_JANE, everything)
    expect(printed(trace, '1.35')).toEqual(['authorization_attempts_total{result="allowed"} +1'])
    expect(noImpersonationMetrics(trace, '1.35')).toContain('1.36')
    expect(noImpersonationMetrics(run(AS_JANE, everything, 'constrained', false).trace, '1.36')).toContain('gate off')
    expect(noImpersonationMetrics(run(AS_JANE, everything, 'proposal').trace, '1.36')).toContain('proposal')
  })
})

describe('the counter of decisions', () => {
  /** Go: `TestRecordAuthorizationDecisionsTotal` in `authorization/metrics`, and how `reload.go` wraps authorizers. */
  const decided = (
    authorizer: 'RBAC' | 'Node' | 'Webhook' | 'AccessRules' | 'system:masters',
    decision: 'Allow' | 'Deny',
  ) => {
    const { trace } = run(get('/api/v1/pods'), everything)
    const steps = trace.steps.map((step) =>
      step.check
        ? { ...step, check: { ...step.check, answer: { decision, reason: '', evidence: { authorizer } } } }
        : step,
    )
    return printIncrements(increments({ ...trace, steps }, '1.36'))
      .split('\n')
      .slice(1)
  }

  it('counts what a configured authorizer allows or denies, by type and name', () => {
    const counter = 'apiserver_authorization_decisions_total'
    expect(decided('RBAC', 'Allow')).toEqual([`${counter}{type="RBAC",name="rbac",decision="allowed"} +1`])
    expect(decided('Node', 'Allow')).toEqual([`${counter}{type="Node",name="node",decision="allowed"} +1`])
    expect(decided('Webhook', 'Deny')).toEqual([`${counter}{type="Webhook",name="default",decision="denied"} +1`])
  })

  it('does not count `system:masters`, which is not configured, and authorizers that no server has', () => {
    expect(decided('system:masters', 'Allow')).toEqual([])
    expect(decided('AccessRules', 'Allow')).toEqual([])
  })
})

describe('the response', () => {
  it('is a Status for 400 and 403, plain text for 500, and nothing of ours for 200', () => {
    expect(JSON.parse(responseOf(run(AS_JANE, nothing).trace.outcome)?.body ?? '')).toMatchObject({
      kind: 'Status',
      code: 403,
    })
    expect(responseOf(run(get('/api/v1/watch'), nothing).trace.outcome)).toMatchObject({
      code: 500,
      body: expect.stringContaining('Internal Server Error'),
    })
    expect(responseOf(run(AS_JANE, everything).trace.outcome)).toEqual({ code: 200, contentType: '', body: '' })
  })

  it('escapes what looks like HTML in the first sentence of a 403 only', () => {
    const { outcome } = run(get('/<b>&'), nothing).trace
    expect('message' in outcome && outcome.message).toBe(
      'forbidden: User "system:serviceaccount:default:my-controller" cannot get path "/&lt;b&gt;&amp;"',
    )
  })
})
