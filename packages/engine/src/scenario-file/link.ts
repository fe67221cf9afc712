import { fromBase64url } from './base64url.ts'
import { readExampleHash } from './example-link.ts'
import { inflated } from './inflate.ts'
import { CHECKSUM_BYTES, COMPRESSED, checksum } from './link-format.ts'
import { TextDecoder } from './platform.ts'
import { readScenarioDocument, type ScenarioDocument } from './read.ts'

/** What a link was read as: one of the two, or what is wrong with it, in a sentence. */
export type ReadLink =
  | { readonly example: string }
  | { readonly document: ScenarioDocument }
  | { readonly problem: string }

/** A scenario document of more bytes is none that anybody sends: a link that grows so is a bomb. */
const LARGEST = 20_000_000

/**
 * Reads the hash of a link, whoever made it. Takes any text, never throws, and stops at what is too large: for pages
 * that read it where they are shown, at fewer bytes (`largest`).
 */
export async function readLinkHash(hash: string, largest: number = LARGEST): Promise<ReadLink> {
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
  const json = bytes && (await inflated(bytes.subarray(CHECKSUM_BYTES), largest))
  if (json === 'too large') return { problem: 'This link holds more than any scenario does, and was not opened.' }
  if (json === undefined || !checksum(json).every((byte, at) => byte === bytes?.[at])) {
    return { problem: 'This link is damaged: perhaps a part of it is missing.' }
  }
  const written = new TextDecoder().decode(json)
  const { document, diagnostics } = readScenarioDocument(written)
  if (document !== undefined) return { document }
  const [first] = diagnostics
  return { problem: `This link holds a scenario that cannot be read: ${first?.message ?? 'it is empty.'}` }
}
