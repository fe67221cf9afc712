/** A link's address that is safe to follow, or the reason that it is not, to follow “This link is shown as text: ”. */
export type ReadAddress = { readonly address: string } | { readonly reason: string }

/** Longer addresses are not written by hand, but links that hold a scenario are long. UTF-16 code units. */
const LONGEST = 20_000

/** What a browser removes, decodes or takes for another character: controls, blanks, backslashes, what is invisible. */
const MISREAD = /[\p{C}\p{Z}\\<>"`{}|^]/u

/** Nobody but an author of traps writes these into an address; `&` alone separates parts of a query. */
const CHARACTER_REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i

/**
 * A scheme, a host of ASCII letters (others are easily taken for them) without a user before it, and the rest. Browsers
 * would accept less than two slashes, and more, in their own way.
 */
const OUTSIDE = /^https?:\/\/(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/i

/**
 * Judges the address of a link, without the backslashes and brackets of Markdown. Accepts any text. Links are `https:` and
 * `http:` with a host, and hashes of the playground; the scheme of anything else could run a script or open a file, and an
 * address without a scheme would depend on the page that shows the text.
 */
export function readAddress(address: string): ReadAddress {
  if (address === '') return { reason: 'it has no address' }
  if (CHARACTER_REFERENCE.test(address)) return { reason: 'its address has a character reference such as “&amp;”' }
  if (address.length > LONGEST)
    return { reason: `its address is longer than ${LONGEST.toLocaleString('en')} characters` }
  if (MISREAD.test(address)) return { reason: 'its address has a blank, an invisible character or one of \\<>"`{}|^' }
  if (address.startsWith('#')) return address === '#' ? { reason: 'it leads to no part' } : { address }
  if (OUTSIDE.test(address)) return { address }
  if (/^https?:/i.test(address)) return { reason: 'its address has no plain host name after “https://”' }
  if (address.startsWith('//')) return { reason: 'its address begins with “//” instead of “https://”' }
  const [scheme] = /^[a-z][a-z\d+.-]*:/i.exec(address) ?? []
  return {
    reason:
      scheme === undefined
        ? 'its address begins neither with “https://” nor with “#”'
        : `its address begins with “${scheme.slice(0, 40)}”, not with “https:”`,
  }
}
