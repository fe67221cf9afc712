import { goQuote } from '../go/index.ts'

/** Shortens a text for a message. Never cuts a character in two. */
export function excerpt(text: string, length = 60): string {
  const oneLine = text.replace(/[\t\n\v\f\r ]+/g, ' ')
  return oneLine.length <= length ? oneLine : `${[...oneLine.slice(0, length)].slice(0, -1).join('')}…`
}

const LONGEST = 60

/** A quoted excerpt of the input, short enough for a sentence. */
export function quoted(text: string): string {
  return goQuote(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
}

/** The code point of a character that cannot be seen or typed: `U+0000`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
