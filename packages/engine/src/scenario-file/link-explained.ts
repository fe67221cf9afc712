import { type ReadLink, readLinkBy } from './link.ts'
import { readScenarioDocument } from './read-explained.ts'

/**
 * Reads the hash of a link, whoever made it. Takes any text, never throws, and stops at what is too large: for pages
 * that read it where they are shown, at fewer bytes (`largest`).
 */
export function readLinkHash(hash: string, largest?: number): Promise<ReadLink> {
  return readLinkBy(readScenarioDocument, hash, largest)
}
