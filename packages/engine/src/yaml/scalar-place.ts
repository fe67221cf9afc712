import type { Span } from '../text/index.ts'

/** The length of an escape in a double-quoted scalar, without its backslash. All others have one character. */
const ESCAPES: Readonly<Record<string, number>> = { x: 3, u: 5, U: 9 }

/**
 * Converts an offset into a scalar’s value to an offset into the text. They differ because YAML folds lines, drops
 * indentation and resolves escapes. The span is that of the scalar with its quotes or its indicator. The function counts
 * characters other than white space, which are the same in value and text; white space and the end of the value are
 * placed directly after the last such character.
 */
export function placeInScalar(text: string, span: Span, value: string, offset: number): number {
  return new ScalarPlaces(text, span, value).at(offset)
}

/** So many characters are counted at once. */
const STEP = 4096

/** Where a scalar was read to: the next offset, and the end of the last character that is not white space. */
interface Mark {
  readonly at: number
  readonly after: number
}

/** As {@link placeInScalar}, for many offsets into one scalar: each costs as much as a few thousand characters do. */
export class ScalarPlaces {
  readonly #source: string
  readonly #style: string
  readonly #start: number
  /** The number of characters before each step of the value. */
  readonly #counts: number[] = [0]
  /** The place in the source after each step of characters. */
  readonly #marks: Mark[]

  constructor(
    text: string,
    { start, end }: Span,
    readonly value: string,
  ) {
    this.#source = text.slice(start, end)
    this.#start = start
    this.#style = this.#source.charAt(0)
    const style = this.#style
    const at = style === '|' || style === '>' ? firstLineEnd(this.#source) : style === '"' || style === "'" ? 1 : 0
    this.#marks = [{ at, after: at }]
  }

  at(offset: number): number {
    const { value } = this
    const wanted = this.#charactersBefore(Math.min(Math.max(offset, 0), value.length))
    const isCharacter = offset < value.length && !/\s/.test(value.charAt(offset))
    const step = Math.min(Math.floor(wanted / STEP), this.#marks.length - 1)
    const source = this.#source
    const style = this.#style
    let { at, after } = this.#marks[step] ?? { at: 0, after: 0 }
    let seen = step * STEP
    if (seen > 0 && seen === wanted && !isCharacter) return this.#start + after
    while (at < source.length) {
      const length = lengthAt(source, at, style)
      if (!isSpace(source, at, style)) {
        if (seen === wanted && isCharacter) return this.#start + at
        seen++
        after = at + length
        if (seen % STEP === 0 && this.#marks.length === seen / STEP) this.#marks.push({ at: after, after })
      }
      if (seen === wanted && !isCharacter) return this.#start + after
      at += length
    }
    return this.#start + Math.min(after, source.length)
  }

  /** How many characters other than white space the value has before an offset. */
  #charactersBefore(offset: number): number {
    const step = Math.floor(offset / STEP)
    for (let known = this.#counts.length; known <= step; known++) {
      this.#counts.push((this.#counts[known - 1] ?? 0) + charactersIn(this.value, (known - 1) * STEP, known * STEP))
    }
    return (this.#counts[step] ?? 0) + charactersIn(this.value, step * STEP, offset)
  }
}

/** The characters other than white space in a part of a text. Two halves of one that the end cuts count once. */
function charactersIn(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at)
    const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff && isFirstHalf(text.charCodeAt(at - 1))
    if (!isSecondHalf && !/\s/.test(text.charAt(at))) count++
  }
  return count
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
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
