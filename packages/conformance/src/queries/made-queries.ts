import { join } from 'node:path'
import { Random } from '@authz-playground/engine/internal/vectors'
import { type MadeNote, readMadeNote, writeMadeNote } from '../data/made-note.ts'
import { QUERY_VECTORS, writeLines } from '../files.ts'
import { answersAbout, OracleProcess, type Unanswered } from '../fuzz/oracle.ts'
import { type AskedQueries, makeQueries } from './generate.ts'
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

/** A vector, or the reason why the questions cannot be one. */
export type AnsweredQueries = QueryVector & Unanswered

/** kube-apiserver's and kubectl's code that answers questions about policies. */
export class QueryOracle extends OracleProcess<AskedQueries, AnsweredQueries> {
  constructor() {
    super('query')
  }
}

/**
 * Policies with at least `count` questions of each kind, and the answers. Policies that the API server refuses, and those
 * whose answers are chance, are left out.
 */
export async function* answeredQueries(oracle: QueryOracle, seed: number, count: number): AsyncGenerator<QueryVector> {
  const asked = { whoCan: 0, rules: 0 }
  const make = (index: number) => makeQueries(new Random(seed, index), `queries-${seed}-${index}`)
  for await (const vector of answersAbout(oracle, make)) {
    const { whoCan, rules } = questionsIn([vector])
    asked.whoCan += whoCan
    asked.rules += rules
    yield vector
    if (Math.min(asked.whoCan, asked.rules) >= count) return
  }
}
