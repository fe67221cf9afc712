/** A sentence piece by piece: words, Kubernetes nouns, links into the documentation. Words from the text are `code`. */
export type Prose = readonly (string | { readonly code: string } | { readonly link: string; readonly href: string })[]

/** Parses our own text as prose: a word in backticks is a noun. Never for words from a user's text. */
export function prose(words: string): Prose {
  return words.split('`').flatMap((piece, index) => {
    if (piece === '') return []
    return [index % 2 === 1 ? { code: piece } : piece]
  })
}

/** A list of nouns for a sentence, cut after a limit: `get`, `list` and 3 more. */
export function nouns(names: readonly string[], most: number): Prose {
  const shown = names.length > most + 1 ? names.slice(0, most) : names
  const more = names.length - shown.length
  return [
    ...shown.flatMap((name, index): Prose => {
      const last = index === shown.length - 1 && more === 0
      return [index === 0 ? '' : last ? ' and ' : ', ', { code: name }]
    }),
    ...(more > 0 ? [` and ${more.toLocaleString('en')} more`] : []),
  ].filter((piece) => piece !== '')
}
