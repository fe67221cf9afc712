import type { RichText } from '@authz-playground/engine'
import { type Paint, PLAIN } from '../chart/paints.ts'
import { SIZE } from '../words/type.ts'
import { element, number, xmlEscaped } from './xml.ts'

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

/** One line of words; Kubernetes nouns in mono. */
export function textLine(label: RichText, { x, y, size = SIZE, strong = false, anchor, ...look }: LineOfText): string {
  const pieces = label.map((words) =>
    typeof words === 'string'
      ? xmlEscaped(words)
      : element('tspan', { class: 'm', 'font-family': 'monospace' }, [xmlEscaped(words.code)]),
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
