import type { Random, VectorRequest, VectorScenario } from '@authz-playground/engine/internal/vectors'
import type { AccessChange } from '@authz-playground/engine/policy'
import { comparedChecks, coversCheck, diffOfPair, underPolicy } from './compare.ts'
import type { PolicyPair } from './pairs.ts'
import { drawnRequest, sampledRequests } from './sampled-requests.ts'

/** Random requests for each pair, and requests for each gain and loss. */
const SAMPLED = 30
const DRAWN = 3

/** How the difference of two policies compares with the answers under both. */
export interface ComparedPair {
  readonly gains: number
  readonly losses: number
  /** Checks of random requests that both policies were asked, and those of them that were answered otherwise. */
  readonly checks: number
  readonly changed: number
  /** Requests that a gain or loss names; and those that are not possible by HTTP, or are excepted. */
  readonly drawn: number
  readonly notDrawn: number
  /** What is wrong: a changed check that nothing covers, or a named request that is not changed. */
  readonly wrong: readonly string[]
}

interface Drawn {
  readonly change: AccessChange
  readonly list: 'gain' | 'loss'
  readonly request: VectorRequest
}

/** Compares a pair of policies by the answers of a server. Undefined where it or the engine refuses one of them. */
export async function comparedPair(
  pair: PolicyPair,
  random: Random,
  answer: (scenario: VectorScenario) => Promise<VectorScenario> | VectorScenario,
): Promise<ComparedPair | undefined> {
  const diff = diffOfPair(pair)
  if (diff === undefined) return undefined
  const lists = [
    ...diff.gains.map((change) => ({ change, list: 'gain' as const })),
    ...diff.losses.map((change) => ({ change, list: 'loss' as const })),
  ]
  const drawn = lists.flatMap(({ change, list }): readonly Drawn[] =>
    Array.from({ length: DRAWN }, () => drawnRequest(random, change)).flatMap((request) =>
      request === undefined ? [] : [{ change, list, request }],
    ),
  )
  const sampled = sampledRequests(random, SAMPLED)
  const requests = [...sampled, ...drawn.map(({ request }) => request)]
  const [before, after] = await Promise.all(
    (['before', 'after'] as const).map((side) => answer(underPolicy(pair, side, requests))),
  )
  if (before?.expect === undefined || after?.expect === undefined) return undefined
  const wrong: string[] = []
  const complain = (what: string, value: unknown) => wrong.push(`${what}: ${JSON.stringify(value)}`)
  const checks = comparedChecks(before, after)
  const changed = checks.filter((one) => one.before !== one.after)
  let notDrawn = lists.length * DRAWN - drawn.length
  for (const one of changed) {
    const changes = one.after ? diff.gains : diff.losses
    if (!changes.some((change) => coversCheck(change, one.check))) complain('changed and not named', one.check)
  }
  for (const [index, { change, list, request }] of drawn.entries()) {
    const at = sampled.length + index
    const [then, now] = [before, after].map(({ expect = [] }) => expect[at]?.checks.at(-1))
    // Parts that are excepted, and URLs that ask for something else, are not what the change names.
    if (then === undefined || now === undefined || !coversCheck(change, then)) {
      notDrawn++
      continue
    }
    const wanted = list === 'gain' ? ['NoOpinion', 'Allow'] : ['Allow', 'NoOpinion']
    if (then.decision !== wanted[0] || now.decision !== wanted[1])
      complain(`named and not changed (${list})`, { request, change })
  }
  return {
    gains: diff.gains.length,
    losses: diff.losses.length,
    checks: checks.length,
    changed: changed.length,
    drawn: lists.length * DRAWN - notDrawn,
    notDrawn,
    wrong,
  }
}
