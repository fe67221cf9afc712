import type { RichText } from '@authz-playground/engine'
import { visible, visibleLine } from '@authz-playground/engine/internal/words'

/** Longer than any name that Kubernetes accepts. UTF-16 code units. */
const NAME = 600

/**
 * A text from input for a sentence, its hidden characters visible. Everything that page, pictures and element show of an input comes
 * through here. A text longer than `longest` is its beginning and its end, with the number of
 * omitted characters, because a browser takes seconds to lay out a name of 5 MB. `longest` is for texts that are longer
 * than a name, and may have several lines.
 */
export function shortened(text: string, longest?: number): string {
  return longest === undefined ? cut(text, NAME, visibleLine) : cut(text, longest, visible)
}

function cut(text: string, longest: number, shown: typeof visible): string {
  if (text.length <= longest) return shown(text)
  const kept = Math.floor(longest * 0.4)
  // Surrogate pairs are not split.
  const start = text.slice(0, kept).replace(/[\uD800-\uDBFF]$/, '')
  const end = text.slice(text.length - kept).replace(/^[\uDC00-\uDFFF]/, '')
  return `${shown(start)} … (${(text.length - start.length - end.length).toLocaleString('en')} more) … ${shown(end)}`
}

/** A clause with each of its pieces shortened. */
export function shortenedWords(label: RichText): RichText {
  return label.map((word) => (typeof word === 'string' ? shortened(word) : { code: shortened(word.code) }))
}

/** The longest text between names in a picture. Only reasons of authorizers can be longer. */
const CLAUSE = 480

/** A clause for a picture, its names no longer than `name`. */
export function brief(label: RichText, name: number): RichText {
  return label.map((word) =>
    typeof word === 'string' ? shortened(word, CLAUSE) : { code: cut(word.code, name, visibleLine) },
  )
}
