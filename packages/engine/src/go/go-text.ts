// Texts as Go prints them, for messages that people compare with those of kube-apiserver.

import { isPrintable } from '../kube/index.ts'

const SHORT_ESCAPES = new Map([
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
])
/** `strconv.Quote`, and what `%q` prints. */
export function goQuote(text: string): string {
  let quoted = ''
  for (const character of text) {
    const code = character.codePointAt(0) as number
    if (SHORT_ESCAPES.has(character)) quoted += SHORT_ESCAPES.get(character)
    else if (isPrintable(code)) quoted += character
    else if (code < 0x80) quoted += `\\x${code.toString(16).padStart(2, '0')}`
    else if (code > 0xffff) quoted += `\\U${code.toString(16).padStart(8, '0')}`
    else quoted += `\\u${code.toString(16).padStart(4, '0')}`
  }
  return `"${quoted}"`
}

/** `json.Marshal`, which also escapes what HTML would take for markup. */
export function goJSON(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** How many bytes a text has in UTF-8, which is what the API server's limits count. */
export function byteLength(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) as number
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** The bytes of a text in UTF-8. Halves of surrogate pairs are those of U+FFFD. */
export function utf8(text: string): readonly number[] {
  const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
  return [...encoded.matchAll(/%(..)|./g)].map(([one, hex]) =>
    hex === undefined ? one.charCodeAt(0) : Number.parseInt(hex, 16),
  )
}

/** Shortens a text that goes into a message. Never cuts a character in two. */
export function excerpt(text: string, length = 60): string {
  const oneLine = text.replace(/\s+/g, ' ')
  return oneLine.length <= length ? oneLine : `${[...oneLine.slice(0, length)].slice(0, -1).join('')}…`
}
