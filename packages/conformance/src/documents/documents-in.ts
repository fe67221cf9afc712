import type { DocumentVector } from './document-vector.ts'

/** How many vectors a text is: one a document, and one where it has none. */
export function documentsIn({ documents }: Pick<DocumentVector, 'documents'>): number {
  return Math.max(documents.length, 1)
}
