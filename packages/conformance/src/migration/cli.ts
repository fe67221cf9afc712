import { Random } from '@authz-playground/engine/internal/vectors'
import type { Oracle } from '../fuzz/oracle.ts'
import { runSeeded } from '../fuzz/seeded-run.ts'
import { madeCluster } from './impersonators.ts'
import { checkMigration, migrationInWords } from './migration-check.ts'

const USAGE = `pnpm conformance:constrain [--seed N] [--count N]

Makes random clusters with up to three impersonators each until there are N (300), lets kube-apiserver's code answer their
requests (needs Go), makes rules of constrained impersonation from its audit events, takes the legacy rights away, and lets it
answer the same requests again, and near ones. Exit status 1 when a request that passed does not pass with a constraint, when
one passes that was refused, or a near one by what no request asked for.`

async function run(seed: number, count: number, oracle: Oracle): Promise<number> {
  const sum = { clusters: 0, passed: 0, kept: 0, stays: 0, near: 0, open: 0, openByLegacy: 0, wrong: 0 }
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
  const { clusters, wrong } = sum
  process.stdout.write(`seed ${seed}: ${clusters} clusters; ${migrationInWords(sum)}; ${wrong} wrong\n`)
  return wrong
}

await runSeeded(USAGE, 300, run)
