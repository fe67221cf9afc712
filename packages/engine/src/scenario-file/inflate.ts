import { DecompressionStream, type StreamWriter } from '../text/index.ts'
import { DICTIONARY } from './link-dictionary.ts'
import { joined } from './link-format.ts'

/** The compressed bytes of one read. They inflate to at most a thousand times as many. */
const PORTION = 4096

/**
 * Inflates bytes that were compressed by raw deflate with {@link DICTIONARY}; undefined for other bytes. The platform’s
 * inflater does not support dictionaries. Therefore it gets the dictionary first, as a stored block (RFC 1951, 3.2.4), so
 * that the compressed bytes may refer back to it.
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

async function writeAll(writer: StreamWriter, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += PORTION) await writer.write(bytes.subarray(at, at + PORTION))
  await writer.close()
}

/** A stored block of deflate that is not the last: a header of three bits, the length, the inverted length, the bytes. */
function stored(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  return joined([Uint8Array.of(0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255), bytes])
}
