import { Random } from '@authz-playground/engine/internal/vectors'
import type { DocumentVector } from './document-vector.ts'
import { makeText } from './generate.ts'
import { buildReader, Reader } from './reader-program.ts'
import { refusedIn, spokenOf } from './shares.ts'

/** Texts with at least `count` non-empty documents, and the results of kubectl and kube-apiserver. */
export async function madeDocuments(seed: number, count: number): Promise<readonly DocumentVector[]> {
  buildReader()
  const reader = new Reader()
  try {
    const made: DocumentVector[] = []
    for (let index = 0, documents = 0; documents < count; index++) {
      const read = await reader.read(`${seed}-${index}`, makeText(new Random(seed, index)))
      if (read.dropped !== undefined) continue
      made.push(read)
      documents += spokenOf([read])
    }
    return made
  } finally {
    reader.close()
  }
}

/** The number of documents and of refused ones, as a sentence. */
export function printed(texts: readonly DocumentVector[]): string {
  return `${spokenOf(texts)} documents in ${texts.length} texts, ${refusedIn(texts)} refused`
}
