import { Random } from '@authz-playground/engine/internal/vectors'
import { answersAbout, OracleProcess, type Unanswered } from '../fuzz/oracle.ts'
import { type AskedQueries, makeQueries } from './generate.ts'
import { type QueryVector, questionsIn } from './query-vector.ts'

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
