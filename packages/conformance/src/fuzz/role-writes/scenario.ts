import type { PlainUser } from '@authz-playground/engine'
import type { Random, VectorRequest } from '@authz-playground/engine/internal/vectors'
import { type Draft, scenarioOf } from '../draft.ts'
import { type AnsweredScenario, granting } from '../generate.ts'
import type { OracleAnswer } from '../oracle.ts'
import { lettingThrough } from './grants.ts'
import { mistakeRate } from './mistake-rate.ts'
import { heldRules, impersonating, writingPolicy } from './policy.ts'
import { roleWriteRequest } from './request.ts'

/**
 * Makes a scenario with one request that writes a role or binding: first a random one, and then, over a few rounds,
 * grants for most refusals. This way about half of the requests succeed, and escalation is checked for rules that are
 * granted in every way.
 */
export async function makeRoleWrite(
  random: Random,
  id: string,
  answer: (scenario: ReturnType<typeof scenarioOf>) => Promise<OracleAnswer>,
): Promise<AnsweredScenario> {
  const draft = firstDraft(random, id)
  const answered = await answer(scenarioOf(draft))
  const rounds = random.weighted([
    [4, 0],
    [2, 1],
    [2, 2],
    [2, 4],
  ])
  return granting({ draft, answered }, rounds, answer, (made, prefix) => {
    const refused = made.answered.expect?.[0]
    if (refused === undefined || refused.code < 300) return undefined
    const more = lettingThrough(random, refused, made.draft, prefix)
    return more.length === 0 ? undefined : [...made.draft.policy, ...more]
  })
}

function firstDraft(random: Random, id: string): Draft {
  const writer: PlainUser = {
    username: random.pick(['bob', 'bob', 'bob', 'system:serviceaccount:prod:sa1']),
    groups: random.some(['devs', 'ops', 'system:authenticated', ...(random.chance(0.1) ? ['system:masters'] : [])], 3),
  }
  const impersonates = random.chance(0.25)
  const held = heldRules(random)
  const policy = [...writingPolicy(random, writer, held), ...(impersonates ? impersonating(random, writer) : [])]
  return {
    id,
    cluster: {
      ...(random.chance(0.12) && { defaultRoles: true }),
      ...(random.chance(0.1) && { constrainedImpersonation: false }),
    },
    objects: [],
    policy: random.shuffled(policy),
    requestor: impersonates ? { username: 'ctl' } : writer,
    requests: [
      withHeaders(
        roleWriteRequest(random, mistakeRate(random), held, policy),
        impersonates ? impersonation(writer) : [],
      ),
    ],
  }
}

function withHeaders(request: VectorRequest, headers: NonNullable<VectorRequest['headers']>): VectorRequest {
  return { ...request, headers: [...(request.headers ?? []), ...headers] }
}

function impersonation({ username, groups = [] }: PlainUser): NonNullable<VectorRequest['headers']> {
  return [['Impersonate-User', username], ...groups.map((group) => ['Impersonate-Group', group] as const)]
}
