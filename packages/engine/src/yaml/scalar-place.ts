import type { Span } from '../text/index.ts'

/** The length of an escape in a double-quoted scalar, without its backslash. All others have one character. */
const ESCAPES: Readonly<Record<string, number>> = { x: 3, u: 5, U: 9 }

/**
 * Converts an offset into a scalar’s value to an offset into the text. They differ because YAML folds lines, drops
 * indentation and resolves escapes. The span is that of the scalar with its quotes or its indicator. The function counts
 * characters other than white space, which are the same in value and text; white space and the end of the value are
 * placed directly after the last such character.
 */
export function placeInScalar(text: string, { start, end }: Span, value: string, offset: number): number {
  const source = text.slice(start, end)
  const style = source.charAt(0)
  const wanted = [...value.slice(0, offset).replace(/\s+/g, '')].length
  const isCharacter = offset < value.length && !/\s/.test(value.charAt(offset))
  let at = style === '|' || style === '>' ? firstLineEnd(source) : style === '"' || style === "'" ? 1 : 0
  let seen = 0
  let after = at
  while (at < source.length) {
    const length = lengthAt(source, at, style)
    if (!isSpace(source, at, style)) {
      if (seen === wanted && isCharacter) return start + at
      seen++
      after = at + length
    }
    if (seen === wanted && !isCharacter) return start + after
    at += length
  }
  return start + Math.min(after, source.length)
}

/** The end of the first line. The text of a block scalar begins after its indicators and the comment after them. */
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
  // An escaped tab, line break or space, or an escaped end of line.
  return 'tnvfrLP_ \t\n\r'.includes(source.charAt(at + 1))
}
