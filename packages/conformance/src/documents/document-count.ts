import type { DocumentVector } from './document-vector.ts'

/** The number of vectors of a text: one per document, and one for a text without documents. */
export function documentsIn({ documents }: Pick<DocumentVector, 'documents'>): number {
  return Math.max(documents.length, 1)
}
