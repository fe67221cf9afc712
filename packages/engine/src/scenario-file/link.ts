import { fromBase64url } from './base64url.ts'
import { readExampleHash } from './example-link.ts'
import { inflated } from './inflate.ts'
import { CHECKSUM_BYTES, COMPRESSED, checksum } from './link-format.ts'
import { TextDecoder } from './platform.ts'
import { readDocument, type ScenarioDocument } from './read.ts'
import type { ReadScenarioDocument } from './read-explained.ts'

/** What a link was read as: one of the two, or what is wrong with it, in a sentence. */
export type ReadLink =
  | { readonly example: string }
  | { readonly document: ScenarioDocument }
  | { readonly problem: string }

/** A scenario document of more bytes is none that anybody sends: a link that grows so is a bomb. */
const LARGEST = 20_000_000

/** Says what keeps a document from being read; few links hold one that cannot be. */
export type Explained = (text: string) => ReadScenarioDocument | Promise<ReadScenarioDocument>

/** As `readLinkHash`, with what explains a document that cannot be read handed in. */
export async function readLinkBy(explained: Explained, hash: string, largest: number = LARGEST): Promise<ReadLink> {
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
  const document = readDocument(written)
  if (document !== undefined) return { document }
  const [first] = (await explained(written)).diagnostics
  return { problem: `This link holds a scenario that cannot be read: ${first?.message ?? 'it is empty.'}` }
}
