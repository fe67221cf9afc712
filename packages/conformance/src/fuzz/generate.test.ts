import { Random, runScenario, type VectorAnswer } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { ALL_DESIGNS } from '../all-designs.ts'
import { disagreement, subjectOf } from '../judge/report.ts'
import { makeScenario } from './generate.ts'
import type { OracleAnswer } from './oracle.ts'

const DENIED: VectorAnswer = {
  checks: [
    {
      phase: 'request',
      user: { username: 'jane' },
      verb: 'get',
      apiVersion: 'v1',
      resource: 'pods',
      name: 'web',
      decision: 'NoOpinion',
    },
  ],
  code: 403,
}

/** Denies every check in the same way. */
const oracle = (scenario: OracleAnswer): Promise<OracleAnswer> =>
  Promise.resolve({ ...scenario, expect: scenario.requests.map(() => DENIED) })

const made = (seed: number, index: number) => makeScenario(new Random(seed, index), 'x', oracle)

describe('the generator', () => {
  it('makes the same scenario of the same seed, and another of another', async () => {
    for (let index = 0; index < 50; index++) {
      expect((await made(1, index)).answered).toEqual((await made(1, index)).answered)
      expect((await made(1, index)).answered).not.toEqual((await made(2, index)).answered)
    }
  })

  it('grants in the end much of what was denied', async () => {
    let granted = 0
    for (let index = 0; index < 100; index++) {
      const { answered } = await made(3, index)
      const asked = {
        ...answered,
        cluster: {},
        requestor: { username: 'jane' },
        requests: [{ method: 'GET', url: '/api/v1/pods/web' }],
        expect: [{ checks: [], code: 200 }],
        compare: ['code'] as const,
      }
      if (runScenario(asked, ALL_DESIGNS)[0]?.verdict.kind === 'agrees') granted++
    }
    expect(granted).toBeGreaterThan(30)
  })
})

describe('a disagreement', () => {
  const answered: OracleAnswer = {
    id: 'x',
    policy: '',
    requestor: { username: 'jane' },
    requests: [{ method: 'GET', url: '/' }],
    expect: [{ checks: [], code: 200 }],
  }

  it('is named by the differing fields, not by their number', () => {
    expect(subjectOf(disagreement(answered) ?? [])).toBe('checks, code, message')
  })

  it('is undefined where the scenario is not a vector', () => {
    expect(disagreement({ ...answered, dropped: 'chance' })).toBeUndefined()
  })
})
