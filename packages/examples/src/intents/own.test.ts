import { decider, type PlainUser, readPolicy, readRequest } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { IMPERSONATION_DESIGNS } from '@authz-playground/engine/internal/designs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundTo, http, serviceAccount, user } from '../example.ts'
import { type Intent, wayOf } from './intent.ts'
import { NEAR_REQUESTS } from './near-requests.ts'
import { ownIntent } from './own.ts'
import { askedFrom } from './own-permission.ts'
import { type Survey, surveyFrom, surveyScenarios, tallyOf } from './survey.ts'

const decide = await decider()
const DEPUTY = serviceAccount('ops', 'deputy')

function intentOf(
  line: string,
  headers: Readonly<Record<string, string | readonly string[]>>,
  requestor: PlainUser,
): Intent {
  const { request } = readRequest({ form: 'http', text: http(line, headers) })
  const asked = request && askedFrom(request, requestor)
  if (asked === undefined || 'no' in asked) throw new Error(asked?.no ?? 'not read')
  return ownIntent(asked)
}

function survey(intent: Intent, design: string): Survey {
  const seen = surveyScenarios(intent, design, 'own').map((scenario) => {
    const { trace, errors } = decide(scenario, { cel: CEL })
    expect(errors).toEqual([])
    if (trace === undefined) throw new Error('not decided')
    const { code, kind } = trace.outcome
    return { code, allowed: kind === 'allowed', checks: trace.steps.filter(({ check }) => check !== undefined).length }
  })
  return surveyFrom(intent, design, seen)
}

const verdicts = (intent: Intent): Readonly<Record<string, string>> =>
  Object.fromEntries(IMPERSONATION_DESIGNS.map(({ id }) => [id, tallyOf(survey(intent, id)).verdict]))

/** What holds of every permission under every design. */
function expectSaid(intent: Intent): void {
  expect(intent.meaningOf(intent.wanted[0].asked)).toBe('meant')
  expect(intent.ways.flatMap(({ designs }) => designs).sort()).toEqual(IMPERSONATION_DESIGNS.map(({ id }) => id).sort())
  for (const { id } of IMPERSONATION_DESIGNS) {
    const way = wayOf(intent, id)
    const found = survey(intent, id)
    const { verdict } = tallyOf(found)
    expect(found.near).toHaveLength(NEAR_REQUESTS)
    if (way === undefined || !('policy' in way)) {
      expect([id, verdict, found.wanted, way?.cannot]).toEqual([id, 'not-at-all', [403], expect.stringMatching(/\.$/)])
      expect([id, tallyOf(found).unintended]).toEqual([id, 0])
      continue
    }
    expect([id, found.wanted, way.policy]).toEqual([id, [200], way.policy])
    expect(readPolicy(way.policy).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const misses = found.near.filter(
      ({ meaning, passes }) => (meaning === 'meant') !== passes && meaning !== 'harmless',
    )
    const why = misses.map(({ what, meaning }) => `${meaning}: ${what}`)
    expect([id, verdict === 'exactly' || way.limit !== undefined, why]).toEqual([id, true, why])
  }
}

const EXACT = [
  'constrained',
  'proposal',
  'beta',
  'user-info-only',
  'group-suffix',
  'access-rule',
  'conditional',
  'compiled',
  'compound',
  'unified',
  'condition-sets',
  'named-verbs',
  'boundary',
]
const LIST = 'GET /api/v1/namespaces/prod/pods'

describe('the permission of one’s own request', () => {
  it('is said as the prepared intent about jane says it', () => {
    const found = verdicts(intentOf(LIST, { 'Impersonate-User': 'jane' }, DEPUTY))
    const exactly = Object.keys(found).filter((id) => found[id] === 'exactly')
    expect(exactly).toEqual(IMPERSONATION_DESIGNS.map(({ id }) => id).filter((id) => EXACT.includes(id)))
    expect(found).toMatchObject({ legacy: 'too-widely', 'client-review': 'too-widely', 'node-scoped': 'not-at-all' })
  })

  it('is said exactly only by designs that see the whole target, where more than a name is asked for', () => {
    const headers = {
      'Impersonate-User': 'jane',
      'Impersonate-Group': ['devs', 'ops'],
      'Impersonate-Uid': '42',
      'Impersonate-Extra-acme.io%2fteam': 'x',
    }
    const intent = intentOf(LIST, headers, DEPUTY)
    const found = verdicts(intent)
    expect(Object.keys(found).filter((id) => found[id] === 'exactly')).toEqual([
      'access-rule',
      'conditional',
      'compound',
      'unified',
      'condition-sets',
    ])
    expect(wayOf(intent, 'constrained')).toHaveProperty('limit', expect.stringMatching(/^Each part of the target/))
  })

  it('is that of an agent for its own node, which the verbs for it say, wherever it runs', () => {
    const agent = boundTo('node-1', serviceAccount('kube-system', 'node-agent'))
    const found = verdicts(intentOf('GET /api/v1/pods', { 'Impersonate-User': 'system:node:node-1' }, agent))
    expect(found).toMatchObject({
      constrained: 'exactly',
      'node-scoped': 'exactly',
      legacy: 'too-widely',
      'user-info-only': 'too-widely',
    })
  })

  it('cannot be said of a path in an API group', () => {
    const found = verdicts(intentOf('POST /healthz/ping', { 'Impersonate-User': 'jane' }, user('bob')))
    expect(found).toMatchObject({ constrained: 'exactly', 'group-suffix': 'not-at-all', unified: 'exactly' })
  })

  it('is none of a request that impersonates nobody, or of a requestor who may do everything', () => {
    const asked = (headers: Readonly<Record<string, string>>, requestor: PlainUser) => {
      const { request } = readRequest({ form: 'http', text: http(LIST, headers) })
      return request && askedFrom(request, requestor)
    }
    expect(asked({}, DEPUTY)).toHaveProperty('no', expect.stringMatching(/impersonates nobody/))
    expect(asked({ 'Impersonate-User': 'jane' }, user('root', 'system:masters'))).toHaveProperty(
      'no',
      expect.stringMatching(/system:masters/),
    )
  })

  const headers = fc
    .record({
      user: fc.constantFrom(
        'jane',
        'it’s "me"',
        'true',
        'system:serviceaccount:prod:builder',
        'system:serviceaccount:odd',
        'system:node:node-1',
        'system:node:node-7',
        'oidc:jane@example.com',
      ),
      groups: fc.subarray(['devs', 'a b', 'system:masters', 'ops', 'qa', 'dev']),
      uid: fc.constantFrom('', '', '7'),
      extra: fc.subarray([
        ['Impersonate-Extra-acme.io%2fa', 'x'],
        ['Impersonate-Extra-acme.io%2fb', ['y', 'z']],
        ['Impersonate-Extra-scopes', 'view'],
      ] as const),
    })
    .map(({ user: name, groups, uid, extra }) => ({
      'Impersonate-User': name,
      ...(groups.length > 0 && { 'Impersonate-Group': groups }),
      ...(uid !== '' && { 'Impersonate-Uid': uid }),
      ...(Object.fromEntries(extra) as Readonly<Record<string, string | readonly string[]>>),
    }))
  const lines = fc.constantFrom(
    LIST,
    'GET /api/v1/pods?fieldSelector=spec.nodeName%3Dnode-1',
    'GET /api/v1/namespaces/prod/pods?fieldSelector=metadata.name%3Dweb',
    'GET /apis/apps/v1/namespaces/prod/deployments/web',
    'PATCH /apis/apps/v1/namespaces/prod/deployments/web/scale',
    'POST /api/v1/namespaces/prod/pods/web/exec?command=ls',
    'POST /api/v1/namespaces/prod/secrets',
    'DELETE /api/v1/namespaces/prod/configmaps',
    'GET /api/v1/nodes/node-1',
    'GET /api/v1/namespaces/prod',
    'PUT /apis/example.com/v1/things/x/status',
    'GET /metrics',
    'DELETE /logs/kubelet.log',
  )
  const requestors = fc.constantFrom(
    DEPUTY,
    user('bob'),
    user('a: b#c'),
    boundTo('node-1', serviceAccount('kube-system', 'node-agent')),
  )

  it('is granted by its rules in every design, and near requests are counted by deciding them', () => {
    fc.assert(
      fc.property(lines, headers, requestors, (line, asked, requestor) => {
        expectSaid(intentOf(line, asked, requestor))
      }),
      { numRuns: 3, seed: 5284 },
    )
  })
})
