import type { Scenario } from '@authz-playground/engine'
import type { VectorScenario } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { askable, toAsk } from './scenarios.ts'

const SCENARIO: Scenario = {
  version: 2,
  policy: '',
  request: { form: 'kubectl', text: 'kubectl delete pod web -n prod --as jane' },
  requestor: { username: 'ctl', groups: ['ops'] },
  cluster: { version: '1.36', authorizationModes: ['Node', 'RBAC'] },
  design: 'proposal',
  earlier: [{ request: { form: 'http', text: 'GET /version' }, requestor: { username: 'system:anonymous' } }],
  after: 4,
}

describe('a scenario of the playground, as a real server is asked it', () => {
  it('has every request as HTTP, the default roles, and every user in system:authenticated', () => {
    expect(askable('x', SCENARIO, 'legacy')).toEqual({
      scenario: {
        id: 'x',
        policy: '',
        cluster: { constrainedImpersonation: false, authorizationModes: ['Node', 'RBAC'], defaultRoles: true },
        requests: [
          { method: 'GET', url: '/version', requestor: { username: 'system:anonymous' } },
          {
            method: 'DELETE',
            url: '/api/v1/namespaces/prod/pods/web?dryRun=All',
            headers: [['Impersonate-User', 'jane']],
            requestor: { username: 'ctl', groups: ['ops', 'system:authenticated'] },
            after: 4,
          },
        ].map((request) =>
          expect.objectContaining({ method: request.method, url: request.url, requestor: request.requestor }),
        ),
      },
    })
  })

  it('is left out where the server would need a webhook, or access rules', () => {
    const cluster = { version: '1.36', authorizationModes: ['Webhook', 'RBAC'] } as const
    expect(askable('x', { ...SCENARIO, cluster }, 'constrained')).toEqual({ leftOut: 'the authorization mode Webhook' })
  })

  it('is skipped where its request is invalid', () => {
    const request = { form: 'http', text: '' } as const
    expect(askable('x', { ...SCENARIO, request }, 'constrained')).toEqual({ leftOut: 'a request that cannot be read' })
  })
})

describe('a scenario of the vectors format', () => {
  const vector: VectorScenario = {
    id: 'x',
    policy: '',
    requestor: { username: 'jane' },
    requests: [{ method: 'DELETE', url: '/api/v1/pods?a' }],
  }

  it('runs with the gate that its design needs', () => {
    const gate = (changes: Partial<VectorScenario>) => {
      const asked = toAsk({ ...vector, ...changes })
      return 'scenario' in asked ? asked.scenario.cluster?.constrainedImpersonation : asked.leftOut
    }
    expect(gate({})).toBe(true)
    expect(gate({ cluster: { constrainedImpersonation: false } })).toBe(false)
    expect(gate({ design: 'legacy' })).toBe(false)
    expect(gate({ design: 'compiled' })).toBe('the design compiled, of which no code exists')
  })

  it('deletes nothing, with any query', () => {
    const asked = toAsk(vector)
    expect('scenario' in asked && asked.scenario.requests[0]?.url).toBe('/api/v1/pods?a&dryRun=All')
  })

  it('writes a role at the end, and only tries to before that', () => {
    const url = '/apis/rbac.authorization.k8s.io/v1/clusterroles'
    const requests = [
      { method: 'POST', url, body: '{}' },
      { method: 'POST', url, body: '{}' },
    ]
    const asked = toAsk({ ...vector, requests })
    expect('scenario' in asked && asked.scenario.requests.map((request) => request.url)).toEqual([
      `${url}?dryRun=All`,
      url,
    ])
  })

  it('is skipped where no authenticator can name its requestor', () => {
    expect(toAsk({ ...vector, requestor: {} })).toEqual({ leftOut: 'a requestor without a name' })
  })
})
