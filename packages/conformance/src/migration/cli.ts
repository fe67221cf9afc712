import { parseArgs } from 'node:util'
import { Random } from '@authz-playground/engine/internal/vectors'
import { buildOracle, Oracle } from '../fuzz/oracle.ts'
import { wholeNumber } from '../fuzz/whole-number.ts'
import { runProgram } from '../program.ts'
import { madeCluster } from './impersonators.ts'
import { checkMigration, migrationInWords } from './migration-check.ts'

const USAGE = `pnpm conformance:constrain [--seed N] [--count N]

Makes random clusters with up to three impersonators each until there are N (300), lets kube-apiserver's code answer their
requests (needs Go), makes rules of constrained impersonation from its audit events, takes the legacy rights away, and lets it
answer the same requests again, and near ones. Exit status 1 when a request that passed does not pass with a constraint, when
one passes that was refused, or a near one by what no request asked for.`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, count: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return 0
  }
  const seed = wholeNumber('seed', values.seed ?? String(Date.now() % 2 ** 31))
  const count = wholeNumber('count', values.count ?? '300')
  buildOracle()
  const oracle = new Oracle()
  const sum = { clusters: 0, passed: 0, kept: 0, stays: 0, near: 0, open: 0, openByLegacy: 0, wrong: 0 }
  try {
    for (let index = 0; sum.clusters < count; index++) {
      const made = madeCluster(new Random(seed, index), `seed${seed}-${index}`)
      const result = await checkMigration(made, { answer: (scenario) => oracle.answer(scenario) })
      if (result === undefined) continue
      sum.clusters++
      sum.passed += result.passed
      sum.kept += result.kept
      sum.stays += result.stays
      sum.near += result.near
      sum.open += result.open
      sum.openByLegacy += result.openByLegacy
      sum.wrong += result.wrong.length
      for (const one of result.wrong) process.stdout.write(`${made.id}: ${one}\n`)
    }
  } finally {
    oracle.close()
  }
  const { clusters, wrong } = sum
  process.stdout.write(`seed ${seed}: ${clusters} clusters; ${migrationInWords(sum)}; ${wrong} wrong\n`)
  return wrong > 0 ? 1 : 0
}

await runProgram(main)
