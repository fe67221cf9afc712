import type { DocumentVector } from './document-vector.ts'

/** How many documents hold anything. */
export function spokenOf(texts: readonly DocumentVector[]): number {
  return counted(texts, ({ object, by }) => object !== undefined || by !== undefined)
}

/** How many documents are refused, by kubectl or by the API server. */
export function refusedIn(texts: readonly DocumentVector[]): number {
  return counted(texts, ({ by }) => by !== undefined)
}

function counted(
  texts: readonly DocumentVector[],
  counts: (document: DocumentVector['documents'][number]) => boolean,
): number {
  return texts.reduce((sum, { documents }) => sum + documents.filter(counts).length, 0)
}
