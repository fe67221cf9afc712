import { deflateSync } from 'fflate'
import { TextEncoder } from '../text/index.ts'
import { base64url } from './base64url.ts'
import { exampleHash } from './example-link.ts'
import { DICTIONARY } from './link-dictionary.ts'
import { COMPRESSED, checksum, joined } from './link-format.ts'
import type { ScenarioDocument } from './read.ts'
import { writtenDocument } from './write.ts'

/** The content of a link: an unchanged example of the gallery, or a scenario document. */
export type ScenarioLink = { readonly example: string } | { readonly document: ScenarioDocument }

/** Some mail programs, chats and servers cut off longer links. In characters, including the `#`. */
export const LONG_LINK = 8000

/** The hash of a link, with its `#`: the tag of the codec, and the content. */
export function linkHash(link: ScenarioLink): string {
  if ('example' in link) return exampleHash(link.example)
  return `#${COMPRESSED}${packed(JSON.stringify(writtenDocument(link.document)))}`
}

/** A text as a link carries it: a checksum, and the text compressed. */
export function packed(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const compressed = deflateSync(bytes, { level: 9, dictionary: DICTIONARY })
  return base64url(joined([checksum(bytes), compressed]))
}
