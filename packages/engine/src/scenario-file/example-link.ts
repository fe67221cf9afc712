const EXAMPLE = '#example/'

/** The hash of a link to an unchanged example of the gallery. */
export function exampleHash(id: string): string {
  return EXAMPLE + encodeURIComponent(id)
}

/**
 * The example that the hash of a link names. Undefined for other links: a page loads the code that inflates those later.
 */
export function readExampleHash(hash: string): { readonly example: string } | { readonly problem: string } | undefined {
  const text = hash.startsWith('#') ? hash : `#${hash}`
  if (!text.startsWith(EXAMPLE)) return undefined
  try {
    return { example: decodeURIComponent(text.slice(EXAMPLE.length)) }
  } catch {
    return { problem: 'This link is damaged: it does not name an example.' }
  }
}
