import type { Span } from '../text/index.ts'

/** What an escape of a double-quoted scalar is long behind its backslash. Others are one character. */
const ESCAPES: Readonly<Record<string, number>> = { x: 3, u: 5, U: 9 }

/**
 * Where in the text a character of a scalar’s value stands: offsets into the value are of no use to an editor, since
 * YAML folds lines, drops indentation and reads escapes. `scalar` is the span of the scalar with its quotes or its
 * indicator. All characters but white space are the same in both, so they are counted; the place of white space, and of
 * the end of the value, is right behind the last character before it.
 */
export function placeInScalar(text: string, { start, end }: Span, value: string, offset: number): number {
  const source = text.slice(start, end)
  const style = source.charAt(0)
  const wanted = [...value.slice(0, offset).replace(/\s+/g, '')].length
  const stands = offset < value.length && !/\s/.test(value.charAt(offset))
  let at = style === '|' || style === '>' ? firstLineEnd(source) : style === '"' || style === "'" ? 1 : 0
  let seen = 0
  let behind = at
  while (at < source.length) {
    const length = lengthAt(source, at, style)
    if (!isSpace(source, at, style)) {
      if (seen === wanted && stands) return start + at
      seen++
      behind = at + length
    }
    if (seen === wanted && !stands) return start + behind
    at += length
  }
  return start + Math.min(behind, source.length)
}

/** A block scalar begins behind its indicators and the comment after them. */
function firstLineEnd(source: string): number {
  const end = source.search(/[\r\n]/)
  return end === -1 ? source.length : end
}

function lengthAt(source: string, at: number, style: string): number {
  if (style === "'" && source.startsWith("''", at)) return 2
  if (style === '"' && source.charAt(at) === '\\') return 1 + (ESCAPES[source.charAt(at + 1)] ?? 1)
  return (source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

function isSpace(source: string, at: number, style: string): boolean {
  if (style !== '"' || source.charAt(at) !== '\\') return /\s/.test(source.charAt(at))
  // A tab, a line break of some kind, a space, or the end of a line that goes on in the next.
  return 'tnvfrLP_ \t\n\r'.includes(source.charAt(at + 1))
}
