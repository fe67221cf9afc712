import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '@authz-playground/engine/internal/vectors'
import { DOCUMENT_VECTORS, writeLines } from '../files.ts'
import { smaller } from '../fuzz/shrink.ts'
import { documentDifferences } from './compare.ts'
import type { DocumentVector } from './document-vector.ts'
import { makeText } from './generate.ts'
import { buildReader, Reader, type ReadText } from './reader-program.ts'

/** The most disagreements that are shrunk and saved. */
const MOST_SAVED = 20
/** The most attempts to shrink a text. */
const MOST_TRIES = 3000

/** Makes texts with at least `count` documents, and returns how many documents disagree. */
export async function fuzzDocuments(seed: number, count: number): Promise<number> {
  buildReader()
  const reader = new Reader()
  const counts = { documents: 0, refused: 0, dropped: 0, disagree: 0 }
  try {
    for (let index = 0; counts.documents < count && counts.disagree < MOST_SAVED; index++) {
      const read = await reader.read(`seed${seed}-${index}`, makeText(new Random(seed, index)))
      if (read.dropped !== undefined) {
        counts.dropped++
        continue
      }
      counts.documents += documentsIn(read)
      counts.refused += read.documents.filter(({ by }) => by !== undefined).length
      if (documentDifferences(read).length === 0) continue
      counts.disagree++
      const file = await save(reader, read)
      process.stdout.write(`saved ${file}\n`)
    }
  } finally {
    reader.close()
  }
  const { documents, refused, dropped, disagree } = counts
  process.stdout.write(`seed ${seed}\n${refused} of them refused, ${dropped} texts left out\n`)
  process.stdout.write(`${documents} documents, ${disagree} texts disagree\n`)
  return disagree
}

async function save(reader: Reader, first: ReadText): Promise<string> {
  const smallest = await shrunk(reader, first)
  mkdirSync(DOCUMENT_VECTORS, { recursive: true })
  const file = join(DOCUMENT_VECTORS, `${first.id}.ndjson`)
  writeLines(file, [smallest])
  process.stdout.write(`${first.id}: ${JSON.stringify(documentDifferences(smallest))}\n`)
  return file
}

/** The smallest form of a text that disagrees in the same fields: without lines first, then without characters. */
async function shrunk(reader: Reader, first: ReadText): Promise<ReadText> {
  const fields = fieldsOf(first)
  let smallest = first
  let tries = 0
  for (let found = true; found; ) {
    found = false
    for (const lines of smaller(smallest.text.split(/(?<=\n)/))) {
      if (tries++ > MOST_TRIES) return smallest
      const read = await reader.read(first.id, (lines as readonly string[]).join(''))
      if (read.dropped !== undefined || fieldsOf(read) !== fields) continue
      smallest = read
      found = true
      break
    }
  }
  return smallest
}

function fieldsOf(read: ReadText): string {
  return documentDifferences(read)
    .map(({ field }) => field)
    .join()
}

/** The number of vectors of a text: one per document, and one for a text without documents. */
export function documentsIn({ documents }: Pick<DocumentVector, 'documents'>): number {
  return Math.max(documents.length, 1)
}
