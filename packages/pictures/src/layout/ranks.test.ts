import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backEdges, type RankEdge, ranksOf } from './ranks.ts'

const links = (...pairs: readonly string[]): readonly RankEdge[] =>
  pairs.map((pair) => ({ id: pair, from: pair.charAt(0), to: pair.charAt(1) }))

describe('the rows of nodes', () => {
  it('lead down, and an edge passes no more rows than it must', () => {
    expect(Object.fromEntries(ranksOf(['a', 'b', 'c', 'd'], links('ab', 'bc', 'ad', 'dc', 'ac')))).toEqual({
      a: 0,
      b: 1,
      c: 2,
      d: 1,
    })
  })

  it('let a node that leads to much stand near to that, and not near to where it comes from', () => {
    const ranks = ranksOf(['a', 'b', 'c', 'd', 'x', 'y'], links('ab', 'bc', 'cd', 'ax', 'xd', 'xy', 'dy'))
    expect(ranks.get('x')).toBe(2)
  })

  it('are such that every edge leads down, whatever the graph', () => {
    const node = fc.constantFrom(...'abcdefgh')
    fc.assert(
      fc.property(fc.array(fc.tuple(node, node), { maxLength: 24 }), (pairs) => {
        const all = pairs.map(([from, to], i): RankEdge => ({ id: String(i), from, to }))
        const back = backEdges(all)
        const down = all.filter(({ id }) => !back.has(id))
        const ranks = ranksOf([...'abcdefgh'], down)
        for (const { from, to } of down) expect(ranks.get(to)).toBeGreaterThan(ranks.get(from) ?? 0)
        expect(Math.min(...ranks.values())).toBe(0)
      }),
    )
  })
})

it('leads back the edge of a circle that comes last', () => {
  expect([...backEdges(links('ab', 'bc', 'ca'))]).toEqual(['ca'])
  expect([...backEdges(links('ca', 'ab', 'bc'))]).toEqual(['bc'])
  expect([...backEdges(links('ab', 'ac', 'bc'))]).toEqual([])
})
