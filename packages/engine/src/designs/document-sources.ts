import type { DesignSource } from './design.ts'

// The documents that describe designs. Each function makes the source of a quotation.

const MERGED = 'https://github.com/kubernetes/enhancements/tree/02d2850/keps/sig-auth/5284-constrained-impersonation'

/** A section of KEP-5284 as proposed, at the commit of that merge. */
export function mergedKEP(section: string, quote?: string): DesignSource {
  const anchor = section
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-')
  return { document: 'KEP-5284', section, url: `${MERGED}#${anchor}`, ...(quote !== undefined && { quote }) }
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

/** A section of KEP-3617. Its address is about the KEP, and does not have the text. */
export function kep3617(section: string, quote: string): DesignSource {
  return { document: 'KEP-3617', section, url: 'https://kep.k8s.io/3617', quote, asReviewed: true }
}
