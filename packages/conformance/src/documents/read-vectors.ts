import type { DocumentVector } from './document-vector.ts'

/** Whether a vectors file contains texts instead of scenarios, by its first line. */
export function holdsDocuments(file: string): boolean {
  const [first = ''] = file.trimStart().split('\n', 1)
  return /^\{"id":"[^"]*","text":/.test(first.replaceAll(/(?<=[{:,]) | (?=:)/g, ''))
}

/** Reads NDJSON. Throws with the number of each line that is not a vector of documents. */
export function readDocumentVectors(file: string): readonly DocumentVector[] {
  const complaints: string[] = []
  const vectors = file.split('\n').flatMap((line, index): readonly DocumentVector[] => {
    if (line.trim() === '') return []
    const complaint = complaintOf(line)
    if (complaint === undefined) return [JSON.parse(line) as DocumentVector]
    complaints.push(`line ${index + 1}: ${complaint}`)
    return []
  })
  if (complaints.length > 0) throw new Error(complaints.slice(0, 20).join('\n'))
  return vectors
}

function complaintOf(line: string): string | undefined {
  try {
    const { id, text, documents } = JSON.parse(line) as Partial<DocumentVector>
    if (typeof id !== 'string') return 'id: a string was expected'
    if (typeof text !== 'string') return 'text: a string was expected'
    return Array.isArray(documents) ? undefined : 'documents: a list was expected'
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}
