import { BACKSLASH, DOUBLE_QUOTE, hexValue, isBlank, isBlankOrEnd, isBreak, isEnd, SINGLE_QUOTE } from './characters.ts'
import { type Cursor, isDocumentIndicator } from './cursor.ts'

/** The values of the one-character escapes. libyaml knows `\'` and does not know `\/`. */
const ESCAPES = new Map<string, string>([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
])
const CODE_LENGTHS = new Map<string, number>([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

/** Reads a quoted scalar from its opening quote and returns its value. The cursor ends after the closing quote. */
export function scanQuoted(cursor: Cursor): string {
  const start = cursor.pos
  const quote = cursor.code()
  const single = quote === SINGLE_QUOTE
  cursor.pos++
  const pieces: string[] = []
  while (true) {
    if (isDocumentIndicator(cursor)) cursor.fail('found unexpected document indicator', start)
    if (isEnd(cursor.code())) cursor.fail('found unexpected end of stream', start)
    const escapedBreak = scanWord(cursor, single, start, pieces)
    if (cursor.code() === quote) break
    scanGap(cursor, escapedBreak, pieces)
  }
  cursor.pos++
  return pieces.length === 1 ? (pieces[0] as string) : pieces.join('')
}

/** Reads up to the next blank, line break or closing quote. Returns whether an escaped line break ended the word. */
function scanWord(cursor: Cursor, single: boolean, start: number, pieces: string[]): boolean {
  let from = cursor.pos
  const flush = () => {
    if (cursor.pos > from) pieces.push(cursor.text.slice(from, cursor.pos))
  }
  for (let code = cursor.code(); !isBlankOrEnd(code); code = cursor.code()) {
    if (single) {
      if (code === SINGLE_QUOTE) {
        if (cursor.code(1) !== SINGLE_QUOTE) break
        cursor.pos++
        flush()
        from = cursor.pos + 1
      }
      cursor.pos++
    } else if (code === DOUBLE_QUOTE) {
      break
    } else if (code === BACKSLASH) {
      flush()
      if (isBreak(cursor.code(1))) {
        cursor.pos++
        cursor.takeBreak()
        return true
      }
      pieces.push(scanEscape(cursor, start))
      from = cursor.pos
    } else {
      cursor.pos++
    }
  }
  flush()
  return false
}

function scanEscape(cursor: Cursor, start: number): string {
  const letter = cursor.text.charAt(cursor.pos + 1)
  const simple = ESCAPES.get(letter)
  if (simple !== undefined) {
    cursor.pos += 2
    return simple
  }
  const length = CODE_LENGTHS.get(letter)
  if (length === undefined) return cursor.fail('found unknown escape character', start)
  cursor.pos += 2
  let value = 0
  for (let i = 0; i < length; i++) {
    const digit = hexValue(cursor.code(i))
    if (digit < 0) cursor.fail('did not find expected hexdecimal number', start)
    value = value * 16 + digit
  }
  // JSON escapes surrogate pairs in two halves; YAML 1.1 writes `\U0001F600`.
  if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) {
    cursor.fail('found invalid Unicode character escape code', start)
  }
  cursor.pos += length
  return String.fromCodePoint(value)
}

/** Reads blanks and line breaks between words: blanks stay, one break becomes a space, more become breaks less one. */
function scanGap(cursor: Cursor, escapedBreak: boolean, pieces: string[]): void {
  const from = cursor.pos
  let blanksEnd = cursor.pos
  let broken = escapedBreak
  let first = ''
  let rest = ''
  while (true) {
    const code = cursor.code()
    if (isBlank(code)) {
      cursor.pos++
      if (!broken) blanksEnd = cursor.pos
    } else if (isBreak(code)) {
      if (broken) rest += cursor.takeBreak()
      else first = cursor.takeBreak()
      broken = true
    } else {
      break
    }
  }
  if (!broken) pieces.push(cursor.text.slice(from, blanksEnd))
  else pieces.push(foldBreaks(first, rest))
}

/** The value of consecutive line breaks in a folded scalar. LS and PS are never folded. */
export function foldBreaks(first: string, rest: string): string {
  if (first !== '\n') return first + rest
  return rest === '' ? ' ' : rest
}
