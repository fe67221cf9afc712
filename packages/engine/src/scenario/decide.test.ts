import { describe, expect, it } from 'vitest'
import { readRequest } from '../request/index.ts'
import { CLUSTER_PARTS } from './cluster-parts.ts'
import { type Decided, needsParts } from './decide.ts'
import { decider } from './decider.ts'
import type { Scenario, SentRequest } from './scenario.ts'

const API = 'apiVersion: rbac.authorization.k8s.io/v1'
const POLICY = `
${API}
kind: ClusterRole
metadata: {name: impersonator}
rules:
- {apiGroups: [""], resources: [pods], verbs: [list, "impersonate-on:user-info:list"]}
- {apiGroups: [authentication.k8s.io], resources: [users], verbs: ["impersonate:user-info"]}
---
${API}
kind: ClusterRoleBinding
metadata: {name: impersonators}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: impersonator}
subjects: [{kind: User, name: ctl}, {kind: User, name: jane}]
`
const LIST = 'GET /api/v1/pods HTTP/1.1\nImpersonate-User: jane'
const BROKEN = 'GET\nImpersonate-User jane'

function sending(text: string, rest: Partial<Scenario> = {}): Scenario {
  return {
    version: 1,
    policy: POLICY,
    request: { form: 'http', text },
    requestor: { username: 'ctl' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
    ...rest,
  }
}

function sent(text: string, after?: number): SentRequest {
  return {
    request: { form: 'http', text },
    requestor: { username: 'ctl' },
    ...(after !== undefined && { after }),
  }
}

const decide = (scenario: Scenario) => decider(readRequest)(scenario, { parts: CLUSTER_PARTS })
const checks = ({ trace }: Decided): number => trace?.steps.filter(({ check }) => check !== undefined).length ?? 0
const codes = ({ sent }: Decided) => sent.requests.map(({ outcome }) => outcome?.code)

describe('several requests to one server', () => {
  it('meet what the server remembers of those before', () => {
    expect(checks(decide(sending(LIST)))).toBe(3)
    expect(checks(decide(sending(LIST, { earlier: [sent(LIST)], after: 9 })))).toBe(1)
    expect(checks(decide(sending(LIST, { earlier: [sent(LIST)], after: 10 })))).toBe(3)
  })

  it('count the seconds between all of them', () => {
    const { sent: all } = decide(
      sending(LIST, { earlier: [sent(LIST, 7), sent(LIST, 3)], after: 4, later: [sent(LIST, 5)] }),
    )
    expect(all.here).toBe(2)
    // The first request comes when it comes, whatever pause it carries.
    expect(all.requests.map(({ at }) => at)).toEqual([0, 3, 7, 12])
  })

  it('change nothing about a request by what comes later', () => {
    const alone = decide(sending(LIST))
    const { trace, state, errors } = decide(sending(LIST, { later: [sent(LIST, 1), sent(BROKEN)] }))
    expect({ trace, state, errors }).toEqual({ trace: alone.trace, state: 'decided', errors: [] })
  })

  it('have no outcome behind a later one that is not understood: nobody knows what is remembered of it', () => {
    expect(codes(decide(sending(LIST, { later: [sent(LIST, 1), sent(BROKEN), sent(LIST)] })))).toEqual([
      200,
      200,
      undefined,
      undefined,
    ])
  })

  it('are not decided behind an earlier one that is not understood, and it is named', () => {
    const decided = decide(sending(LIST, { earlier: [sent(LIST), sent(BROKEN)] }))
    expect(decided.state).toBe('not-decided')
    expect(decided.trace).toBeUndefined()
    expect(codes(decided)).toEqual([undefined, undefined, undefined])
    expect(decided.errors).toMatchObject([{ code: 'earlier-request', message: expect.stringMatching(/^Request 2, /) }])
  })

  it('are each asked as whoever sends them', () => {
    const bob: SentRequest = { ...sent(LIST), requestor: { username: 'bob' } }
    const decided = decide(sending(LIST, { earlier: [bob], after: 1 }))
    expect(codes(decided)).toEqual([403, 200])
    expect(checks(decided)).toBe(3)
  })
})

describe('what a cluster has beside the policy', () => {
  const pod =
    'apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: prod}\nspec: {nodeName: n1, containers: []}\n'
  const asNode = (objects?: string): Scenario => ({
    ...sending('GET /api/v1/namespaces/prod/pods/web HTTP/1.1'),
    requestor: { username: 'system:node:n1', groups: ['system:nodes'] },
    cluster: { version: '1.36', authorizationModes: ['Node', 'RBAC'] },
    ...(objects !== undefined && { objects }),
  })

  it('is needed only where the settings say so', () => {
    expect(needsParts(sending(LIST))).toBe(false)
    expect(needsParts(asNode())).toBe(true)
    expect(() => decider(readRequest)(asNode())).toThrow('the parts of this cluster were not given')
  })

  it('ties stored objects to nodes', () => {
    expect(decide(asNode(pod)).trace?.outcome.code).toBe(200)
    expect(decide(asNode()).trace?.outcome.code).toBe(403)
    expect(decide(asNode(pod.replace('n1', 'n2'))).trace?.outcome.code).toBe(403)
  })

  it('keeps the scenario from being decided while a stored object is not understood', () => {
    const decided = decide(asNode(pod.replace('nodeName: n1', 'nodeName: [n1]')))
    expect(decided.state).toBe('not-decided')
    expect(decided.errors[0]?.range.source).toBe('objects')
  })

  it('is not read where nobody asks for it', () => {
    const { state, objects } = decide(sending(LIST, { objects: 'kind: [' }))
    expect(state).toBe('decided')
    expect(objects).toBeUndefined()
  })

  it('counts the default roles when they are switched on, and not before', () => {
    const discovery = {
      ...sending('GET /apis HTTP/1.1'),
      requestor: { username: 'j', groups: ['system:authenticated'] },
    }
    const withDefaults = { ...discovery, cluster: { ...discovery.cluster, defaultRoles: true } }
    expect(decide(discovery).trace?.outcome.code).toBe(403)
    expect(decide(withDefaults).trace?.outcome.code).toBe(200)
    expect(decide(withDefaults).defaultRoles?.roles.length).toBeGreaterThan(50)
  })

  it('is read anew when a text changes under the same decider', () => {
    const decide = decider(readRequest)
    const code = (scenario: Scenario) => decide(scenario, { parts: CLUSTER_PARTS }).trace?.outcome.code
    expect([code(asNode(pod)), code(asNode('')), code(asNode(pod)), code(sending(LIST)), code(asNode(pod))]).toEqual([
      200, 403, 200, 200, 200,
    ])
  })
})
