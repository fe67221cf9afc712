import { expect, it } from 'vitest'
import { blocksOf, likelyHeight } from './blocks.ts'
import type { TimelineEntry } from './entries.ts'

const entries = (from: number, count: number): readonly TimelineEntry[] =>
  Array.from({ length: count }, (_, i) => ({ step: from + i, shape: 'step', label: [] }))

it('cuts long lists into blocks, in order and without a loss', () => {
  const all = entries(3, 10_000)
  const blocks = blocksOf(all)
  expect(blocks.flatMap((block) => block.entries)).toEqual(all)
  expect(Math.max(...blocks.map((block) => block.entries.length))).toBeLessThanOrEqual(40)
  expect(blocks.every(({ first, last, entries: rows }) => last - first === rows.length - 1)).toBe(true)
})

it('is not there without rows', () => {
  expect(blocksOf([])).toEqual([])
})

it('takes rows with checks to be taller', () => {
  const [plain] = blocksOf(entries(0, 1))
  const [checked] = blocksOf(
    entries(0, 1).map((entry) => ({ ...entry, check: { number: 1 } as NonNullable<TimelineEntry['check']> })),
  )
  expect(plain && checked && likelyHeight(checked) > likelyHeight(plain)).toBe(true)
})
