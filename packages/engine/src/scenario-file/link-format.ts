/** Four bytes of checksum, and JSON in UTF-8 compressed by raw deflate with {@link DICTIONARY}; in base64url. */
export const COMPRESSED = 'z1/'
export const CHECKSUM_BYTES = 4

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** FNV-1a, 32 bits: a link that lost a letter must not open another scenario. */
export function checksum(bytes: Uint8Array): Uint8Array {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return Uint8Array.of(hash >>> 24, hash >>> 16, hash >>> 8, hash)
}
