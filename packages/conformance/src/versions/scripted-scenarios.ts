import type { PlainUser } from '@authz-playground/engine'
import { Random, type VectorRequest } from '@authz-playground/engine/internal/vectors'
import { requestLine } from '../fuzz/request-line.ts'
import { changedUser, impersonation, randomServiceAccount, requestor } from '../fuzz/users.ts'
import { NODES, WAITS } from '../fuzz/words.ts'

/** A request with all fields that a script varies; none has a body. */
type ScriptedRequest = Required<Omit<VectorRequest, 'body'>>

/** A server whose authorizer follows a script, and its requests, in order. */
export interface ScriptedScenario {
  /** The feature gate: which of the two filters runs. */
  readonly constrained: boolean
  readonly script: Script
  readonly requests: readonly ScriptedRequest[]
  /** How often it is answered, each time by a new server, to detect random results. */
  readonly repeat: number
}

/** The authorizer's decisions: a hash of seed and check, with these shares of Allow and Deny. */
interface Script {
  readonly seed: number
  readonly allow: number
  readonly deny: number
  /** Makes the same decision for all checks with one verb. */
  readonly byVerb: boolean
  /** Returns an error with one decision of eight. */
  readonly errors: boolean
}

/** The order of a Go map affects at least every second answer, so this many answers are not equal by chance. */
const OFTEN = 24

/** Makes a scenario; the same seed and index make the same one. */
export function scriptedScenario(seed: number, index: number): ScriptedScenario {
  const random = new Random(seed, index)
  const odd = random.pick([0, 0.2, 0.5, 1])
  // Agents on nodes are the users of associated-node; random users are rarely agents.
  const asking = random.chance(0.2) ? randomServiceAccount(random, random.pick(NODES)) : requestor(random, odd)
  const first = freshRequest(random, asking, odd)
  const requests = [first]
  for (let i = random.between(0, 4); i > 0; i--) requests.push(another(random, random.pick(requests), asking, odd))
  return {
    constrained: random.chance(0.8),
    script: {
      seed: random.between(0, 2 ** 31),
      allow: random.pick([0.3, 0.6, 0.8, 0.9, 0.97, 1]),
      deny: random.pick([0, 0.1, 0.3]),
      byVerb: random.chance(0.4),
      errors: random.chance(0.15),
    },
    requests,
    repeat: requests.some(severalExtraKeys) ? OFTEN : 2,
  }
}

/** Whether a request impersonates more than one extra key: upstream iterates over them in the random order of a map. */
export function severalExtraKeys({ headers }: Pick<ScriptedRequest, 'headers'>): boolean {
  const keys = headers.map(([name]) => name.toLowerCase()).filter((name) => name.startsWith('impersonate-extra-'))
  return new Set(keys).size > 1
}

function freshRequest(random: Random, asking: PlainUser, odd: number): ScriptedRequest {
  const headers = random.chance(0.95) ? impersonation(random, asking, odd) : []
  return { ...requestLine(random, odd * 0.5), headers, requestor: asking, after: 0 }
}

/** A request to the same server that may meet its cache entries. */
function another(random: Random, before: ScriptedRequest, asking: PlainUser, odd: number): ScriptedRequest {
  const request = random.weighted<() => ScriptedRequest>([
    [4, () => before],
    [3, () => ({ ...before, ...requestLine(random, odd * 0.5) })],
    [2, () => ({ ...before, requestor: changedUser(random, { username: '', ...before.requestor }) })],
    [3, () => ({ ...before, headers: impersonation(random, asking, odd) })],
    [3, () => freshRequest(random, asking, odd)],
  ])()
  return { ...request, after: random.pick(WAITS) }
}
