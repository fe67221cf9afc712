import type { DesignSource } from './design.ts'

// The documents that describe designs. Each function makes the source of a quotation.

const at = (commit: string): string =>
  `https://github.com/kubernetes/enhancements/tree/${commit}/keps/sig-auth/5284-constrained-impersonation`

/** A section of KEP-5284 as proposed, at the commit of that merge. */
export function mergedKEP(section: string, quote?: string): DesignSource {
  return sectionOf('KEP-5284', '02d2850', section, quote)
}

/** A section of KEP-5284 at beta, at the commit that made it a text for beta. */
export function betaKEP(section: string, quote?: string): DesignSource {
  return sectionOf('KEP-5284 at beta', 'f6f4c58fb', section, quote)
}

function sectionOf(document: string, commit: string, section: string, quote?: string): DesignSource {
  const anchor = section
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-')
  return { document, section, url: `${at(commit)}#${anchor}`, ...(quote !== undefined && { quote }) }
}

/**
 * A comment in the review thread of KEP-5284. The address is that of the thread: the text as reviewed has none of its
 * comments.
 */
export function reviewThread(comment: string, quote: string): DesignSource {
  return {
    document: 'KEP-5284, review thread',
    section: comment,
    url: 'https://github.com/kubernetes/enhancements/pull/5285',
    quote,
  }
}

/** Lines of KEP-5681, at the commit that made it a text for alpha in 1.37. */
export function kep5681(section: string, [first, last]: readonly [number, number], quote: string): DesignSource {
  const file =
    'https://github.com/kubernetes/enhancements/blob/1526282/keps/sig-auth/5681-conditional-authorization/README.md'
  return { document: 'KEP-5681', section, url: `${file}?plain=1#L${first}-L${last}`, quote }
}

/** A section of KEP-3617. Its address is about the KEP, and does not have the text. */
export function kep3617(section: string, quote: string): DesignSource {
  return { document: 'KEP-3617', section, url: 'https://kep.k8s.io/3617', quote, asReviewed: true }
}
