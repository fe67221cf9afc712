import type { RichText } from '../text/index.ts'

/**
 * A clause of a sentence with its Kubernetes nouns marked: each text in the template is a noun, and what is already rich stays as it is. It
 * is a tag: clause`the requestor holds ${verb} here`.
 */
export function clause(texts: readonly string[], ...parts: readonly (string | RichText)[]): RichText {
  return texts.flatMap((text, at): RichText => {
    const part = parts[at] ?? []
    return [...(text === '' ? [] : [text]), ...(typeof part === 'string' ? [{ code: part }] : part)]
  })
}

/** Nouns of Kubernetes in a sentence: "a, b and c". Of more than `most`, the rest is counted. */
export function listInWords(nouns: readonly string[], word = 'and', most = 6): RichText {
  const shown = nouns.length > most ? nouns.slice(0, most - 1) : nouns
  const more = nouns.length - shown.length
  return [
    ...shown.flatMap((noun, at): RichText => {
      const before = at === 0 ? [] : [at === shown.length - 1 && more === 0 ? ` ${word} ` : ', ']
      return [...before, { code: noun }]
    }),
    ...(more === 0 ? [] : [` ${word} ${more} more`]),
  ]
}
