import type { RichText } from '../text/index.ts'

/**
 * A clause of a sentence with its Kubernetes nouns marked: each value in the template is a noun. It is a tag:
 * clause`the requestor holds ${verb} here`.
 */
export function clause(texts: readonly string[], ...nouns: readonly string[]): RichText {
  return texts.flatMap((text, at) => {
    const noun = nouns[at]
    return [...(text === '' ? [] : [text]), ...(noun === undefined ? [] : [{ code: noun }])]
  })
}
