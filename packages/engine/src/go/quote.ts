import { rawByte } from './bytes.ts'
import { isPrintable } from './printable.ts'

const PLAIN_ASCII = /^[ !#-[\]-~]*$/
const NAMED_ESCAPES = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
])

/** A string as Go's `%q` prints it (`strconv.Quote`): the 403 and 500 texts and RBAC's reasons use it. */
export function goQuote(text: string): string {
  if (PLAIN_ASCII.test(text)) return `"${text}"`
  let quoted = ''
  for (const character of text) quoted += quoteOne(character)
  return `"${quoted}"`
}

function quoteOne(character: string): string {
  const named = NAMED_ESCAPES.get(character)
  if (named !== undefined) return named
  const codePoint = character.codePointAt(0) as number
  if (isPrintable(codePoint)) return character
  const byte = rawByte(codePoint) ?? (codePoint < 0x20 || codePoint === 0x7f ? codePoint : undefined)
  if (byte !== undefined) return `\\x${hex(byte, 2)}`
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return '\ufffd'
  return codePoint < 0x10000 ? `\\u${hex(codePoint, 4)}` : `\\U${hex(codePoint, 8)}`
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}
