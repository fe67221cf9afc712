import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate'
import { base64url, fromBase64url } from './base64url.ts'
import { exampleHash, readExampleHash } from './example-link.ts'
import { DICTIONARY } from './link-dictionary.ts'
import { type ReadScenarioDocument, readDocument, type ScenarioDocument } from './read.ts'
import { writtenDocument } from './write.ts'

/** What a link holds: a gallery example as it is, or a scenario document. */
export type Link = { readonly example: string } | { readonly document: ScenarioDocument }

/** What a link was read as: one of the two, or what is wrong with it, in a sentence. */
export type ReadLink =
  | { readonly example: string }
  | { readonly document: ScenarioDocument }
  | { readonly problem: string }

/** Links longer than this are cut off by some mail programs, chats and servers. Characters, the `#` included. */
export const LONG_LINK = 8000
/** A scenario document of more bytes is none that anybody sends: a link that grows so is a bomb. */
const LARGEST = 20_000_000
/** Compressed bytes that are taken at a time: at most a thousand times as many come out of them. */
const PORTION = 4096

/** Four bytes of checksum, and JSON in UTF-8 compressed by raw deflate with {@link DICTIONARY}; in base64url. */
const COMPRESSED = 'z1/'
const CHECKSUM_BYTES = 4

/** The hash of a link, with its `#`: the tag of how it is written, and what it holds. */
export function linkHash(link: Link): string {
  if ('example' in link) return exampleHash(link.example)
  const json = strToU8(JSON.stringify(writtenDocument(link.document)))
  const compressed = deflateSync(json, { level: 9, dictionary: DICTIONARY })
  return `#${COMPRESSED}${base64url(joined([checksum(json), compressed]))}`
}

/**
 * Reads the hash of a link, whoever made it. Takes any text, never throws, and stops at what is too large: for pages
 * that read it where they are shown, at fewer bytes (`largest`).
 */
export function readLinkHash(hash: string, largest: number = LARGEST): ReadLink {
  const text = hash.replace(/^#/, '')
  const example = readExampleHash(hash)
  if (example !== undefined) return example
  if (!text.startsWith(COMPRESSED)) {
    const tag = /^[a-z]\d{1,3}(?=\/)/.exec(text)?.[0]
    return {
      problem:
        tag === undefined
          ? 'This link holds no scenario.'
          : `This link is written in a way (“${tag}”) that this playground does not know. A newer one may.`,
    }
  }
  const bytes = fromBase64url(text.slice(COMPRESSED.length))
  const json = bytes && inflated(bytes.subarray(CHECKSUM_BYTES), largest)
  if (json === 'too large') return { problem: 'This link holds more than any scenario does, and was not opened.' }
  if (json === undefined || !checksum(json).every((byte, at) => byte === bytes?.[at])) {
    return { problem: 'This link is damaged: perhaps a part of it is missing.' }
  }
  return fromRead(readDocument(strFromU8(json)))
}

function fromRead({ document, diagnostics }: ReadScenarioDocument): ReadLink {
  if (document !== undefined) return { document }
  const [first] = diagnostics
  return { problem: `This link holds a scenario that cannot be read: ${first?.message ?? 'it is empty.'}` }
}

function inflated(bytes: Uint8Array, largest: number): Uint8Array | 'too large' | undefined {
  const parts: Uint8Array[] = []
  let length = 0
  const inflate = new Inflate({ dictionary: DICTIONARY }, (part) => {
    parts.push(part)
    length += part.length
  })
  try {
    for (let at = 0; at < bytes.length; at += PORTION) {
      inflate.push(bytes.subarray(at, at + PORTION), at + PORTION >= bytes.length)
      if (length > largest) return 'too large'
    }
  } catch {
    return undefined
  }
  return joined(parts)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** FNV-1a, 32 bits: a letter that went missing on the way must not make another scenario of it. */
function checksum(bytes: Uint8Array): Uint8Array {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return Uint8Array.of(hash >>> 24, hash >>> 16, hash >>> 8, hash)
}
