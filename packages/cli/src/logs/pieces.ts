import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { World } from '../world.ts'

/** What a file is compressed with, by its first bytes. */
type Compression = 'gzip' | 'zstd' | 'bzip2' | 'xz' | 'none'

const MAGIC: readonly (readonly [Compression, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
]

/** A file that is compressed in a way that is not read. */
export class UnknownCompression extends Error {
  constructor(readonly compression: string) {
    super(compression)
  }
}

/** A gzip stream that ends too early, or is damaged. */
export class DamagedGzip extends Error {}

/**
 * The bytes of a file in pieces, uncompressed. `onRead` gets the number of bytes of each piece as it is stored.
 *
 * @throws UnknownCompression for anything but gzip; DamagedGzip after the pieces that could be read
 */
export async function* uncompressedPieces(
  path: string,
  world: World,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void> {
  const stored = counted(world.pieces(path), onRead)
  const { value: first } = await stored.next()
  if (first === undefined) return
  const compression = compressionOf(first)
  if (compression === 'none') {
    yield first
    yield* stored
    return
  }
  if (compression !== 'gzip') throw new UnknownCompression(compression)
  const gunzip = createGunzip()
  const source = Readable.from(from(first, stored))
  // An error of the file itself is not one of the compression.
  source.on('error', (error) => gunzip.destroy(error))
  try {
    for await (const piece of source.pipe(gunzip)) yield piece as Uint8Array
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw code.startsWith('Z_') ? new DamagedGzip() : error
  }
}

async function* counted(pieces: AsyncIterable<Uint8Array>, onRead: (bytes: number) => void) {
  for await (const piece of pieces) {
    onRead(piece.length)
    yield piece
  }
}

async function* from(first: Uint8Array, rest: AsyncIterable<Uint8Array>) {
  yield first
  yield* rest
}

function compressionOf(bytes: Uint8Array): Compression {
  return MAGIC.find(([, magic]) => magic.every((byte, at) => bytes[at] === byte))?.[0] ?? 'none'
}
