import { DICTIONARY } from './link-dictionary.ts'
import { joined } from './link-format.ts'
import { DecompressionStream, type Writer } from './platform.ts'

/** Compressed bytes that are taken at a time: at most a thousand times as many come out of them. */
const PORTION = 4096

/**
 * Inflates what was compressed by raw deflate with {@link DICTIONARY}; undefined for what was not. The platform’s own
 * inflater knows no dictionaries, so it is given that first, as a block of bytes that are stored as they are (RFC 1951,
 * 3.2.4): what follows may point back into it.
 */
export async function inflated(bytes: Uint8Array, largest: number): Promise<Uint8Array | 'too large' | undefined> {
  const { readable, writable } = new DecompressionStream('deflate-raw')
  const reader = readable.getReader()
  const written = writeAll(writable.getWriter(), joined([stored(DICTIONARY), bytes]))
  const parts: Uint8Array[] = []
  let length = -DICTIONARY.length
  try {
    for (let part = await reader.read(); part.value !== undefined; part = await reader.read()) {
      parts.push(part.value)
      length += part.value.length
      if (length > largest) {
        await reader.cancel()
        return 'too large'
      }
    }
    await written
  } catch {
    return undefined
  } finally {
    await written.catch(() => undefined)
  }
  return joined(parts).subarray(DICTIONARY.length)
}

async function writeAll(writer: Writer, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += PORTION) await writer.write(bytes.subarray(at, at + PORTION))
  await writer.close()
}

/** A block of deflate that is not the last: its header in three bits, then the length twice, once inverted. */
function stored(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  return joined([Uint8Array.of(0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255), bytes])
}
