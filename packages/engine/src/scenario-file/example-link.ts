const EXAMPLE = '#example/'

/** The hash of a link to an unchanged example of the gallery. */
export function exampleHash(id: string): string {
  return EXAMPLE + encodeURIComponent(id)
}

/**
 * The scenario or the course of a hash, without its `#`, and the parts that follow it, divided by `&`: the places that the
 * page shows (its step, an open dialog). Where no part names one, it is empty. No codec writes an `&`.
 */
export function linkParts(hash: string): { readonly scenario: string; readonly places: readonly string[] } {
  const parts = hash.replace(/^#/, '').split('&').filter(Boolean)
  const [first = '', ...rest] = parts
  return SCENARIO.test(first) ? { scenario: first, places: rest } : { scenario: '', places: parts }
}

/** A named example, a named course, or a tag of a codec. */
const SCENARIO = /^(?:example|course|[a-z]\d{1,3})\//

/**
 * The example that the hash of a link names. Undefined for other links: a page loads the code that inflates those later.
 */
export function readExampleHash(hash: string): { readonly example: string } | { readonly problem: string } | undefined {
  const text = `#${linkParts(hash).scenario}`
  if (!text.startsWith(EXAMPLE)) return undefined
  try {
    return { example: decodeURIComponent(text.slice(EXAMPLE.length)) }
  } catch {
    return { problem: 'This link is damaged: it does not name an example.' }
  }
}
