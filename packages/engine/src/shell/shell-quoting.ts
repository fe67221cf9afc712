import { textOfBytes, utf8Bytes } from '../go/index.ts'

const NAMED = new Map([
  ['a', 7],
  ['b', 8],
  ['e', 27],
  ['E', 27],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
])

/** A run of plain text, or one escape. */
const ANSI_PIECE = /[^\\']+|\\(?:u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8}|x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|c[\s\S]|[\s\S])/y

/** Reads the text after `$'` up to its closing quote, or to the end of the text. The escapes are those of C. */
export function readAnsiQuoted(text: string, start: number): { readonly value: string; readonly end: number } {
  // Collects bytes first, because several escapes can make one character.
  const bytes: number[] = []
  let end = start
  for (;;) {
    ANSI_PIECE.lastIndex = end
    const piece = ANSI_PIECE.exec(text)?.[0]
    if (piece === undefined) return { value: textOfBytes(bytes), end }
    for (const byte of ansiBytes(piece)) bytes.push(byte)
    end += piece.length
  }
}

/** The bytes of one piece inside `$'…'`. */
function ansiBytes(piece: string): readonly number[] {
  if (!piece.startsWith('\\')) return utf8Bytes(piece)
  const kind = piece.charAt(1)
  const named = NAMED.get(kind)
  if (named !== undefined && piece.length === 2) return [named]
  if (/^[0-7]/.test(kind)) return [Number.parseInt(piece.slice(1), 8) & 0xff]
  if (piece.length === 2) return utf8Bytes('\\\'"?'.includes(kind) ? kind : piece)
  if (kind === 'x') return [Number.parseInt(piece.slice(2), 16)]
  if (kind === 'c') return [piece.charCodeAt(2) & 0x1f]
  const codePoint = Number.parseInt(piece.slice(2), 16)
  return utf8Bytes(codePoint > 0x10ffff ? '\ufffd' : String.fromCodePoint(codePoint))
}

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
