import type { PlainUser } from '@authz-playground/engine'
import type { Random, VectorCheck, VectorRequest } from '@authz-playground/engine/internal/vectors'
import { besideDefaults } from './default-policy.ts'
import type { Draft, KubeObject } from './draft.ts'
import { scenarioOf } from './draft.ts'
import { grants } from './grants.ts'
import { kubeletRequestLine } from './kubelet-requests.ts'
import { mistakenPolicy, slips } from './mistakes.ts'
import type { OracleAnswer } from './oracle.ts'
import { aggregated, randomPolicy } from './policy.ts'
import { requestLine } from './request-line.ts'
import { storedObjects } from './stored-objects.ts'
import { changedUser, impersonation, nearlyNode, nodeUser, randomServiceAccount, requestor } from './users.ts'
import { NODES, WAITS } from './words.ts'

/** A scenario and what the oracle answered. */
export interface AnsweredScenario {
  readonly draft: Draft
  readonly answered: OracleAnswer
}

/**
 * Makes a scenario: first a random one, and then, over a few rounds, grants for denied checks. This way about half of
 * the requests succeed; in purely random scenarios almost none would.
 */
export async function makeScenario(
  random: Random,
  id: string,
  answer: (scenario: ReturnType<typeof scenarioOf>) => Promise<OracleAnswer>,
  first = firstDraft,
): Promise<AnsweredScenario> {
  const draft = first(random, id)
  const answered = await answer(scenarioOf(draft))
  if (answered.error !== undefined) return { draft, answered }
  // The answer of the Node authorizer shows only where RBAC does not allow the request.
  const nodesAsk = draft.objects.length > 0 && random.chance(0.6)
  const rounds = random.weighted([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 4],
    [3, 7],
  ])
  const made = await granting({ draft, answered }, rounds, answer, (now, prefix) => {
    const denied = deniedIn(now.answered).filter(({ phase }) => phase === 'impersonation' || !nodesAsk)
    return denied.length === 0 ? undefined : joined(random, now.draft.policy, grants(random, denied, prefix))
  })
  if (random.chance(0.06)) {
    const parts = { ...made.draft, policy: aggregated(random, made.draft.policy) }
    return { draft: parts, answered: await answer(scenarioOf(parts)) }
  }
  return made
}

/**
 * Changes the policy of a scenario over several rounds: `policyFor` makes a policy from the answers, with a name prefix
 * for each round. A policy without an answer of the oracle is dropped; an undefined policy ends the rounds.
 */
export async function granting(
  first: AnsweredScenario,
  rounds: number,
  answer: (scenario: ReturnType<typeof scenarioOf>) => Promise<OracleAnswer>,
  policyFor: (made: AnsweredScenario, prefix: string) => Draft['policy'] | undefined,
): Promise<AnsweredScenario> {
  let made = first
  for (let round = 0; round < rounds; round++) {
    const policy = policyFor(made, `g${round}-`)
    if (policy === undefined) break
    const draft = { ...made.draft, policy }
    const answered = await answer(scenarioOf(draft))
    if (answered.error === undefined && answered.dropped === undefined) made = { draft, answered }
  }
  return made
}

/** A policy with more objects before or after it. */
export function joined(
  random: Random,
  policy: readonly KubeObject[],
  more: readonly KubeObject[],
): readonly KubeObject[] {
  return random.chance(0.5) ? [...policy, ...more] : [...more, ...policy]
}

/** The checks of all answers that were not allowed, each once. */
export function deniedIn({ expect = [] }: OracleAnswer): readonly VectorCheck[] {
  const seen = new Map<string, VectorCheck>()
  for (const { checks } of expect) {
    for (const check of checks) if (check.decision !== 'Allow') seen.set(JSON.stringify(check), check)
  }
  return [...seen.values()]
}

export function firstDraft(random: Random, id: string): Draft {
  const odd = random.pick([0, 0.2, 0.5, 1])
  const kind = random.weighted([
    [20, 'plain'],
    [40, 'impersonation'],
    [22, 'sequence'],
    [18, 'node'],
  ] as const)
  const asking = kind === 'node' && random.chance(0.6) ? kubeletOrAgent(random) : requestor(random, odd)
  const withNode = kind === 'node' || random.chance(0.1)
  const withDefaults = random.chance(0.1)
  const own = randomPolicy(random, odd)
  const policy = withDefaults && random.chance(0.5) ? random.shuffled([...own, ...besideDefaults(random)]) : own
  return {
    id,
    ...(random.chance(0.02) && { design: 'legacy' }),
    cluster: {
      ...(random.chance(kind === 'sequence' ? 0.04 : 0.15) && { constrainedImpersonation: false }),
      ...(withNode && { authorizationModes: random.weighted<readonly ('Node' | 'RBAC')[]>(MODES) }),
      ...(withDefaults && { defaultRoles: true }),
    },
    objects: withNode ? storedObjects(random) : [],
    policy: random.chance(0.02) ? mistakenPolicy(random, policy) : policy,
    ...(random.chance(0.02) && { slips: slips(random) }),
    requestor: asking,
    requests: kind === 'sequence' ? sequence(random, asking, odd) : separate(random, kind, asking, odd),
  }
}

const MODES = [
  [14, ['Node', 'RBAC']],
  [5, ['RBAC', 'Node']],
  [1, ['Node']],
] as const

function kubeletOrAgent(random: Random): PlainUser {
  if (random.chance(0.06)) return nearlyNode(random)
  const node = random.pick(NODES)
  return random.chance(0.5) ? nodeUser(node) : randomServiceAccount(random, node)
}

function separate(
  random: Random,
  kind: 'plain' | 'impersonation' | 'node',
  asking: PlainUser,
  odd: number,
): readonly VectorRequest[] {
  return Array.from(
    {
      length: random.weighted([
        [3, 1],
        [2, 2],
        [1, 3],
      ]),
    },
    () => {
      const line = kind === 'node' && random.chance(0.9) ? kubeletRequestLine(random) : requestLine(random, odd)
      if (kind === 'plain' && random.chance(0.9)) return line
      if (kind === 'node') {
        const node = asking.extra?.['authentication.kubernetes.io/node-name']?.[0]
        if (node === undefined || random.chance(0.2)) return line
        return { ...line, headers: [['Impersonate-User', `system:node:${node}`]] as const }
      }
      return { ...line, headers: impersonation(random, asking, odd) }
    },
  )
}

/** Requests that meet the server's cache entries of earlier requests. */
function sequence(random: Random, asking: PlainUser, odd: number): readonly VectorRequest[] {
  const headers = impersonation(random, asking, odd)
  const first: VectorRequest = { ...requestLine(random, odd * 0.5), headers }
  const requests: VectorRequest[] = [first]
  for (let i = random.between(1, 5); i > 0; i--) {
    const before = random.chance(0.6) ? first : random.pick(requests)
    const again = random.weighted<() => VectorRequest>([
      [6, () => before],
      [4, () => ({ ...before, ...requestLine(random, odd * 0.5) })],
      [2, () => ({ ...before, headers: random.shuffled(before.headers ?? []) })],
      [2, () => ({ ...before, requestor: changedUser(random, { ...asking, ...before.requestor }) })],
      [3, () => ({ ...before, headers: impersonation(random, asking, odd) })],
      [1, () => ({ ...before, headers: [] })],
    ])()
    const { after: _, ...request } = again
    const after = random.pick(WAITS)
    requests.push({ ...request, ...(after > 0 && { after }) })
  }
  return requests
}
