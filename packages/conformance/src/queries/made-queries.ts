import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { QUERY_VECTORS, writeLines } from '../files.ts'
import { runOracle } from '../fuzz/oracle.ts'
import { answeredQueries, QueryOracle } from './oracle.ts'
import { type QueryVector, questionsIn } from './query-vector.ts'

/** Generated policies with questions, and the note about their origin. */
export const MADE_QUERIES = join(QUERY_VECTORS, 'queries-1.36.3.ndjson.gz')
const NOTE = join(QUERY_VECTORS, 'made.json')

/** The origin of the vectors, and how many questions of each kind they have. */
export interface QueryNote {
  /** The upstream release whose code answered. */
  readonly madeFrom: string
  /** The command that makes them again. */
  readonly command: string
  readonly policies: number
  readonly whoCan: number
  readonly rules: number
  readonly digest: string
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
  const note: QueryNote = {
    madeFrom: runOracle('version').trim(),
    command: `pnpm conformance:data --queries --seed ${seed}`,
    policies: vectors.length,
    ...questionsIn(vectors),
    digest: digestNow(),
  }
  writeFileSync(NOTE, `${JSON.stringify(note, undefined, 2)}\n`)
  return note
}

export function readQueryNote(): QueryNote {
  return JSON.parse(readFileSync(NOTE, 'utf8')) as QueryNote
}

/** The digest of the current file. */
export function digestNow(): string {
  return `sha256:${createHash('sha256').update(readFileSync(MADE_QUERIES)).digest('hex')}`
}
