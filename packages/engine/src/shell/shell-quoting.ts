import { utf8Bytes } from '../go/index.ts'
import { hiddenCharacter } from '../text/index.ts'

const NEEDS_NO_QUOTES = /^[A-Za-z0-9%+,./:=@^_-]+$/

/** Quotes a word for a POSIX shell. Hidden characters and bytes that are not text need bash's `$'…'`. */
export function quoteWord(value: string): string {
  if (NEEDS_NO_QUOTES.test(value)) return value
  if (!LONE_SURROGATE.test(value) && hiddenCharacter(value) === undefined) return `'${value.replaceAll("'", "'\\''")}'`
  const escaped = utf8Bytes(value).map((byte) => {
    const character = String.fromCharCode(byte)
    if (character === "'" || character === '\\') return `\\${character}`
    return byte < 0x20 || byte >= 0x7f ? `\\x${byte.toString(16).padStart(2, '0')}` : character
  })
  return `$'${escaped.join('')}'`
}

const LONE_SURROGATE = /\p{Surrogate}/u

/** A here-document without expansion, for the end of a command. Its end word is not a line of the text. */
export function hereDocument(text: string, end = 'EOF'): string {
  const lines = new Set(text.split('\n'))
  let word = end
  while (lines.has(word)) word += '_'
  return `<<'${word}'\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${word}`
}
