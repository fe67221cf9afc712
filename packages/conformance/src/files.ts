import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readVectors, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import type { DocumentVector } from './documents/document-vector.ts'
import { holdsDocuments, readDocumentVectors } from './documents/read-vectors.ts'
import { holdsQueries, type QueryVector, readQueryVectors } from './queries/query-vector.ts'
import { holdsReviews, type ReviewVector } from './reviews/review-vector.ts'

/** Generated vectors, compressed. */
export const VECTORS = fileURLToPath(new URL('../vectors', import.meta.url))
/** Disagreements that the fuzzer found, each shrunk. They are kept forever. */
export const REGRESSIONS = fileURLToPath(new URL('../regressions', import.meta.url))

/** Vectors written by hand from the documents of designs without code, one file per design. */
export const DESIGN_VECTORS = fileURLToPath(new URL('../designs', import.meta.url))

/** Texts, and the results of kubectl and kube-apiserver for them, including those that the fuzzer found. */
export const DOCUMENT_VECTORS = fileURLToPath(new URL('../documents', import.meta.url))

/** Policies with questions about subjects and rules, compressed, including those that the fuzzer found. */
export const QUERY_VECTORS = fileURLToPath(new URL('../queries', import.meta.url))

/** Policies with reviews, and with writes whose steps after authorization ask about them, compressed. */
export const REVIEW_VECTORS = fileURLToPath(new URL('../reviews', import.meta.url))

/** All vectors files that are checked in. */
export function checkedIn(): readonly string[] {
  return [VECTORS, REGRESSIONS, DESIGN_VECTORS, DOCUMENT_VECTORS, QUERY_VECTORS, REVIEW_VECTORS].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /\.ndjson(\.gz)?$/.test(name))
          .sort()
          .map((name) => join(folder, name))
      : [],
  )
}

/** The content of a vectors file: scenarios, texts with documents, policies with questions, or policies with reviews. */
export interface Vectors {
  readonly scenarios: readonly VectorScenario[]
  readonly texts: readonly DocumentVector[]
  readonly queries: readonly QueryVector[]
  readonly reviews: readonly ReviewVector[]
}

/** The vectors of a file, which may be compressed. Throws where it cannot be read or is not a vectors file. */
export function vectorsIn(file: string): Vectors {
  return named(file, () => {
    const text = textOf(file)
    const nothing: Vectors = { scenarios: [], texts: [], queries: [], reviews: [] }
    if (holdsDocuments(text)) return { ...nothing, texts: readDocumentVectors(text) }
    if (holdsQueries(text)) return { ...nothing, queries: readQueryVectors(text) }
    if (holdsReviews(text))
      return {
        ...nothing,
        reviews: text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      }
    return { ...nothing, scenarios: readVectors(text) }
  })
}

/** The scenarios of a file, which may be compressed. Throws where it cannot be read or is not a vectors file. */
export function scenariosIn(file: string): readonly VectorScenario[] {
  return named(file, () => readVectors(textOf(file)))
}

function named<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The text of a file, which may be compressed under any name. */
function textOf(file: string): string {
  const bytes = readFileSync(file)
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** Writes vectors, compressed if the name ends in `.gz`. */
export function writeLines(
  file: string,
  vectors: readonly (VectorScenario | DocumentVector | QueryVector | ReviewVector)[],
): void {
  const text = vectors.map((vector) => `${JSON.stringify(vector)}\n`).join('')
  writeFileSync(file, file.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text)
}
