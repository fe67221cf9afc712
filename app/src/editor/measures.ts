import type { CSSProperties } from 'react'
import { type CodeEditorProps, PADDING } from './props.ts'

/** Width between numbers and text in pixels. Monaco puts its folding arrows there. */
export const GAP = 20

/** Space before the text without line numbers, in pixels. */
export const INDENT = 12

/** The least number of digits with room, so that the text does not move at its tenth or hundredth line. */
export const LEAST_DIGITS = 3

export function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** The height of an editor. Where lines wrap, the text decides it, within the two limits. */
export function heightOf(size: CodeEditorProps['size'], lines: number, wrap: boolean): CSSProperties {
  if (size === 'fill') return {}
  const ofLines = (count: number): string => `calc(${count} * 1lh + ${2 * PADDING}px)`
  return wrap
    ? { minBlockSize: ofLines(size.minLines), maxBlockSize: ofLines(size.maxLines) }
    : { blockSize: ofLines(Math.min(Math.max(lines, size.minLines), size.maxLines)) }
}

/** The width of the margin: a mark as wide as a line is high, the number, and a gap. */
export function marginOf(lines: number, lineNumbers: boolean): Record<`--${string}`, string> {
  const digits = Math.max(LEAST_DIGITS, String(lines).length)
  return {
    '--editor-padding': `${PADDING}px`,
    '--editor-margin': lineNumbers ? `calc(1lh + ${digits}ch + ${GAP}px)` : `${INDENT}px`,
    '--editor-gap': `${lineNumbers ? GAP : 0}px`,
  }
}
