import { COLON, HASH, isBlank, isBlankOrEnd, isBreak, isFlowIndicator, TAB } from './characters.ts'
import { type Cursor, isDocumentIndicator } from './cursor.ts'
import { foldBreaks } from './quoted-scalar.ts'

/** The result of {@link scanPlain}, one object for all calls: most scalars are plain, and a new object each would be garbage. */
const found = { value: '', end: 0, lineBroken: false }

/** A plain scalar. */
export interface PlainScalar {
  readonly value: string
  /** The offset after its last character. The cursor is after the blanks that follow. */
  readonly end: number
  /** A line break followed it, so the next word may be a key. */
  readonly lineBroken: boolean
}

/**
 * Reads an unquoted scalar, over several lines while they are indented more than `parentIndent`. The next call overwrites
 * the result.
 */
export function scanPlain(cursor: Cursor, parentIndent: number, inFlow: boolean): PlainScalar {
  const { text } = cursor
  const start = cursor.pos
  const indent = parentIndent + 1
  let value = ''
  let wordsFrom = start
  let end = start
  let fold = ''
  let lineBroken = false
  while (true) {
    if (isDocumentIndicator(cursor) || cursor.code() === HASH) break
    const wordStart = cursor.pos
    let pos = wordStart
    let code = text.charCodeAt(pos)
    while (!isBlankOrEnd(code)) {
      if (code === COLON ? isBlankOrEnd(text.charCodeAt(pos + 1)) : inFlow && isFlowIndicator(code)) break
      code = text.charCodeAt(++pos)
    }
    cursor.pos = pos
    if (pos > wordStart) {
      if (lineBroken) {
        value += text.slice(wordsFrom, end) + fold
        wordsFrom = wordStart
        lineBroken = false
      }
      end = pos
    }
    if (!isBlank(code) && !isBreak(code)) break
    let first = ''
    let rest = ''
    for (; isBlank(code) || isBreak(code); code = cursor.code()) {
      if (isBlank(code)) {
        if (lineBroken && code === TAB && cursor.column < indent) {
          cursor.fail('found a tab character that violates indentation', start)
        }
        cursor.pos++
      } else if (lineBroken) {
        rest += cursor.takeBreak()
      } else {
        first = cursor.takeBreak()
        lineBroken = true
      }
    }
    fold = foldBreaks(first, rest)
    if (!inFlow && cursor.column < indent) break
  }
  found.value = value === '' ? text.slice(wordsFrom, end) : value + text.slice(wordsFrom, end)
  found.end = end
  found.lineBroken = lineBroken
  return found
}
