import { readFileSync } from 'node:fs'
import { type Authorizer, userInfo } from '@authz-playground/engine'
import { featureEnabled } from '@authz-playground/engine/internal/cluster'
import { traceOf } from '@authz-playground/engine/internal/decide'
import { noImpersonationMetrics } from '@authz-playground/engine/internal/report'
import { increments } from '@authz-playground/engine/report'
import { describe, expect, it } from 'vitest'
import { ALL_DESIGNS } from '../all-designs.ts'
import { engineVerdict } from './engine.ts'
import { COMPARED_VERSIONS, MODULES, type ReleaseAnswer } from './release.ts'
import { type Findings, findings } from './report.ts'
import { type ScriptedScenario, scriptedScenario, severalExtraKeys } from './scripted-scenarios.ts'

const FOUND = JSON.parse(readFileSync(new URL('../../versions.json', import.meta.url), 'utf8')) as Findings

const design = ALL_DESIGNS.find(({ id }) => id === 'constrained')
if (design === undefined) throw new Error('there is no constrained design')
const cluster = { authorizationModes: ['RBAC'] } as const

describe('the version setting', () => {
  it('rests on the releases that the comparison was made with', () => {
    const modules = COMPARED_VERSIONS.map((version) => [version, FOUND.versions[version].module])
    expect(Object.fromEntries(modules)).toEqual(MODULES)
    expect(FOUND.requests).toBeGreaterThanOrEqual(10_000)
  })

  it.each(COMPARED_VERSIONS)('do not distinguish %s in any decision, message or audit value', (version) => {
    const { differing, engine } = FOUND.versions[version]
    expect({ differing, disagrees: engine.disagrees }).toEqual({ differing: 0, disagrees: 0 })
    expect(engine.compared).toBeGreaterThan(1000)
  })

  it.each(COMPARED_VERSIONS)('has the gate of %s as it was released', (version) => {
    expect(design.gate?.defaults[version]).toBe(FOUND.versions[version].gate.default ? 'on' : 'off')
    expect(featureEnabled(design, { ...cluster, version })).toBe(FOUND.versions[version].gate.default)
  })

  it.each(COMPARED_VERSIONS)('has the counters of %s, with the feature on', (version) => {
    const request = {
      method: 'GET',
      target: '/api/v1/pods',
      headers: [{ name: 'Impersonate-User', value: 'jane' }],
      body: '',
    }
    const settings = { ...cluster, version, constrainedImpersonation: true }
    const authorizer: Authorizer = { authorize: () => ({ decision: 'Allow', reason: '' }) }
    const trace = traceOf(design, request, userInfo({ username: 'ctl' }), settings, authorizer)
    const names = new Set(increments(trace, version).map(({ name }) => name))
    const counters = FOUND.versions[version].metrics.filter((name) => name.endsWith('_total'))
    expect([...names].sort()).toEqual(counters)
    expect(noImpersonationMetrics(trace, version) === undefined).toBe(counters.length > 1)
  })
})

/** One allowed request as jane, and the result of a release. */
const scenario: ScriptedScenario = {
  constrained: false,
  script: { seed: 1, allow: 1, deny: 0, byVerb: false, errors: false },
  requests: [
    {
      method: 'GET',
      url: '/healthz',
      headers: [],
      requestor: { username: 'jane' },
      after: 0,
    },
  ],
  repeat: 2,
}
const allowed: ReleaseAnswer = {
  checks: [
    { phase: 'request', user: { username: 'jane' }, verb: 'get', path: '/healthz', decision: 'Allow', reason: 'yes' },
  ],
  code: 200,
  metrics: { 'authorization_attempts_total{result="allowed"}': 1 },
}

describe('the comparison of releases', () => {
  const released = { module: 'v0.0.0', gate: { stage: 'BETA', default: true } }
  const answering = (answer: ReleaseAnswer, chance = false) => ({
    release: released,
    answers: [{ answers: [answer], ...(chance && { chance: true as const }) }],
  })
  const compared = (other: ReleaseAnswer, chance = false): Findings =>
    findings('a test', [scenario], {
      '1.35': answering(other),
      '1.36': answering(allowed),
      '1.37': answering(allowed, chance),
    })

  it('notices an answer that differs, in metrics too', () => {
    expect(compared(allowed).versions['1.35']).toMatchObject({ differing: 0, engine: { compared: 1, disagrees: 0 } })
    expect(compared({ ...allowed, annotations: { a: 'b' } }).versions['1.35'].differing).toBe(1)
    expect(compared({ ...allowed, code: 403 }).versions['1.35']).toMatchObject({
      differing: 1,
      engine: { disagrees: 1 },
    })
    expect(compared({ ...allowed, metrics: { more_total: 1 } }).versions['1.35']).toMatchObject({
      metrics: ['more_total'],
      differing: 0,
      engine: { disagrees: 1 },
    })
  })

  it('sets aside what chance has a part in', () => {
    expect(compared({ ...allowed, code: 403 }, true)).toMatchObject({ requests: 0, chance: 1 })
  })

  it('names the field in which the engine disagrees', () => {
    const asked = allowed.checks.map((check) => ({ ...check, verb: 'post' }))
    expect(engineVerdict('1.36', scenario, [{ ...allowed, checks: asked }])).toEqual({ request: 0, field: 'checks[0]' })
    expect(engineVerdict('1.36', scenario, [allowed])).toBe('agrees')
  })

  it('leaves the engine out of errors and of the order of extras', () => {
    const header = ['Impersonate-Extra-a', 'v'] as const
    const several = [header, ['impersonate-extra-B', 'v']] as const
    expect(severalExtraKeys({ headers: [header, header] })).toBe(false)
    const [request] = scenario.requests as readonly [ScriptedScenario['requests'][number]]
    expect(
      engineVerdict('1.36', { ...scenario, requests: [{ ...request, headers: several }] }, [allowed]),
    ).toBeUndefined()
    expect(
      engineVerdict('1.36', { ...scenario, script: { ...scenario.script, errors: true } }, [allowed]),
    ).toBeUndefined()
    expect(engineVerdict('1.36', scenario, [{ ...allowed, refused: true }])).toBeUndefined()
  })
})

describe('a scripted scenario', () => {
  it('is the same for the same seed', () => {
    expect(scriptedScenario(7, 3)).toEqual(scriptedScenario(7, 3))
    expect(scriptedScenario(7, 3)).not.toEqual(scriptedScenario(8, 3))
  })

  it('is answered often where a map’s order may show', () => {
    const made = Array.from({ length: 200 }, (_, index) => scriptedScenario(1, index))
    const often = made.filter(({ repeat }) => repeat > 2)
    expect(often.length).toBeGreaterThan(0)
    expect(often.every(({ requests }) => requests.some(severalExtraKeys))).toBe(true)
  })
})
