import type { Span } from '@authz-playground/engine'

/** Where the lines of a text begin. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The line, from 0, that an offset is on. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] as number) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** The first and the last line, from 0, that a range touches. A range that ends at the beginning of a line leaves it out. */
export function linesOf(starts: readonly number[], { start, end }: Span): readonly [first: number, last: number] {
  const first = lineAt(starts, start)
  return [first, Math.max(first, lineAt(starts, end > start ? end - 1 : end))]
}

/** A part of a line that looks the same throughout. */
export interface LinePiece {
  readonly text: string
  readonly highlighted: boolean
  readonly problem: boolean
  readonly remarked: boolean
}

/** Cuts a line at each border of a highlighted, underlined or remarked range. Ranges may overlap and reach past the line. */
export function linePieces(
  line: string,
  offset: number,
  highlighted: readonly Span[],
  problems: readonly Span[],
  remarks: readonly Span[],
): readonly LinePiece[] {
  const cuts = [...highlighted, ...problems, ...remarks].flatMap(({ start, end }) => [start - offset, end - offset])
  const places = [...new Set([0, ...cuts.filter((at) => at > 0 && at < line.length), line.length])].sort(
    (a, b) => a - b,
  )
  return places.slice(1).map((end, index) => {
    const start = places[index] as number
    const covers = (span: Span): boolean => span.start <= offset + start && offset + end <= span.end
    return {
      text: line.slice(start, end),
      highlighted: highlighted.some(covers),
      problem: problems.some(covers),
      remarked: remarks.some(covers),
    }
  })
}
