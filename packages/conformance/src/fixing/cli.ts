import { loadDesigns } from '@authz-playground/engine'
import { policyChanges } from '@authz-playground/engine/internal/explain'
import { playScenario, Random, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import type { Change, Explained } from '@authz-playground/engine/questions'
import { makeScenario } from '../fuzz/generate.ts'
import type { Oracle } from '../fuzz/oracle.ts'
import { runSeeded } from '../fuzz/seeded-run.ts'
import { neighbours, unlisted } from './neighbours.ts'

const USAGE = `pnpm conformance:fix [--seed N] [--count N]

Makes random scenarios until N of their requests (1,000) are refused with 403, and finds the changes of the policy that
allow each. Each changed policy is answered by kube-apiserver's code (needs Go); with the narrowest one also 20 neighbours
of the request. Exit status 1 when it refuses a request, or allows a neighbour that is not listed as opened.`

const DESIGNS = await loadDesigns()

/** The request of a vector with one request, with what an explanation needs. */
function explained(vector: VectorScenario, granting: Parameters<typeof playScenario>[2] = []) {
  const played = playScenario(vector, DESIGNS, granting)
  if (played.kind !== 'played') return undefined
  const [first] = played.requests
  if (first === undefined || !('trace' in first)) return undefined
  const decided: Explained = {
    state: 'decided',
    trace: first.trace,
    cluster: played.cluster,
    request: { request: first.request },
  }
  return decided
}

/** The changes for the one request of a vector. A changed policy that cannot be read gives no decision. */
function changesFor(vector: VectorScenario): readonly Change[] {
  const decided = explained(vector)
  if (decided === undefined) return []
  return policyChanges(decided, ({ policy = vector.policy, granting = [] }) => {
    return explained({ ...vector, policy }, granting) ?? { ...decided, state: 'not-decided' }
  })
}

/** Each request of a scenario, alone on a server. */
function requestsOf(vector: VectorScenario): readonly VectorScenario[] {
  return vector.requests.map(({ requestor = vector.requestor, after: _, ...request }, index) => ({
    ...vector,
    id: `${vector.id}-${index}`,
    requestor: { username: '', ...requestor },
    requests: [request],
  }))
}

async function run(seed: number, count: number, oracle: Oracle): Promise<number> {
  const tally = {
    refused: 0,
    changed: 0,
    unchanged: 0,
    changes: new Map<string, number>(),
    neighbours: 0,
    opened: 0,
    wrong: 0,
  }
  for (let index = 0; tally.refused < count; index++) {
    const { answered } = await makeScenario(new Random(seed, index), `seed${seed}-${index}`, (one) =>
      oracle.answer(one),
    )
    if (answered.error !== undefined || answered.dropped !== undefined) continue
    for (const vector of requestsOf(answered)) {
      const [first] = (await oracle.answer(vector)).expect ?? []
      if (first?.code !== 403) continue
      tally.refused++
      const found = changesFor(vector)
      if (found.length === 0) {
        tally.unchanged++
        process.stdout.write(`${vector.id}: no change found: ${first.message}\n`)
        continue
      }
      tally.changed++
      const [narrowest] = found
      if (narrowest !== undefined) {
        const around = neighbours(vector, new Random(seed, tally.refused))
        const before = await oracle.answer(around)
        const after = await oracle.answer({ ...around, policy: narrowest.policy })
        tally.neighbours += after.expect?.length ?? 0
        const { opened, unlisted: missing } = unlisted(before, after, narrowest.adds)
        tally.opened += opened
        tally.wrong += missing.length
        for (const one of missing) {
          process.stdout.write(`${vector.id}: ${narrowest.kind}: opened and not listed: ${JSON.stringify(one)}\n`)
        }
      }
      for (const { kind, policy } of found) {
        tally.changes.set(kind, (tally.changes.get(kind) ?? 0) + 1)
        const { error, expect } = await oracle.answer({ ...vector, policy })
        if (error === undefined && expect?.[0]?.code !== 403) continue
        tally.wrong++
        process.stdout.write(`${vector.id}: ${kind}: still refused: ${error ?? expect?.[0]?.message}\n${policy}\n`)
      }
    }
  }
  for (const [kind, times] of tally.changes) process.stdout.write(`${kind} ${times}\n`)
  process.stdout.write(
    `seed ${seed}: ${tally.refused} refused requests, ${tally.changed} with changes, ${tally.unchanged} without; ${tally.neighbours} neighbours, ${tally.opened} of them opened; ${tally.wrong} wrong\n`,
  )
  return tally.wrong
}

await runSeeded(USAGE, 1000, run)
