import type { CSSProperties } from 'react'
import { type CodeEditorProps, PADDING } from './props.ts'

/** Width between numbers and text in pixels: where the editor proper has its arrows for folding. */
export const GAP = 20

/** Space before the text where there are no numbers, in pixels. */
export const INDENT = 12

/** Digits that there is room for at least, so that the text does not move with its tenth or hundredth line. */
export const LEAST_DIGITS = 3

export function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** How high an editor is. Where lines wrap the text decides, between the two limits. */
export function heightOf(size: CodeEditorProps['size'], lines: number, wrap: boolean): CSSProperties {
  if (size === 'fill') return {}
  const ofLines = (count: number): string => `calc(${count} * 1lh + ${2 * PADDING}px)`
  return wrap
    ? { minBlockSize: ofLines(size.minLines), maxBlockSize: ofLines(size.maxLines) }
    : { blockSize: ofLines(Math.min(Math.max(lines, size.minLines), size.maxLines)) }
}

/** Where the text begins: behind a mark as wide as a line is high, the number, and a gap. */
export function marginOf(lines: number, lineNumbers: boolean): Record<`--${string}`, string> {
  const digits = Math.max(LEAST_DIGITS, String(lines).length)
  return {
    '--editor-padding': `${PADDING}px`,
    '--editor-margin': lineNumbers ? `calc(1lh + ${digits}ch + ${GAP}px)` : `${INDENT}px`,
    '--editor-gap': `${lineNumbers ? GAP : 0}px`,
  }
}
