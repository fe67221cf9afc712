const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES: ReadonlyMap<string, number> = new Map([...ALPHABET].map((character, value) => [character, value]))

/** Base64 for addresses (RFC 4648, section 5), without padding. Written without `btoa`, which not every platform has. */
export function base64url(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
    const group = (a << 16) | (b << 8) | c
    const characters = Math.min(bytes.length - at, 3) + 1
    for (let i = 0; i < characters; i++) text += ALPHABET.charAt((group >> (18 - 6 * i)) & 63)
  }
  return text
}

/** The bytes. Undefined where the text is not base64url. */
export function fromBase64url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let bits = 0
  let count = 0
  let at = 0
  for (const character of text) {
    const value = VALUES.get(character)
    if (value === undefined) return undefined
    bits = ((bits << 6) | value) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes[at++] = (bits >> count) & 0xff
  }
  return bytes
}
