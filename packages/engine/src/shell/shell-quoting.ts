import { utf8Bytes } from '../go/index.ts'

const NEEDS_NO_QUOTES = /^[A-Za-z0-9%+,./:=@^_-]+$/

/** Quotes a word for a POSIX shell. Control characters and bytes that are not text need bash's `$'…'`. */
export function quoteWord(value: string): string {
  if (NEEDS_NO_QUOTES.test(value)) return value
  if (!ANSI_ONLY.test(value)) return `'${value.replaceAll("'", "'\\''")}'`
  const escaped = utf8Bytes(value).map((byte) => {
    const character = String.fromCharCode(byte)
    if (character === "'" || character === '\\') return `\\${character}`
    return byte < 0x20 || byte >= 0x7f ? `\\x${byte.toString(16).padStart(2, '0')}` : character
  })
  return `$'${escaped.join('')}'`
}

/**
 * Characters that single quotes cannot carry through a paste: control characters except line feed and tab, and lone
 * surrogates.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ANSI_ONLY = /[\0-\x08\x0b-\x1f\x7f]|\p{Surrogate}/u

/** A here-document without expansion, for the end of a command. Its end word is not a line of the text. */
export function hereDocument(text: string, end = 'EOF'): string {
  const lines = new Set(text.split('\n'))
  let word = end
  while (lines.has(word)) word += '_'
  return `<<'${word}'\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${word}`
}
