import { playScenario, type VectorScenario, vectorAnswer } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { ALL_DESIGNS } from '../all-designs.ts'
import { judged } from './compare.ts'
import type { Observation } from './observation.ts'

const RULE =
  '{verbs: ["impersonate:user-info", "impersonate-on:user-info:list", list], apiGroups: ["*"], resources: ["*"]}'
const document = (kind: string, name: string, rest: string): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: {name: ${name}}\n${rest}\n`
const bind = (name: string, role: string): string =>
  document(
    'ClusterRoleBinding',
    name,
    `roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${role}}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ctl}, {apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]`,
  )

const SCENARIO: VectorScenario = {
  id: 'x',
  cluster: { defaultRoles: true },
  policy: [
    document('ClusterRole', 'all', `rules: [${RULE}]`),
    bind('first', 'all'),
    bind('second', 'all'),
    bind('third', 'gone'),
    bind('fourth', 'lost'),
  ].join('---\n'),
  requestor: { username: 'ctl', groups: ['system:authenticated'] },
  requests: [{ method: 'GET', url: '/api/v1/pods', headers: [['Impersonate-User', 'jane']] }],
}

function played(scenario: VectorScenario) {
  const all = playScenario(scenario, ALL_DESIGNS)
  const one = all.kind === 'played' ? all.requests[0] : undefined
  if (all.kind !== 'played' || one === undefined || !('trace' in one)) throw new Error(all.kind)
  return { answer: vectorAnswer(one.trace, all.design, one.request), trace: one.trace }
}

/** The observation of a server that agrees with the engine. */
function faithful(scenario: VectorScenario): Observation {
  const { answer } = played(scenario)
  const { code, message } = answer
  return {
    response: { status: code === 200 ? 404 : code, headers: new Map(), body: JSON.stringify({ message }) },
    event: { auditID: 'x', ...answer.audit } as NonNullable<Observation['event']>,
    checks: answer.checks.filter(({ phase }) => phase === 'impersonation'),
    notAuthorized: [],
  }
}

function disagreements(seen: Observation, scenario = SCENARIO): readonly string[] {
  const { answer, trace } = played(scenario)
  return judged(scenario, answer, trace, seen).map(({ field }) => field)
}

const seen = faithful(SCENARIO)
const swapped = (from: string, to: string): Observation =>
  JSON.parse(
    JSON.stringify({ ...seen, response: { ...seen.response, headers: [] } }).replaceAll(from, to),
  ) as Observation

describe('what a server did', () => {
  it('says nothing of why a HEAD was not understood, but for its code', () => {
    const scenario: VectorScenario = { ...SCENARIO, requests: [{ method: 'HEAD', url: '/api/v1/proxy' }] }
    const silent: Observation = {
      response: { status: 500, headers: new Map(), body: '' },
      checks: [],
      notAuthorized: [],
    }
    expect(disagreements(silent, scenario)).toEqual([])
    expect(disagreements({ ...silent, response: { ...silent.response, status: 403 } }, scenario)).toEqual(['code'])
    expect(disagreements({ ...silent, response: { ...silent.response, body: 'x' } }, scenario)).toEqual(['message'])
  })

  it('agrees where everything is equal, with any result after authorization', () => {
    expect(seen.checks).toHaveLength(2)
    expect(disagreements(seen)).toEqual([])
  })

  it('agrees where it names another binding that allows it as well', () => {
    expect(seen.checks[0]?.reason).toContain('"first"')
    expect(disagreements(swapped('first', 'second'))).toEqual([])
  })

  it('disagrees where it names one that does not', () => {
    expect(disagreements(swapped('first', 'third'))).toContain('checks[0]')
  })

  it('disagrees where a check is missing, is another, or comes in another order', () => {
    expect(disagreements({ ...seen, checks: seen.checks.slice(1) })).toContain('checks[0]')
    expect(disagreements({ ...seen, checks: [...seen.checks].reverse() })).toContain('checks[0]')
    expect(disagreements(swapped('impersonate-on:user-info:list', 'impersonate-on:user-info:get'))).toContain(
      'checks[0]',
    )
  })

  it('disagrees where the answer or the impersonated user differs, or the audit event is missing', () => {
    const { event, ...silent } = seen
    expect(disagreements(silent)).toEqual(expect.arrayContaining(['code', 'audit.verb']))
    expect(
      disagreements({
        ...seen,
        event: { ...event, impersonatedUser: { username: 'bob' } } as NonNullable<Observation['event']>,
      }),
    ).toContain('impersonatedUser')
    expect(
      disagreements({ ...seen, event: { ...event, authenticationMetadata: {} } as NonNullable<Observation['event']> }),
    ).toContain('constraint')
  })

  it('disagrees where RBAC refused something more', () => {
    expect(disagreements({ ...seen, notAuthorized: ['RBAC: no rules authorize user …'] })).toEqual([
      'not authorized by RBAC',
    ])
  })

  it('agrees where a GET that connects into a pod was asked for create as well, and nowhere else', () => {
    const exec = (policy: string): VectorScenario => ({
      ...SCENARIO,
      policy,
      requests: [{ method: 'GET', url: '/api/v1/namespaces/default/pods/p/exec' }],
    })
    const line = 'RBAC: no rules authorize user "ctl" with groups [] to "create" resource "pods/exec" named "p" in …'
    const asked = (policy: string) =>
      disagreements({ ...faithful(exec(policy)), notAuthorized: [line] }, exec(policy)).includes(
        'not authorized by RBAC',
      )
    expect(asked(SCENARIO.policy.replace('list]', 'get]'))).toBe(false)
    expect(asked(SCENARIO.policy)).toBe(true)
  })
})
