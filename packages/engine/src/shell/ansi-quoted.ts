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
