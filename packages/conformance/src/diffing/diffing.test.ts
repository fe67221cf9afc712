import { playScenario, Random, type VectorScenario, vectorAnswer } from '@authz-playground/engine/vectors'
import { describe, expect, it } from 'vitest'
import { ALL_DESIGNS } from '../all-designs.ts'
import { type ComparedPair, comparedPair } from './compared-pair.ts'
import { policyPair } from './pairs.ts'

/** The answers of the engine, which the vectors hold to kube-apiserver's code; `pnpm conformance:diff` asks that itself. */
function answered(scenario: VectorScenario): VectorScenario {
  const play = playScenario(scenario, ALL_DESIGNS)
  if (play.kind !== 'played') return scenario
  const expected = play.requests.map((one) =>
    'trace' in one ? vectorAnswer(one.trace, play.design, one.request) : { checks: [], code: 400 },
  )
  return { ...scenario, expect: expected }
}

describe('what a change of policy changes', () => {
  it.each([16001, 16002])('covers each changed check, and names only requests that change: seed %i', async (seed) => {
    const found: ComparedPair[] = []
    for (let index = 0; index < 60; index++) {
      const random = new Random(seed, index)
      const compared = await comparedPair(policyPair(random), random, answered)
      if (compared !== undefined) found.push(compared)
    }
    expect(found.flatMap(({ wrong }) => wrong)).toEqual([])
    const all = (of: 'changed' | 'drawn') => found.reduce((sum, one) => sum + one[of], 0)
    expect([all('changed') > 100, all('drawn') > 100]).toEqual([true, true])
  })
})
