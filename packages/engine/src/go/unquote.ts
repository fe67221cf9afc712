import { textOfBytes, utf8Bytes } from './bytes.ts'

/** The value of a quoted string in a text, and the offset after its closing quote. */
export interface GoString {
  readonly value: string
  readonly end: number
}

const NAMED = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ["'", "'"],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
])

/** The number of digits after the letter of a numeric escape. */
const DIGITS = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

/**
 * Reads the string that begins with the quote at `at`, as Go's `%q` prints it (`strconv.Unquote`); undefined where
 * there is no quote, where the string does not end on its line, or where Go has no such escape.
 */
export function goUnquote(text: string, at: number): GoString | undefined {
  if (text[at] !== '"') return undefined
  const pieces: string[] = []
  let bytes = false
  let plain = at + 1
  for (let i = plain; i < text.length; ) {
    const character = text[i]
    if (character === '\n') return undefined
    if (character === '"') {
      const value = pieces.join('') + text.slice(plain, i)
      return { value: bytes ? textOfBytes(utf8Bytes(value)) : value, end: i + 1 }
    }
    if (character !== '\\') {
      i++
      continue
    }
    const escaped = escapeAt(text, i + 1)
    if (escaped === undefined) return undefined
    bytes ||= escaped.byte
    pieces.push(text.slice(plain, i), escaped.value)
    plain = i + 1 + escaped.length
    i = plain
  }
  return undefined
}

interface Escape {
  readonly value: string
  readonly length: number
  /** The escape is one byte, which may be part of a longer character. */
  readonly byte: boolean
}

function escapeAt(text: string, at: number): Escape | undefined {
  const letter = text[at] ?? ''
  const named = NAMED.get(letter)
  if (named !== undefined) return { value: named, length: 1, byte: false }
  const digits = DIGITS.get(letter)
  if (digits === undefined) return undefined
  const written = text.slice(at + 1, at + 1 + digits)
  if (written.length !== digits || !/^[0-9A-Fa-f]+$/.test(written)) return undefined
  const number = Number.parseInt(written, 16)
  const byte = letter === 'x' && number >= 0x80
  if (byte) return { value: String.fromCharCode(0xdc00 + number), length: 1 + digits, byte }
  if (number > 0x10ffff || (number >= 0xd800 && number <= 0xdfff)) return undefined
  return { value: String.fromCodePoint(number), length: 1 + digits, byte: false }
}

/** Reads a list of strings as Go's `%q` prints one: `["a" "b"]`. */
export function goUnquoteList(
  text: string,
  at: number,
): { readonly values: readonly string[]; readonly end: number } | undefined {
  if (text[at] !== '[') return undefined
  const values: string[] = []
  let i = at + 1
  while (text[i] !== ']') {
    if (values.length > 0) {
      if (text[i] !== ' ') return undefined
      i++
    }
    const one = goUnquote(text, i)
    if (one === undefined) return undefined
    values.push(one.value)
    i = one.end
  }
  return { values, end: i + 1 }
}
