import { GREATER_THAN, HASH, isBlank, isBreak, isEnd, MINUS, PLUS, SPACE, TAB } from './characters.ts'
import type { Cursor } from './cursor.ts'

export interface BlockScalar {
  readonly value: string
  /** The offset after the last character that is not a line break. */
  readonly end: number
}

interface Header {
  /** `-` drops the line breaks at the end, `+` keeps all, none keeps one. */
  readonly chomping: '-' | '+' | ''
  /** Columns of indentation beyond the parent's; 0 when the first line determines it. */
  readonly increment: number
}

/** Reads a literal (`|`) or folded (`>`) scalar in a block indented by `parentIndent`. The cursor is on its indicator. */
export function scanBlock(cursor: Cursor, parentIndent: number): BlockScalar {
  const start = cursor.pos
  const folded = cursor.code() === GREATER_THAN
  cursor.pos++
  const { chomping, increment } = scanHeader(cursor, start)
  let end = cursor.pos
  skipRestOfLine(cursor, start)

  let indent = increment === 0 ? 0 : Math.max(parentIndent, 0) + increment
  let value = ''
  let lineBreak = ''
  let lastBlank = false
  let gap = scanIndentation(cursor, indent, parentIndent, start)
  indent = gap.indent
  while (cursor.column === indent && !isEnd(cursor.code())) {
    const blank = isBlank(cursor.code())
    const fold = folded && lineBreak === '\n' && !lastBlank && !blank
    value += (fold ? (gap.breaks === '' ? ' ' : '') : lineBreak) + gap.breaks
    lastBlank = blank
    const lineFrom = cursor.pos
    while (!isBreak(cursor.code()) && !isEnd(cursor.code())) cursor.pos++
    value += cursor.text.slice(lineFrom, cursor.pos)
    end = cursor.pos
    lineBreak = cursor.takeBreak()
    gap = scanIndentation(cursor, indent, parentIndent, start)
  }
  if (chomping !== '-') value += lineBreak
  if (chomping === '+') value += gap.breaks
  return { value, end }
}

function scanHeader(cursor: Cursor, start: number): Header {
  let chomping: Header['chomping'] = takeChomping(cursor)
  const increment = takeIncrement(cursor, start)
  if (chomping === '' && increment > 0) chomping = takeChomping(cursor)
  return { chomping, increment }
}

function takeChomping(cursor: Cursor): Header['chomping'] {
  const code = cursor.code()
  if (code !== PLUS && code !== MINUS) return ''
  cursor.pos++
  return code === PLUS ? '+' : '-'
}

function takeIncrement(cursor: Cursor, start: number): number {
  const digit = cursor.code() - 0x30
  if (!(digit >= 0 && digit <= 9)) return 0
  if (digit === 0) cursor.fail('found an indentation indicator equal to 0', start)
  cursor.pos++
  return digit
}

function skipRestOfLine(cursor: Cursor, start: number): void {
  while (isBlank(cursor.code())) cursor.pos++
  if (cursor.code() === HASH) while (!isBreak(cursor.code()) && !isEnd(cursor.code())) cursor.pos++
  if (!isBreak(cursor.code()) && !isEnd(cursor.code())) {
    cursor.fail('did not find expected comment or line break', start)
  }
  cursor.takeBreak()
}

/** Skips indentation and empty lines. An indentation of 0 is not known yet: the first line with text determines it. */
function scanIndentation(
  cursor: Cursor,
  indent: number,
  parentIndent: number,
  start: number,
): { indent: number; breaks: string } {
  let breaks = ''
  let deepest = 0
  while (true) {
    while ((indent === 0 || cursor.column < indent) && cursor.code() === SPACE) cursor.pos++
    deepest = Math.max(deepest, cursor.column)
    if ((indent === 0 || cursor.column < indent) && cursor.code() === TAB) {
      cursor.fail('found a tab character where an indentation space is expected', start)
    }
    if (!isBreak(cursor.code())) break
    breaks += cursor.takeBreak()
  }
  return { indent: indent === 0 ? Math.max(deepest, parentIndent + 1, 1) : indent, breaks }
}
