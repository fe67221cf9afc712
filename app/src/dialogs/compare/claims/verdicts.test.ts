import { ARGUMENTS, TOPICS } from '@authz-playground/examples/arguments'
import { describe, expect, it } from 'vitest'
import type { Settled } from './useVerdicts.ts'
import { filtered, summaryOf, type VerdictKind } from './verdicts.ts'

const settledAs = (kind: VerdictKind): Settled => ({
  verdict: kind === 'only-if' ? { kind, condition: 'it rains', sentence: '' } : { kind, sentence: '' },
  rows: [],
  notSaid: new Set(),
})
const ids = ARGUMENTS.map(({ id }) => id)
const [first = '', second = ''] = ids

describe('a filter', () => {
  it('leaves the claims of one document, and no topic without a claim', () => {
    const topics = filtered(TOPICS, { document: 'kep-3617', verdict: 'all' }, new Map())
    expect(topics.map(({ id }) => id)).toEqual(['fine-grained', 'fine-grained-alternatives'])
    expect(filtered(TOPICS, { document: 'all', verdict: 'all' }, new Map())).toEqual(TOPICS)
  })

  it('finds only settled claims by verdict', () => {
    const settled = new Map([
      [first, settledAs('holds')],
      [second, settledAs('only-if')],
    ])
    const found = filtered(TOPICS, { document: 'all', verdict: 'holds' }, settled)
    expect(found.flatMap((topic) => topic.arguments.map(({ id }) => id))).toEqual([first])
  })
})

describe('the summary', () => {
  it('counts the settled claims until all are settled, and then counts by verdict', () => {
    expect(summaryOf(ARGUMENTS, new Map([[first, settledAs('holds')]]))).toBe(`1 of ${ids.length} claims settled …`)
    const all = new Map(ids.map((id, i) => [id, settledAs(i === 0 ? 'does-not-hold' : 'holds')]))
    expect(summaryOf(ARGUMENTS, all)).toBe(
      `${ids.length} claims: ${ids.length - 1} hold, 0 hold under a condition, 1 does not hold.`,
    )
  })
})
