import { Random } from '@authz-playground/engine/internal/vectors'
import type { Oracle } from '../fuzz/oracle.ts'
import { runSeeded } from '../fuzz/seeded-run.ts'
import { comparedPair } from './compared-pair.ts'
import { policyPair } from './pairs.ts'

const USAGE = `pnpm conformance:diff [--seed N] [--count N]

Makes N random pairs of policies (1,000) and compares each: what users gain and lose. kube-apiserver's code (needs Go) answers
random requests under both policies, and requests that the gains and losses name, each by its subject alone. Exit status 1
where a check is answered otherwise and nothing covers it, or where a request that is named is not answered otherwise.`

async function run(seed: number, count: number, oracle: Oracle): Promise<number> {
  const tally = { pairs: 0, changing: 0, gains: 0, losses: 0, checks: 0, changed: 0, drawn: 0, notDrawn: 0, wrong: 0 }
  for (let index = 0; tally.pairs < count; index++) {
    const random = new Random(seed, index)
    const compared = await comparedPair(policyPair(random), random, (one) => oracle.answer(one))
    if (compared === undefined) continue
    const { wrong, ...counts } = compared
    for (const one of wrong) process.stdout.write(`seed ${seed}, pair ${index}: ${one}\n`)
    tally.pairs++
    tally.wrong += wrong.length
    if (counts.gains + counts.losses > 0) tally.changing++
    for (const [name, value] of Object.entries(counts)) tally[name as keyof typeof counts] += value
  }
  const { pairs, changing, gains, losses, checks, changed, drawn, notDrawn, wrong } = tally
  process.stdout.write(
    `seed ${seed}: ${pairs} pairs, ${changing} with changes: ${gains} gains, ${losses} losses; ${checks} checks of random requests, ${changed} answered otherwise; ${drawn} requests named (${notDrawn} were excepted, or are not possible by HTTP); ${wrong} wrong\n`,
  )
  return wrong
}

await runSeeded(USAGE, 1000, run)
