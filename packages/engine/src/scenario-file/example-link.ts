const EXAMPLE = '#example/'

/** The hash of a link to an example of the gallery, as it is. */
export function exampleHash(id: string): string {
  return EXAMPLE + encodeURIComponent(id)
}

/** Which example the hash of a link names, for pages that load what inflates other links later; undefined for those. */
export function readExampleHash(hash: string): { readonly example: string } | { readonly problem: string } | undefined {
  const text = hash.startsWith('#') ? hash : `#${hash}`
  if (!text.startsWith(EXAMPLE)) return undefined
  try {
    return { example: decodeURIComponent(text.slice(EXAMPLE.length)) }
  } catch {
    return { problem: 'This link is damaged: it names no example.' }
  }
}
