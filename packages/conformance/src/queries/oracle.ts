import { Random } from '@authz-playground/engine/internal/vectors'
import { OracleProcess } from '../fuzz/oracle.ts'
import { type AskedQueries, makeQueries } from './generate.ts'
import { type QueryVector, questionsIn } from './query-vector.ts'

/** A vector, or the reason why the questions cannot be one. */
export type AnsweredQueries = QueryVector & { readonly error?: string; readonly dropped?: string }

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
  for (let index = 0; Math.min(asked.whoCan, asked.rules) < count; index++) {
    const { error, dropped, ...vector } = await oracle.ask(
      makeQueries(new Random(seed, index), `queries-${seed}-${index}`),
    )
    if (error !== undefined || dropped !== undefined) continue
    const { whoCan, rules } = questionsIn([vector])
    asked.whoCan += whoCan
    asked.rules += rules
    yield vector
  }
}
