import { ARGUMENTS, TOPICS } from '@authz-playground/examples/arguments'
import { describe, expect, it } from 'vitest'
import { type Filter, filtered, summaryOf } from './verdicts.ts'

const ALL: Filter = { words: '', document: 'all', verdict: 'all' }
const idsOf = (filter: Partial<Filter>): readonly string[] =>
  filtered(TOPICS, { ...ALL, ...filter }).flatMap((topic) => topic.arguments.map(({ id }) => id))

describe('a filter', () => {
  it('leaves the claims of one document, and no topic without a claim', () => {
    const topics = filtered(TOPICS, { ...ALL, document: 'kep-3617' })
    expect(topics.map(({ id }) => id)).toEqual(['fine-grained', 'fine-grained-alternatives'])
    expect(filtered(TOPICS, ALL)).toEqual(TOPICS)
  })

  it('leaves the claims with one verdict', () => {
    expect(idsOf({ verdict: 'does-not-hold' })).toContain('three-modes')
    expect(idsOf({ verdict: 'holds' })).not.toContain('three-modes')
  })

  it('finds words of titles, quotes, authors, verdicts and requests, in any case and order, all of them', () => {
    expect(idsOf({ words: 'MODES three' })).toContain('three-modes')
    expect(idsOf({ words: 'liggitt' })).toContain('union-secrets')
    expect(idsOf({ words: 'impersonate:scheduled-node own flowchart' })).toEqual(['node-needs-its-verb'])
    expect(idsOf({ words: 'three no-such-word' })).toEqual([])
  })
})

describe('the summary', () => {
  it('counts the claims by verdict', () => {
    expect(summaryOf(ARGUMENTS)).toMatch(
      new RegExp(`^${ARGUMENTS.length} claims: \\d+ hold, \\d+ hold under a condition, \\d+ do not hold\\.$`),
    )
  })
})
