import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { lookup } from 'mrmime'

/** A file in the forms in which it is sent. */
export interface Content {
  /** The value of `Content-Type`. */
  readonly type: string
  /** Derived from the bytes: npm gives every file of a package the same time of change. The same for both forms. */
  readonly etag: string
  readonly bytes: Uint8Array
  /** Absent where it would not be smaller. */
  readonly gzipped?: Uint8Array
}

const compressed = promisify(gzip)

/**
 * Makes the content of a file, compressed once for everybody who asks. Gzip and not Brotli, because browsers ask for
 * Brotli only over HTTPS and on their own machine.
 * @param name its ending gives the type; an unknown one is `application/octet-stream`
 */
export async function contentOf(name: string, bytes: Uint8Array): Promise<Content> {
  const type = lookup(name) ?? 'application/octet-stream'
  const gzipped = await compressed(bytes, { level: constants.Z_BEST_COMPRESSION })
  return {
    // Text here is UTF-8.
    type: type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    ...(gzipped.length < bytes.length && { gzipped }),
  }
}
