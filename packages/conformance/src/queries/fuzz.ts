import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { QUERY_VECTORS, writeLines } from '../files.ts'
import { buildOracle } from '../fuzz/oracle.ts'
import { smaller } from '../fuzz/shrink.ts'
import { queryDifferences } from './compare.ts'
import { type AnsweredQueries, answeredQueries, QueryOracle } from './made-queries.ts'
import { type QueryVector, questionsIn } from './query-vector.ts'

/** The most disagreements that are shrunk and saved. */
const MOST_SAVED = 20
/** The most attempts to shrink a policy. */
const MOST_TRIES = 3000

/** Makes policies with at least `count` questions of each kind, and returns how many policies disagree. */
export async function fuzzQueries(seed: number, count: number): Promise<number> {
  buildOracle()
  const oracle = new QueryOracle()
  const answered: QueryVector[] = []
  let disagree = 0
  try {
    for await (const vector of answeredQueries(oracle, seed, count)) {
      answered.push({ ...vector, policy: '' })
      if (queryDifferences(vector).length === 0) continue
      disagree++
      process.stdout.write(`saved ${await save(oracle, vector)}\n`)
      if (disagree === MOST_SAVED) break
    }
  } finally {
    oracle.close()
  }
  const { whoCan, rules } = questionsIn(answered)
  process.stdout.write(`seed ${seed}\n${whoCan} times who can, ${rules} times the rules of a user, `)
  process.stdout.write(`of ${answered.length} policies; ${disagree} disagree\n`)
  return disagree
}

async function save(oracle: QueryOracle, first: QueryVector): Promise<string> {
  const smallest = await shrunk(oracle, first)
  mkdirSync(QUERY_VECTORS, { recursive: true })
  const file = join(QUERY_VECTORS, `${first.id}.ndjson`)
  writeLines(file, [smallest])
  process.stdout.write(`${first.id}: ${JSON.stringify(queryDifferences(smallest)).slice(0, 2000)}\n`)
  return file
}

/** The same disagreement with fewer questions and fewer lines of policy. */
async function shrunk(oracle: QueryOracle, first: QueryVector): Promise<QueryVector> {
  const field = fieldOf(first)
  const [, list, at] = /^(whoCan|rules)\[(\d+)\]/.exec(field) ?? []
  let smallest: QueryVector = {
    ...first,
    whoCan: list === 'whoCan' ? first.whoCan.slice(Number(at), Number(at) + 1) : [],
    rules: list === 'rules' ? first.rules.slice(Number(at), Number(at) + 1) : [],
  }
  let tries = 0
  for (let found = true; found; ) {
    found = false
    for (const lines of smaller(smallest.policy.split(/(?<=\n)/))) {
      if (tries++ > MOST_TRIES) return smallest
      const read: AnsweredQueries = await oracle.ask({ ...smallest, policy: (lines as readonly string[]).join('') })
      if (read.error !== undefined || read.dropped !== undefined || fieldOf(read) !== fieldOf(smallest)) continue
      smallest = read
      found = true
      break
    }
  }
  return smallest
}

function fieldOf(vector: QueryVector): string {
  return queryDifferences(vector)[0]?.field ?? ''
}
