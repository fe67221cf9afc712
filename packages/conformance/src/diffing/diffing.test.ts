import { Random } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { answeredByEngine } from '../answered-by-engine.ts'
import { type ComparedPair, comparedPair } from './compared-pair.ts'
import { policyPair } from './pairs.ts'

describe('what a change of policy changes', () => {
  it.each([16001, 16002])('covers each changed check, and names only requests that change: seed %i', async (seed) => {
    const found: ComparedPair[] = []
    for (let index = 0; index < 60; index++) {
      const random = new Random(seed, index)
      const compared = await comparedPair(policyPair(random), random, answeredByEngine)
      if (compared !== undefined) found.push(compared)
    }
    expect(found.flatMap(({ wrong }) => wrong)).toEqual([])
    const all = (of: 'changed' | 'drawn') => found.reduce((sum, one) => sum + one[of], 0)
    expect([all('changed') > 100, all('drawn') > 100]).toEqual([true, true])
  })
})
