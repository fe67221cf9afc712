import type { DocumentVector } from './document-vector.ts'

/** The number of non-empty documents. */
export function spokenOf(texts: readonly DocumentVector[]): number {
  return counted(texts, ({ object, by }) => object !== undefined || by !== undefined)
}

/** The number of documents that kubectl or the API server refuses. */
export function refusedIn(texts: readonly DocumentVector[]): number {
  return counted(texts, ({ by }) => by !== undefined)
}

function counted(
  texts: readonly DocumentVector[],
  counts: (document: DocumentVector['documents'][number]) => boolean,
): number {
  return texts.reduce((sum, { documents }) => sum + documents.filter(counts).length, 0)
}
