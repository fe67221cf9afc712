import type { RichText } from '@authz-playground/engine'

/** Longer than any name that Kubernetes lets through; what is longer was made to be. In UTF-16 code units. */
const NAME = 600

/**
 * A text from input as it is shown in a sentence: whole, or, where it is too long for anybody to read, its beginning and
 * end with a count of what was left out. A browser takes seconds to lay out a name of 5 MB. `longest` is for texts that
 * are more than a name.
 */
export function shortened(text: string, longest: number = NAME): string {
  if (text.length <= longest) return text
  const kept = Math.floor(longest * 0.4)
  // A character of two code units is not cut in half.
  const start = text.slice(0, kept).replace(/[\uD800-\uDBFF]$/, '')
  const end = text.slice(text.length - kept).replace(/^[\uDC00-\uDFFF]/, '')
  return `${start} … (${(text.length - start.length - end.length).toLocaleString('en')} more) … ${end}`
}

/** A clause with each of its pieces shortened. */
export function shortenedWords(label: RichText): RichText {
  return label.map((word) => (typeof word === 'string' ? shortened(word) : { code: shortened(word.code) }))
}

/** Longest text between names in a picture: all words are ours there, but for reasons that authorizers give. */
const CLAUSE = 480

/** A clause for a picture, its names no longer than `name`. */
export function brief(label: RichText, name: number): RichText {
  return label.map((word) =>
    typeof word === 'string' ? shortened(word, CLAUSE) : { code: shortened(word.code, name) },
  )
}
