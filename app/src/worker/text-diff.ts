import type { Span } from '@authz-playground/engine'
import { structuredPatch } from 'diff'

/** A line of a comparison of two texts. A line of both has two numbers, an added or a removed one its own. */
export interface DiffLine {
  readonly text: string
  /** From 1. */
  readonly before?: number
  readonly after?: number
}

/** The lines that are shown around a changed one. */
const CONTEXT = 2

/** Texts that differ in more lines are not compared. */
const MOST_CHANGED = 1000

/** The stretches in which two texts differ, with the lines around them; none where the texts differ in too much. */
export function diffOf(before: string, after: string): readonly (readonly DiffLine[])[] {
  const patch = structuredPatch('', '', before, after, '', '', { context: CONTEXT, maxEditLength: MOST_CHANGED })
  return (patch?.hunks ?? []).map(({ oldStart, newStart, lines }) => {
    let [old, now] = [oldStart, newStart]
    return lines.flatMap((line): readonly DiffLine[] => {
      const text = line.slice(1).replace(/\r$/, '')
      if (line.startsWith('-')) return [{ text, before: old++ }]
      if (line.startsWith('+')) return [{ text, after: now++ }]
      // "\ No newline at end of file"
      return line.startsWith('\\') ? [] : [{ text, before: old++, after: now++ }]
    })
  })
}

/** The lines of a text that are not in the text before, with their line ends; none where the texts differ in too much. */
export function changedLines(before: string, after: string): readonly Span[] {
  const changed = diffOf(before, after)
    .flat()
    .flatMap((line) => (line.before === undefined && line.after !== undefined ? [line.after] : []))
  const spans: Span[] = []
  let start = 0
  for (let line = 1; spans.length < changed.length; line++) {
    const lineFeed = after.indexOf('\n', start)
    const end = lineFeed === -1 ? after.length : lineFeed + 1
    if (line === changed[spans.length]) spans.push({ start, end })
    start = end
  }
  return spans
}
