import type { Inline, RichText } from '@authz-playground/engine'

/**
 * Widths of the printable ASCII characters, from the space on, in hundredths of the type size. They are those of DejaVu
 * Sans and Verdana. Hardly any usual sans is wider, so text laid out with these widths fits in all.
 */
const WIDTHS =
  '32 41 46 84 64 96 78 28 40 40 50 84 32 37 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 54 100 69 69 70 78 64 58 78 76 30 30 66 56 87 75 79 61 79 70 64 62 74 69 99 69 62 69 40 34 40 84 50 50 62 64 55 64 62 36 64 64 28 28 58 28 98 64 62 64 64 42 53 40 64 60 82 60 60 53 64 34 64 84'
    .split(' ')
    .map((width) => Number(width) / 100)

/** The width of a mono character, in type sizes. Only a few typefaces are wider than 0.6. */
const MONO = 0.605
/** How much wider the strong weight is. */
const STRONG = 1.1
/**
 * The widths of other letters: accents, Greek and Cyrillic; and of scripts whose characters are as wide as they are
 * high, from `WIDE_FROM` on.
 */
const OTHER = 0.72
const WIDE = 1
const WIDE_FROM = 0x1100

export interface Type {
  /** In px. */
  readonly size: number
  readonly strong?: boolean
}

/** The approximate width of a text, in px, in the widest usual typeface. */
export function textWidth(text: string, { size, strong = false }: Type, mono = false): number {
  let ems = 0
  for (const character of text) ems += characterWidth(character.codePointAt(0) ?? 0, mono)
  return ems * size * (strong && !mono ? STRONG : 1)
}

/** The same for words of which some are code. */
export function labelWidth(label: RichText, type: Type): number {
  return label.reduce((sum, words) => sum + wordsWidth(words, type), 0)
}

export function wordsWidth(words: Inline, type: Type): number {
  return typeof words === 'string' ? textWidth(words, type) : textWidth(words.code, type, true)
}

function characterWidth(code: number, mono: boolean): number {
  if (code >= WIDE_FROM && !(code >= 0x2000 && code < 0x2e80)) return WIDE
  if (mono) return MONO
  return WIDTHS[code - 0x20] ?? OTHER
}
