import { CLUSTER_PARTS, DESIGNS, decider, readRequest, type Scenario } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { fineGrainedExamples } from './fine-grained.ts'

const decide = decider(readRequest)
const design = DESIGNS.find(({ id }) => id === 'fine-grained')

/** What came of a scenario: its checks and the client's answer. */
function came(scenario: Scenario): string {
  const { trace, errors } = decide(scenario, { parts: CLUSTER_PARTS })
  expect(errors).toEqual([])
  const verbs = trace?.steps.flatMap(({ check }) => (check ? [check.attributes.verb] : [])) ?? []
  const { outcome } = trace ?? {}
  return [...verbs, outcome?.code, outcome?.kind === 'forbidden' ? outcome.message : ''].join(' ')
}

function cost(id: string) {
  const example = fineGrainedExamples.find((one) => one.id === id)
  return example && decide(example.scenario, { parts: CLUSTER_PARTS }).trace?.fieldChecks
}

describe('each reading that can be switched', () => {
  const switches = (design?.assumptions ?? []).filter(({ options }) => options.length > 1)
  it.each(switches.flatMap(({ id, options }) => options.slice(1).map((option) => [id, option.id] as const)))(
    '%s: %s changes what comes of an example',
    (id, option) => {
      const changed = fineGrainedExamples.filter(
        ({ scenario }) => came({ ...scenario, assumptions: { 'fine-grained': { [id]: option } } }) !== came(scenario),
      )
      expect(changed.length).toBeGreaterThan(0)
    },
  )
})

describe('the number of checks', () => {
  it('stands beside the number of changed fields', () => {
    expect(cost('fine-grained-all-at-once')).toEqual({ changed: 3, toCover: 3, checks: 7 })
    expect(cost('fine-grained-general-grant')).toEqual({ changed: 40, toCover: 40, checks: 1 })
    expect(cost('fine-grained-hostile')).toEqual({ changed: 40, toCover: 40, checks: 3 })
    expect(cost('fine-grained-excluded-other-value')).toEqual({ changed: 1, toCover: 0, checks: 0 })
    expect(cost('fine-grained-delete')).toBeUndefined()
  })
})
