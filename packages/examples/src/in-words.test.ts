import {
  assumptionsOf,
  type Check,
  DESIGN_LIST,
  type Decided,
  decider,
  loadDesigns,
  type Scenario,
} from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { isNotInItsWords } from '@authz-playground/engine/internal/report'
import { describe, expect, it } from 'vitest'
import { FIRST } from './first.ts'
import { EXAMPLES } from './index.ts'

const decide = await decider()
const designs = new Map((await loadDesigns()).map((design) => [design.id, design]))
const decided = (scenario: Scenario): Decided => decide(scenario, { cel: CEL })
const exampleCalled = (id: string): Scenario => {
  const example = EXAMPLES.find((one) => one.id === id)
  if (example === undefined) throw new Error(`no example ${id}`)
  return example.scenario
}
const silentFor = (scenario: Scenario): readonly string[] =>
  DESIGN_LIST.flatMap(({ id }) => {
    const here = { ...scenario, design: id }
    return isNotInItsWords(decided(here), here) ? [id] : []
  })

/** The checks of impersonation, and those of a client that asks first. */
function impersonationChecks({ trace }: Decided): readonly Check[] {
  return (trace?.steps ?? []).flatMap(({ check }) =>
    check?.phase === 'impersonation' || check?.phase === 'review' ? [check] : [],
  )
}

describe('a refusal in words that the policy does not have', () => {
  it('differs from a refusal by rules that do not cover the request', () => {
    const { scenario } = FIRST
    // The identity has the same verb in the KEP as it was proposed; the action has another one.
    const released = ['constrained', 'beta', 'compiled', 'conditions-1.37', 'fine-grained']
    const others = [...released, 'proposal', 'user-info-only', 'group-suffix']
    expect(silentFor(scenario)).toEqual(DESIGN_LIST.map(({ id }) => id).filter((id) => !others.includes(id)))
    // The rules are in these words, and are about another action.
    const policy = scenario.policy.replaceAll('impersonate-on:user-info:list', 'impersonate-on:user-info:get')
    expect(silentFor({ ...scenario, policy })).toEqual(silentFor(scenario))
    expect(decided({ ...scenario, policy }).trace?.outcome.code).toBe(403)
  })

  it('is that of designs with verbs of their own, on the policy of the others', () => {
    const silent = silentFor(exampleCalled('alternative-proposal-denied'))
    expect(silent).toEqual(expect.arrayContaining(['legacy', 'compound', 'unified']))
    for (const id of ['proposal', 'user-info-only', 'group-suffix', 'client-review', 'named-verbs']) {
      expect(silent).not.toContain(id)
    }
  })

  it('is one for a requestor to whom the words of the design are not granted', () => {
    const scenario = exampleCalled('alternative-intersection')
    expect(silentFor(scenario)).not.toContain('legacy')
    expect(silentFor({ ...scenario, requestor: { username: 'mallory', groups: [] } })).toContain('legacy')
  })

  it('is none where every verb is granted by `*`, which is allowed', () => {
    const { scenario } = FIRST
    const policy = `${scenario.policy}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: all}
rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: all}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: all}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ${JSON.stringify(scenario.requestor.username)}}]
`
    expect(silentFor({ ...scenario, policy })).toEqual([])
  })

  it('is none where a webhook’s table has the verb for the requestor', () => {
    const { scenario } = FIRST
    const asking = (user: string): Scenario => ({
      ...scenario,
      cluster: { ...scenario.cluster, authorizationModes: ['RBAC', 'Webhook'] },
      webhook: `- {match: {user: "${user}", resourceAttributes: {verb: impersonate, resource: groups}}, answer: Allow}`,
    })
    expect(silentFor(asking('mallory'))).toContain('legacy')
    expect(silentFor(asking(scenario.requestor.username))).not.toContain('legacy')
  })

  it('rests on a vocabulary that has every verb of a check of impersonation but ordinary ones; and stays one without a policy', () => {
    for (const { scenario } of EXAMPLES) {
      for (const { id } of DESIGN_LIST) {
        const design = designs.get(id)
        const words = design?.words(assumptionsOf(design, scenario.assumptions?.[id])) ?? []
        const here = { ...scenario, design: id }
        const found = decided(here)
        for (const { attributes, purpose } of impersonationChecks(found)) {
          const apiGroup = attributes.isResourceRequest ? attributes.apiGroup : ''
          const known = words.some(
            (word) => word.verb.test(attributes.verb) && (word.apiGroup === undefined || word.apiGroup.test(apiGroup)),
          )
          const ordinary = purpose === 'action' || purpose === 'request'
          expect([id, attributes.verb, apiGroup, known || ordinary]).toEqual([id, attributes.verb, apiGroup, true])
        }
        if (!isNotInItsWords(found, here)) continue
        const empty = { ...here, policy: '' }
        const without = decided(empty)
        expect([id, without.trace?.outcome.code, isNotInItsWords(without, empty)]).toEqual([id, 403, true])
      }
    }
  })
})
