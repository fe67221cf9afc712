import type { RichText } from './graph.ts'

/**
 * A clause with its Kubernetes nouns told apart: what is filled into the template is a noun. As a tag:
 * clause`the requestor holds ${verb} here`.
 */
export function clause(texts: readonly string[], ...nouns: readonly string[]): RichText {
  return texts.flatMap((text, at) => {
    const noun = nouns[at]
    return [...(text === '' ? [] : [text]), ...(noun === undefined ? [] : [{ code: noun }])]
  })
}
