import { rawByte } from './bytes.ts'
import { PRINTABLE_RUNS } from './printable-runs.ts'

/** Code points where runs of printable characters begin and end, alternately. */
let edges: Uint32Array | undefined

/**
 * Whether Go prints a character unescaped (Go: `strconv.IsPrint`, `unicode.IsPrint`). Uses Go's own table, because a
 * browser has a newer version of Unicode, whose new characters Go escapes.
 */
export function isPrintable(codePoint: number): boolean {
  if (codePoint < 0x7f) return codePoint >= 0x20
  edges ??= edgesOf(PRINTABLE_RUNS)
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle] as number) <= codePoint) low = middle + 1
    else high = middle
  }
  // Characters before the first edge are not printable, and each edge inverts that.
  return low % 2 === 1
}

function edgesOf(runs: string): Uint32Array {
  let edge = 0
  return Uint32Array.from(runs.trim().split(/\s/), (run) => {
    edge += Number.parseInt(run, 36)
    return edge
  })
}

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

/** `json.Marshal`, which also escapes HTML's markup characters. */
export function goJSON(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/**
 * Prints errors as the API server does (Go: `utilerrors.NewAggregate`): without duplicates, and in brackets when there are
 * several.
 */
export function aggregateErrors(errors: readonly string[]): string {
  const distinct = [...new Set(errors)]
  return distinct.length === 1 ? (distinct[0] as string) : `[${distinct.join(', ')}]`
}
