/** Whether only this machine reaches an address: then phones in the room do not. */
export function isOnlyHere({ hostname }: Pick<URL, 'hostname'>): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/i.test(hostname)
}

/** The address of the page for others, or why what was typed is none. */
export type RoomAddress = { readonly address: string } | { readonly problem: string }

const EXAMPLE = 'Type a name or a number, such as 192.168.0.10'

/**
 * The address at which others reach this page, from what a person typed: a name or a number, with a port and a path where they
 * are others than those of the page.
 *
 * @param page the address of the page here
 */
export function roomAddress(typed: string, page: URL): RoomAddress {
  const text = typed.trim()
  if (text === '') return { problem: `${EXAMPLE}.` }
  const withScheme = /^[a-z]+:\/\//i.test(text) ? text : `${page.protocol}//${text}`
  let address: URL
  try {
    address = new URL(withScheme)
  } catch {
    return { problem: `“${text}” is not an address. ${EXAMPLE}.` }
  }
  if (address.protocol !== 'http:' && address.protocol !== 'https:') {
    return { problem: `“${address.protocol}” is not what browsers open pages with. ${EXAMPLE}.` }
  }
  if (isOnlyHere(address)) return { problem: `Only this machine reaches ${address.hostname}. ${EXAMPLE}.` }
  const typedPort = /^[a-z]+:\/\/[^/]*:\d+(\/|$)/i.test(withScheme)
  if (!typedPort && address.protocol === page.protocol) address.port = page.port
  if (address.pathname === '/') address.pathname = page.pathname
  address.hash = ''
  address.search = ''
  return { address: address.href }
}
