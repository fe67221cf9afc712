import { readFileSync } from 'node:fs'
import { readPolicy } from '@authz-playground/engine'
import { clusterOf } from '@authz-playground/engine/internal/cluster'
import { constrain, type Observation, ObservationReader } from '@authz-playground/engine/logs'
import { describe, expect, it } from 'vitest'
import { EXAMPLES } from './index.ts'

/** Each log, and the requests of it that no mode takes: none but those with extra keys that have no domain. */
const STAYS: Readonly<Record<string, { readonly stays: readonly string[] }>> = {
  teleport: { stays: [] },
  'oidc-proxy': { stays: ['get pods', 'list pods', 'list pods'] },
  rancher: { stays: ['get pods', 'list pods'] },
  'argo-cd': { stays: [] },
  'capsule-proxy': { stays: [] },
}

function observed(name: string): Observation {
  const reader = new ObservationReader()
  reader.begin(`${name}.ndjson`)
  reader.read(readFileSync(new URL(`../logs/${name}.ndjson`, import.meta.url)))
  reader.end()
  return reader.observation()
}

function policyOf(id: string): string {
  const example = EXAMPLES.find((one) => one.id === id)
  if (example === undefined) throw new Error(`no example ${id}`)
  return example.scenario.policy
}

describe.each(Object.entries(STAYS))('the log of %s', (name, { stays }) => {
  const legacy = clusterOf(readPolicy(policyOf(`${name}-legacy`)))
  const observation = observed(name)
  const plan = constrain(legacy, observation)
  const judged = plan.impersonators.flatMap(({ requests }) => requests)

  it('is understood, and is what the policy as it is answers', () => {
    expect(observation.unread).toEqual([])
    expect(judged.length).toBeGreaterThan(2)
    for (const { request, before } of judged) {
      const passes = before.outcome.kind === 'allowed'
      expect([request.attributes, request.answer]).toEqual([request.attributes, passes ? 'allowed' : 'forbidden'])
    }
  })

  it('goes over to constrained impersonation, but for what is listed', () => {
    const stay = judged.filter(({ verdict }) => verdict === 'stays')
    expect(stay.map(({ request: { attributes } }) => `${attributes.verb} ${attributes.resource}`).sort()).toEqual(stays)
    expect(stay.every(({ because }) => because === 'extra-key')).toBe(true)
    const moved = judged.filter(({ verdict }) => verdict === 'moves')
    for (const { after } of moved)
      expect(after).toMatchObject({ outcome: { kind: 'allowed' }, constraint: expect.stringMatching(/^impersonate:/) })
    expect(moved.length + stay.length + judged.filter(({ verdict }) => verdict === 'failed').length).toBe(judged.length)
  })

  it('leaves no rule with the legacy verb', () => {
    expect(
      plan.after.policy.roles.flatMap(({ rules }) => rules.filter(({ verbs }) => verbs.includes('impersonate'))),
    ).toEqual([])
  })
})
