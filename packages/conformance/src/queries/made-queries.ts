import { join } from 'node:path'
import { type MadeNote, readMadeNote, writeMadeNote } from '../data/made-note.ts'
import { QUERY_VECTORS, writeLines } from '../files.ts'
import { answeredQueries, QueryOracle } from './oracle.ts'
import { type QueryVector, questionsIn } from './query-vector.ts'

/** Generated policies with questions. */
export const MADE_QUERIES = join(QUERY_VECTORS, 'queries-1.36.3.ndjson.gz')

/** The origin of the vectors, and how many questions of each kind they have. */
export interface QueryNote extends MadeNote, QueryCounts {}

interface QueryCounts extends ReturnType<typeof questionsIn> {
  readonly policies: number
}

/** Makes the vectors again, with at least `count` questions of each kind: the same seed makes the same vectors. */
export async function makeQueryVectors(seed: number, count: number): Promise<QueryNote> {
  const oracle = new QueryOracle()
  const vectors: QueryVector[] = []
  try {
    for await (const vector of answeredQueries(oracle, seed, count)) vectors.push(vector)
  } finally {
    oracle.close()
  }
  writeLines(MADE_QUERIES, vectors)
  const command = `pnpm conformance:data --queries --seed ${seed}`
  return writeMadeNote<QueryCounts>(MADE_QUERIES, command, { policies: vectors.length, ...questionsIn(vectors) })
}

export function readQueryNote(): QueryNote {
  return readMadeNote<QueryCounts>(MADE_QUERIES)
}
