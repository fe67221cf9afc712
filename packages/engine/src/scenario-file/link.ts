import { TextDecoder } from '../text/index.ts'
import { fromBase64url } from './base64url.ts'
import { linkParts, readExampleHash } from './example-link.ts'
import { inflated } from './inflate.ts'
import { LONGEST } from './limits.ts'
import { CHECKSUM_BYTES, COMPRESSED, checksum } from './link-format.ts'
import { readScenarioDocument, type ScenarioDocument } from './read.ts'

/** The content of a link, or its error as a sentence. */
export type ReadLink =
  | { readonly example: string }
  | { readonly document: ScenarioDocument }
  | { readonly problem: string }

/**
 * Reads the scenario in the hash of a link from any source; places of the page that follow it are ignored. Accepts any text, never throws, and stops at `largest` inflated bytes; pages
 * that embed the playground pass fewer.
 */
export async function readLinkHash(hash: string, largest: number = LONGEST): Promise<ReadLink> {
  const text = linkParts(hash).scenario
  const example = readExampleHash(hash)
  if (example !== undefined) return example
  if (!text.startsWith(COMPRESSED)) {
    const tag = /^[a-z]\d{1,3}(?=\/)/.exec(text)?.[0]
    return {
      problem:
        tag === undefined
          ? 'This link does not contain a scenario.'
          : `This link has a format (“${tag}”) that this playground does not know. A newer playground may know it.`,
    }
  }
  const packed = await readPacked(text.slice(COMPRESSED.length), largest)
  if ('problem' in packed) return packed
  const { document, diagnostics } = readScenarioDocument(packed.text)
  if (document !== undefined) return { document }
  const [first] = diagnostics
  return { problem: `This link contains a scenario that cannot be read: ${first?.message ?? 'it is empty.'}` }
}

/**
 * The text that {@link packed} packed into a link, or its error as a sentence. Accepts any text, never throws, and stops at
 * `largest` inflated bytes.
 */
export async function readPacked(
  content: string,
  largest: number = LONGEST,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const bytes = fromBase64url(content)
  const inflatedBytes = bytes && (await inflated(bytes.subarray(CHECKSUM_BYTES), largest))
  if (inflatedBytes === 'too large') return { problem: 'This link is larger than any scenario and was not opened.' }
  if (inflatedBytes === undefined || !checksum(inflatedBytes).every((byte, at) => byte === bytes?.[at])) {
    return { problem: 'This link is damaged: perhaps a part of it is missing.' }
  }
  return { text: new TextDecoder().decode(inflatedBytes) }
}
