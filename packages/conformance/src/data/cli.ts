import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Random, runScenario, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import { ALL_DESIGNS } from '../all-designs.ts'
import type { DocumentVector } from '../documents/document-vector.ts'
import { makeText } from '../documents/generate.ts'
import { buildReader, Reader } from '../documents/reader-program.ts'
import { refusedIn, spokenOf } from '../documents/shares.ts'
import { writeLines } from '../files.ts'
import { makeScenario } from '../fuzz/generate.ts'
import { buildOracle, Oracle, runOracle } from '../fuzz/oracle.ts'
import { wholeNumber } from '../fuzz/seeded-run.ts'
import { runProgram } from '../program.ts'
import { makeQueryVectors } from '../queries/made-queries.ts'
import { makeReviewVectors } from '../reviews/made-reviews.ts'
import { makeChainVectors, makeConnectionVectors } from './cluster-vectors.ts'
import { makeDefaults } from './defaults.ts'
import {
  digestsNow,
  MADE_DOCUMENTS,
  MADE_VECTORS,
  NEWER_VECTORS,
  PROVENANCE,
  type Provenance,
  UPSTREAM_DATA,
} from './provenance.ts'
import { makeRoleWriteVectors, roleWrites } from './role-writes.ts'
import { sharesOf } from './shares.ts'

const SEED = 1363
const COUNT = 24_000
const WRITING = 3000
const MOST_DOCUMENTS = 7000
const QUERIES = 5400
const CONNECTIONS = 1500
const REVIEWS = 600
const CHAINS = 2000

/** The vectors of 1.37: requests, and of these so many that write roles and bindings. */
const NEWER = { scenarios: 4000, writing: 1000 } as const

const USAGE = `pnpm conformance:data [--seed N] [--count N] [--writing | --connections | --chains | --queries | --reviews | --newer]

Makes again what the repository keeps of kube-apiserver's code (needs Go): the default roles and the rules of the Node
authorizer, which the engine reads, and the vectors: scenarios of at least N requests (${COUNT}) in all, ${WRITING} that
write roles and bindings, ${CONNECTIONS} that connect to pods, ${CHAINS} of 1.36 and of 1.37 to clusters whose chain has webhooks,
texts with ${MOST_DOCUMENTS} documents, policies with ${QUERIES} questions each of who can do something and of what a user can,
and ${REVIEWS} reviews of each kind and writes whose later steps ask. The same seed (${SEED}) makes the same. With --writing only the
requests that write are made, with --connections only those that connect, with --chains only those of chains, with --queries only
the questions, with --reviews only the reviews and writes, with --newer only the vectors of 1.37,
which the oracle answers as it is built with that release: ${NEWER.scenarios} requests, and ${NEWER.writing} that write roles.`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      count: { type: 'string' },
      writing: { type: 'boolean' },
      connections: { type: 'boolean' },
      chains: { type: 'boolean' },
      queries: { type: 'boolean' },
      reviews: { type: 'boolean' },
      newer: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return
  }
  const seed = wholeNumber('seed', values.seed ?? String(SEED))
  const count = wholeNumber('count', values.count ?? String(COUNT))
  if (values.newer) return await makeNewerVectors(seed)
  buildOracle()
  const only = values.writing || values.connections || values.chains || values.reviews || values.queries
  if (!only || values.reviews) {
    const { counts } = await makeReviewVectors(seed, REVIEWS)
    for (const [what, times] of Object.entries(counts)) process.stdout.write(`${times} times ${what}\n`)
  }
  if (!only || values.queries) {
    const { policies, whoCan, rules } = await makeQueryVectors(seed, QUERIES)
    process.stdout.write(`${whoCan} times who can, ${rules} times the rules of a user, of ${policies} policies\n`)
  }
  if (values.queries || values.reviews) return
  if (!only || values.chains) await makeChainVectors(seed, CHAINS)
  if (values.chains) return
  const oracle = new Oracle()
  try {
    if (!only || values.writing) await makeRoleWriteVectors(oracle, seed, WRITING)
    if (!only || values.connections) await makeConnectionVectors(oracle, seed, CONNECTIONS)
  } finally {
    oracle.close()
  }
  if (only) return
  makeDefaults()
  execFileSync('biome', ['check', '--write', 'packages'])
  writeFileSync(UPSTREAM_DATA.printable, runOracle('data', 'printable'))
  const scenarios = await answeredBy(new Oracle(), seed, count)
  writeLines(MADE_VECTORS, scenarios)
  const documents = await madeDocuments(seed, MOST_DOCUMENTS)
  writeLines(MADE_DOCUMENTS, documents)
  const shares = sharesOf(scenarios)
  const made: Provenance = {
    madeFrom: runOracle('version').trim(),
    command: `pnpm conformance:data --seed ${seed} --count ${count}`,
    vectors: shares.vectors,
    scenarios: shares.scenarios,
    documents: spokenOf(documents),
    refused: refusedIn(documents),
    digests: digestsNow(),
  }
  writeFileSync(PROVENANCE, `${JSON.stringify(made, undefined, 2)}\n`)
  process.stdout.write(`${printed(documents)}\n`)
  process.stdout.write(`${shares.vectors} vectors in ${shares.scenarios} scenarios\n`)
  for (const [what, times] of [...shares.codes, ...shares.modes]) {
    process.stdout.write(`${String(times).padStart(7)} ${((times / shares.vectors) * 100).toFixed(2)}% ${what}\n`)
  }
}

/** Scenarios with their answers, without those with a random answer, and without those that are not compared. */
async function answeredBy(oracle: Oracle, seed: number, count: number): Promise<readonly VectorScenario[]> {
  try {
    const scenarios: VectorScenario[] = []
    let vectors = 0
    for (let index = 0; vectors < count; index++) {
      const { answered } = await makeScenario(new Random(seed, index), `${seed}-${index}`, (one) => oracle.answer(one))
      if (answered.dropped !== undefined || isBeyond(answered)) continue
      scenarios.push(answered)
      vectors += answered.expect?.length ?? 1
    }
    return scenarios
  } finally {
    oracle.close()
  }
}

async function makeNewerVectors(seed: number): Promise<void> {
  const oracle = new Oracle('1.37')
  try {
    const writing = await roleWrites(oracle, seed, NEWER.writing)
    writeLines(NEWER_VECTORS, [...(await answeredBy(oracle, seed, NEWER.scenarios)), ...writing])
  } finally {
    oracle.close()
  }
}

function isBeyond(scenario: VectorScenario): boolean {
  return runScenario(scenario, ALL_DESIGNS).some(({ verdict }) => verdict.kind === 'beyond')
}

await runProgram(main)

/** Texts with at least `count` non-empty documents, and the results of kubectl and kube-apiserver. */
async function madeDocuments(seed: number, count: number): Promise<readonly DocumentVector[]> {
  buildReader()
  const reader = new Reader()
  try {
    const made: DocumentVector[] = []
    for (let index = 0, documents = 0; documents < count; index++) {
      const read = await reader.read(`${seed}-${index}`, makeText(new Random(seed, index)))
      if (read.dropped !== undefined) continue
      made.push(read)
      documents += spokenOf([read])
    }
    return made
  } finally {
    reader.close()
  }
}

/** The number of documents and of refused ones, as a sentence. */
function printed(texts: readonly DocumentVector[]): string {
  return `${spokenOf(texts)} documents in ${texts.length} texts, ${refusedIn(texts)} refused`
}
