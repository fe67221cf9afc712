import type { RichText } from '@authz-playground/engine'
import { type Paint, PLAIN } from './paints.ts'
import { element, escaped, number } from './xml.ts'

export interface LineOfText extends Paint {
  readonly x: number
  /** Of the baseline. */
  readonly y: number
  /** In px. */
  readonly size?: number
  readonly strong?: boolean
  readonly anchor?: 'middle'
  readonly class?: string | undefined
}

/** The type size of charts, in px: what a picture’s root has. */
export const SIZE = 12
/** Height of a line of that size, and how far its baseline is below its middle. */
export const LINE = 16
export const BASELINE = 4

/** One line of words; Kubernetes nouns in mono. */
export function textLine(label: RichText, { x, y, size = SIZE, strong = false, anchor, ...look }: LineOfText): string {
  const pieces = label.map((words) =>
    typeof words === 'string'
      ? escaped(words)
      : element('tspan', { class: 'm', 'font-family': 'monospace' }, [escaped(words.code)]),
  )
  return element(
    'text',
    {
      x: number(x),
      y: number(y),
      'font-size': size === SIZE ? undefined : size,
      'font-weight': strong ? 600 : undefined,
      'text-anchor': anchor,
      ...look,
      ...(look['font-weight'] === PLAIN && { 'font-weight': undefined }),
    },
    pieces,
  )
}

/** Lines under each other around a middle, as in the boxes of a chart. */
export function textAround(
  lines: readonly RichText[],
  { x, y, ...look }: Omit<LineOfText, 'anchor'>,
): readonly string[] {
  const first = y - ((lines.length - 1) * LINE) / 2 + BASELINE
  return lines.map((line, i) => textLine(line, { ...look, x, y: first + i * LINE, anchor: 'middle' }))
}
