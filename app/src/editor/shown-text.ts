import type { TextEdit } from './text-edit.ts'

/**
 * A text as editors show it. They know one line end, `\n`; a policy may carry Windows line ends and a request a lone
 * carriage return, which mean something and must survive. So editors work on `shown`, and their edits are written back
 * into `value`, which keeps everything that was not edited.
 */
export interface ShownText {
  readonly value: string
  readonly shown: string
  /** The place in `shown` for an offset in `value`. Offsets outside are clamped. */
  toShown(offset: number): number
  /** The place in `value` for an offset in `shown`; before a line end, that is before all of it. */
  toValue(offset: number): number
}

export function shownText(value: string): ShownText {
  if (!value.includes('\r')) return asItIs(value)
  const left = leftOut(value)
  // A lone carriage return becomes a line feed; before a line feed it is left out.
  const shown = value.replace(/\r\n?/g, '\n')
  return {
    value,
    shown,
    toShown(offset) {
      const at = clamp(offset, value.length)
      return at - countBelow(left, at)
    },
    toValue(offset) {
      const at = clamp(offset, shown.length)
      // The n-th omitted unit is at `left[n] - n` in `shown`. Each offset after it is shifted by it.
      let low = 0
      let high = left.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((left[middle] as number) - middle < at) low = middle + 1
        else high = middle
      }
      return at + low
    },
  }
}

/**
 * Writes edits of the shown text back into `value`. All offsets are in `shown` before the edits, and edits do not
 * overlap. New line ends are like the first one of the text.
 */
export function writeBack(text: ShownText, edits: readonly TextEdit[]): string {
  const { value } = text
  const lineEnd = firstLineEnd(value)
  const pieces: string[] = []
  let done = 0
  const write = (piece: string): void => {
    if (piece === '') return
    // A lone carriage return would merge with a line feed that moves up to it, so it gets a line feed of its own.
    if (piece.startsWith('\n') && pieces.at(-1)?.endsWith('\r')) pieces.push('\n')
    pieces.push(piece)
  }
  for (const { start, end, insert } of [...edits].sort((a, b) => a.start - b.start)) {
    write(value.slice(done, text.toValue(start)))
    write(lineEnd === '\n' ? insert : insert.replaceAll('\n', lineEnd))
    done = text.toValue(end)
  }
  write(value.slice(done))
  return pieces.join('')
}

function asItIs(value: string): ShownText {
  const same = (offset: number): number => clamp(offset, value.length)
  return { value, shown: value, toShown: same, toValue: same }
}

/** Offsets, rising, of the code units of `value` that are not shown. */
function leftOut(value: string): readonly number[] {
  const offsets: number[] = []
  for (let at = value.indexOf('\r'); at !== -1; at = value.indexOf('\r', at + 1)) {
    if (value[at + 1] === '\n') offsets.push(at)
  }
  return offsets
}

function firstLineEnd(value: string): '\n' | '\r\n' {
  const at = value.indexOf('\n')
  return at > 0 && value[at - 1] === '\r' ? '\r\n' : '\n'
}

function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < limit) low = middle + 1
    else high = middle
  }
  return low
}

function clamp(offset: number, length: number): number {
  return Math.min(Math.max(offset, 0), length)
}
