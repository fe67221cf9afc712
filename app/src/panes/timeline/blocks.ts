import type { TimelineEntry } from './entries.ts'

/** Neighbouring rows that are drawn or left out together. */
export interface Block {
  readonly first: number
  readonly last: number
  readonly entries: readonly TimelineEntry[]
}

/** Rows in a block: few enough to draw within a frame, enough to fill a screen. */
const ROWS = 40

export function blocksOf(entries: readonly TimelineEntry[]): readonly Block[] {
  const blocks: Block[] = []
  for (let from = 0; from < entries.length; from += ROWS) {
    const part = entries.slice(from, from + ROWS)
    const [first, last] = [part[0], part.at(-1)]
    if (first !== undefined && last !== undefined) blocks.push({ first: first.step, last: last.step, entries: part })
  }
  return blocks
}

/**
 * The estimated height of a block before it is first drawn, in units of the base size, so that the scrollbar is about
 * right.
 */
export function likelyHeight({ entries }: Block): number {
  return entries.reduce(
    (sum, { check, stage }) => sum + (check === undefined ? 2 : 7) + (stage === undefined ? 0 : 2),
    0,
  )
}
