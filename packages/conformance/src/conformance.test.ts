import {
  differences,
  runScenario,
  type VectorAnswer,
  type VectorCheck,
  type VectorScenario,
} from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { ALL_DESIGNS } from './all-designs.ts'

const POLICY = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: r}
rules:
- {apiGroups: [""], resources: [pods], verbs: [list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: b}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r}
subjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]
`

const LIST: VectorAnswer = {
  checks: [
    {
      phase: 'request',
      user: { username: 'jane' },
      verb: 'list',
      apiVersion: 'v1',
      resource: 'pods',
      decision: 'Allow',
      reason: 'RBAC: allowed by ClusterRoleBinding "b" of ClusterRole "r" to User "jane"',
    },
  ],
  code: 200,
}

const scenario: VectorScenario = {
  id: 'list-pods',
  policy: POLICY,
  requestor: { username: 'jane' },
  requests: [{ method: 'GET', url: '/api/v1/pods' }],
  expect: [LIST],
}

const kinds = (vector: VectorScenario): readonly string[] =>
  runScenario(vector, ALL_DESIGNS).map(({ verdict }) => verdict.kind)

describe('a vector', () => {
  it('agrees when everything that is compared is equal', () => {
    expect(kinds(scenario)).toEqual(['agrees'])
  })

  it('disagrees in each field that differs, and says what was expected and found', () => {
    const wrong: VectorAnswer = { ...LIST, code: 403, message: 'no', constraint: 'impersonate:user-info' }
    const [found] = runScenario({ ...scenario, expect: [wrong] }, ALL_DESIGNS)
    expect(found?.verdict).toMatchObject({
      kind: 'disagrees',
      differences: [{ field: 'constraint' }, { field: 'code', expected: 403, found: 200 }, { field: 'message' }],
    })
  })

  it('is compared only in the fields that it names', () => {
    expect(kinds({ ...scenario, expect: [{ ...LIST, message: 'no' }], compare: ['checks', 'code'] })).toEqual([
      'agrees',
    ])
    const otherReason: VectorAnswer = { ...LIST, checks: LIST.checks.map((check) => ({ ...check, reason: 'because' })) }
    expect(kinds({ ...scenario, expect: [otherReason], compare: ['checks', 'code'] })).toEqual(['agrees'])
    expect(kinds({ ...scenario, expect: [otherReason] })).toEqual(['disagrees'])
  })

  it('with an error agrees when the policy is refused', () => {
    const refused = { ...scenario, expect: undefined, error: 'unknown field' } as unknown as VectorScenario
    expect(kinds({ ...refused, policy: POLICY.replace('verbs', 'verb') })).toEqual(['agrees'])
    expect(kinds(refused)).toEqual(['disagrees'])
  })

  it('with an error is skipped where the policy has objects that the engine ignores', () => {
    const refused = { ...scenario, expect: undefined, error: 'no kind "Widget"' } as unknown as VectorScenario
    const widget = `${POLICY}---\napiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n`
    expect(kinds({ ...refused, policy: widget })).toEqual(['beyond'])
  })

  it('disagrees when a policy that the API server reads is refused', () => {
    expect(kinds({ ...scenario, policy: 'kind: [' })).toEqual(['disagrees'])
  })

  it('is asked of the Node authorizer over the stored objects', () => {
    const requestor = { username: 'system:node:n1', groups: ['system:nodes'] }
    const objects =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: prod}\nspec: {nodeName: n1, containers: []}\n'
    const answer: VectorAnswer = {
      checks: [
        {
          phase: 'request',
          user: requestor,
          verb: 'get',
          apiVersion: 'v1',
          resource: 'pods',
          namespace: 'prod',
          name: 'web',
          decision: 'Allow',
        },
      ],
      code: 200,
    }
    const node: VectorScenario = {
      ...scenario,
      cluster: { authorizationModes: ['Node', 'RBAC'], objects },
      requestor,
      requests: [{ method: 'GET', url: '/api/v1/namespaces/prod/pods/web' }],
      expect: [answer],
    }
    expect(kinds(node)).toEqual(['agrees'])
    expect(kinds({ ...node, cluster: { authorizationModes: ['Node', 'RBAC'] } })).toEqual(['disagrees'])
  })

  it('is asked with the default roles where they count', () => {
    const requestor = { username: 'jane', groups: ['system:authenticated'] }
    const discovery: VectorAnswer = {
      checks: [
        {
          phase: 'request',
          user: requestor,
          verb: 'get',
          path: '/healthz',
          decision: 'Allow',
          reason:
            'RBAC: allowed by ClusterRoleBinding "system:public-info-viewer" of ClusterRole "system:public-info-viewer" to Group "system:authenticated"',
        },
      ],
      code: 200,
    }
    const asked = { ...scenario, requestor, requests: [{ method: 'GET', url: '/healthz' }] }
    const found = runScenario(
      { ...asked, cluster: { defaultRoles: true }, expect: [discovery], compare: ['code'] },
      ALL_DESIGNS,
    )
    expect(found.map(({ verdict }) => verdict.kind)).toEqual(['agrees'])
    expect(kinds({ ...asked, expect: [discovery], compare: ['code'] })).toEqual(['disagrees'])
  })

  it('meets what the server remembers of the requests before it', () => {
    const requests = [0, 9, 11].map((after) => ({
      method: 'GET',
      url: '/healthz',
      headers: [['Impersonate-User', 'bob']] as const,
      after,
    }))
    const policy = `${POLICY}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: all}
rules: [{verbs: ["*"], nonResourceURLs: ["*"]}, {verbs: ["*"], apiGroups: ["*"], resources: ["*"]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: all}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: all}
subjects: [{kind: Group, name: ops, apiGroup: rbac.authorization.k8s.io}, {kind: User, name: bob, apiGroup: rbac.authorization.k8s.io}]
`
    const counts = runScenario(
      {
        ...scenario,
        policy,
        requestor: { username: 'ctl', groups: ['ops'] },
        requests,
        expect: requests.map(() => ({ checks: [], code: 0 })),
        compare: ['checks'],
      },
      ALL_DESIGNS,
    ).map(({ verdict }) => (verdict.kind === 'disagrees' ? verdict.differences.length : 0))
    expect(counts).toEqual([3, 1, 3])
  })

  it('is set aside, and counted, where it needs a design that is not there', () => {
    expect(kinds({ ...scenario, design: 'unheard-of' })).toEqual(['beyond'])
  })
})

describe('metrics and audit events', () => {
  const metrics = { requests: { allowed: 1 } }
  const audit = { verb: 'list', user: { username: 'jane' } }
  const answer: VectorAnswer = { checks: [], code: 200, metrics, audit }

  it('are compared where the vector has them', () => {
    expect(differences(answer, { ...answer, metrics: {}, audit: { ...audit, verb: 'get', stage: 'x' } })).toMatchObject(
      [
        { field: 'metrics', expected: metrics, found: {} },
        { field: 'audit.verb', expected: 'list', found: 'get' },
        { field: 'audit.stage', expected: undefined, found: 'x' },
      ],
    )
    expect(differences({ checks: [], code: 200 }, answer)).toEqual([])
  })

  it('are not compared where the vector says so', () => {
    expect(differences(answer, { ...answer, metrics: {}, audit: {} }, ['code'])).toEqual([])
  })
})

describe('checks', () => {
  const extra = (name: string, verb = 'impersonate'): VectorCheck => ({
    phase: 'impersonation',
    user: { username: 'ctl' },
    verb,
    resource: 'userextras',
    name,
    decision: 'Allow',
  })
  const answer = (...checks: readonly VectorCheck[]): VectorAnswer => ({ checks, code: 200 })

  it('on extras are compared without their order, while they follow each other with one verb', () => {
    expect(differences(answer(extra('a'), extra('b')), answer(extra('b'), extra('a')))).toEqual([])
    expect(differences(answer(extra('a', 'x'), extra('b')), answer(extra('b'), extra('a', 'x')))).not.toEqual([])
    expect(differences(answer(extra('a')), answer(extra('a'), extra('a')))).not.toEqual([])
  })

  it('mean the same whether what is empty is written or left out', () => {
    const written = { ...extra('a'), namespace: '', fieldSelector: [], user: { username: 'ctl', uid: '', groups: [] } }
    expect(differences(answer(written), answer(extra('a')))).toEqual([])
    expect(differences(answer({ ...extra('a'), user: {} }), answer({ ...extra('a'), user: { username: '' } }))).toEqual(
      [],
    )
  })
})
