import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Random, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import { fuzzDocuments } from '../documents/fuzz.ts'
import { REGRESSIONS, writeLines } from '../files.ts'
import { fuzzCommands } from '../hostile/commands.ts'
import { fuzzHostile } from '../hostile/fuzz.ts'
import { disagreement, subjectOf } from '../judge/report.ts'
import { runProgram } from '../program.ts'
import { fuzzQueries } from '../queries/fuzz.ts'
import { makeConnection } from './connections.ts'
import { type Draft, scenarioOf } from './draft.ts'
import { makeScenario } from './generate.ts'
import { buildOracle, Oracle, type OracleAnswer } from './oracle.ts'
import { makeRoleWrite } from './role-writes/scenario.ts'
import { seedOf, wholeNumber } from './seeded-run.ts'
import { shrunk } from './shrink.ts'
import { ResultTally } from './tally.ts'

const USAGE = `pnpm conformance:fuzz [--writing | --connections | --documents | --queries | --hostile | --commands] [--seed N] [--count N]

Makes scenarios with at least N requests in all (1,000), answers them with kube-apiserver's code (needs Go) and with
the engine. Shrinks each disagreement and saves it in packages/conformance/regressions. The same seed makes the same
scenarios. With --writing every request writes a role or binding, with --connections most connect to a pod. With --documents it makes texts with at least N
documents instead, reads them with kubectl's and kube-apiserver's code, and saves in packages/conformance/documents.
With --queries it makes policies with at least N questions each of who can do something and of what a user can, and saves
in packages/conformance/queries. With --hostile it makes N damaged links, policies, requests, documents and pastes (needs no Go), and prints
each that throws or takes longer than 2 seconds of the processor. With --commands it damages one of a folder's files N times, and runs each command line
that reads it, from every command (needs no Go); it prints each that throws, prints a stack trace or nothing, takes longer than 3 seconds
or changes other files, and each file that lint --fix leaves worse.
Exit status 1 when there was a disagreement.`

/** The most disagreements about the same fields that are shrunk and saved; more probably have the same cause. */
const ENOUGH = 3
/** The most disagreements that are saved. */
const MOST_SAVED = 20

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      writing: { type: 'boolean' },
      connections: { type: 'boolean' },
      documents: { type: 'boolean' },
      queries: { type: 'boolean' },
      hostile: { type: 'boolean' },
      commands: { type: 'boolean' },
      seed: { type: 'string' },
      count: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return 0
  }
  const seed = seedOf(values.seed)
  const count = wholeNumber('count', values.count ?? '1000')
  if (values.documents) return (await fuzzDocuments(seed, count)) > 0 ? 1 : 0
  if (values.hostile) return (await fuzzHostile(seed, count)) > 0 ? 1 : 0
  if (values.commands) return (await fuzzCommands(seed, count)) > 0 ? 1 : 0
  if (values.queries) return (await fuzzQueries(seed, count)) > 0 ? 1 : 0
  const make = values.writing ? makeRoleWrite : values.connections ? makeConnection : makeScenario
  buildOracle()
  const oracle = new Oracle()
  const answer = (scenario: VectorScenario): Promise<OracleAnswer> => oracle.answer(scenario)
  const tally = new ResultTally()
  const saved: string[] = []
  const subjects = new Map<string, number>()
  try {
    for (let index = 0; tally.requests < count && saved.length < MOST_SAVED; index++) {
      const id = `seed${seed}-${index}`
      const { draft, answered } = await make(new Random(seed, index), id, answer)
      tally.add(answered)
      const found = disagreement(answered)
      if (found !== undefined) {
        const subject = subjectOf(found)
        const before = subjects.get(subject) ?? 0
        subjects.set(subject, before + 1)
        if (before < ENOUGH) saved.push(await save(draft, answered, subject, answer))
      }
      if (index % 2000 === 1999) process.stderr.write(`${tally.requests} requests, ${sum(subjects)} disagreements\n`)
    }
  } finally {
    oracle.close()
  }
  process.stdout.write(`seed ${seed}\n${tally.print()}\n`)
  for (const file of saved) process.stdout.write(`saved ${file}\n`)
  for (const [subject, times] of subjects) process.stdout.write(`${times} scenarios disagree in: ${subject}\n`)
  process.stdout.write(`${tally.requests} requests, ${sum(subjects)} scenarios disagree\n`)
  return saved.length > 0 ? 1 : 0
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0)
}

async function save(
  draft: Draft,
  first: OracleAnswer,
  subject: string,
  answer: (scenario: VectorScenario) => Promise<OracleAnswer>,
): Promise<string> {
  let smallest = first
  await shrunk(draft, async (smaller) => {
    const answered = await answer(scenarioOf(smaller))
    // A difference in other fields, or a policy that the API server newly refuses, is another disagreement.
    if ((answered.error === undefined) !== (first.error === undefined)) return false
    if (subjectOf(disagreement(answered) ?? []) !== subject) return false
    smallest = answered
    return true
  })
  mkdirSync(REGRESSIONS, { recursive: true })
  const file = join(REGRESSIONS, `${first.id}.ndjson`)
  writeLines(file, [smallest])
  process.stdout.write(`${first.id}: ${JSON.stringify(disagreement(smallest))}\n`)
  return file
}

await runProgram(main)
