import { describe, expect, it } from 'vitest'
import { Random } from './random.ts'

const drawn = (random: Random): readonly number[] => Array.from({ length: 50 }, () => random.between(1, 1000))

describe('chance', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(drawn(new Random(7, 3))).toEqual(drawn(new Random(7, 3)))
    expect(drawn(new Random(7, 3))).not.toEqual(drawn(new Random(7, 4)))
    expect(drawn(new Random(7, 3))).not.toEqual(drawn(new Random(8, 3)))
  })

  it('gives each of several values its weight', () => {
    const random = new Random(1)
    const counts = { often: 0, seldom: 0, never: 0 }
    for (let i = 0; i < 10_000; i++)
      counts[
        random.weighted([
          [9, 'often'],
          [1, 'seldom'],
          [0, 'never'],
        ] as const)
      ]++
    expect(counts.never).toBe(0)
    expect(counts.often / counts.seldom).toBeGreaterThan(7)
    expect(counts.often / counts.seldom).toBeLessThan(11)
  })

  it('shuffles without losing or repeating a value', () => {
    expect([...new Random(5).shuffled([1, 2, 3, 4, 5])].sort()).toEqual([1, 2, 3, 4, 5])
    expect(new Set(Array.from({ length: 40 }, (_, i) => new Random(i).shuffled([1, 2, 3]).join())).size).toBe(6)
  })
})
