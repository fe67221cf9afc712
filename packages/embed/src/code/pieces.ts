import type { Span } from '@authz-playground/engine'
import type { CodeToken, Kind } from './highlight.ts'

/** A part of a line with one look. */
export interface CodePiece {
  readonly text: string
  readonly kind: Kind
  readonly highlighted: boolean
  readonly wrong: boolean
}

/** Cuts a line at the borders of its tokens, highlights and errors. Spans count from the start of the text. */
export function codePieces(
  line: string,
  start: number,
  tokens: readonly CodeToken[],
  highlighted: readonly Span[],
  wrong: readonly Span[],
): readonly CodePiece[] {
  const inside = (at: number): number => Math.min(line.length, Math.max(0, at))
  const spans = [...highlighted, ...wrong].map((span) => [inside(span.start - start), inside(span.end - start)])
  const borders = [...new Set([...tokens.flatMap((token) => [token.start, token.end]), ...spans.flat()])]
  const cuts = borders.sort((a, b) => a - b)
  const within = (spans: readonly Span[], at: number): boolean =>
    spans.some((span) => span.start - start <= at && at < span.end - start)
  return cuts.slice(0, -1).map((from, index) => ({
    text: line.slice(from, cuts[index + 1]),
    kind: tokens.find((token) => token.start <= from && from < token.end)?.kind ?? 'plain',
    highlighted: within(highlighted, from),
    wrong: within(wrong, from),
  }))
}
