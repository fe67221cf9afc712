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

/** How tall a block is likely to be before it was ever drawn, in units of the base size: close enough for a scrollbar. */
export function likelyHeight({ entries }: Block): number {
  return entries.reduce((sum, { check }) => sum + (check === undefined ? 2 : 7), 0)
}
