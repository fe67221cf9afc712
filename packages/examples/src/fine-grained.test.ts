import { decider, loadDesigns, plainText, type Scenario, sentences } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { describe, expect, it } from 'vitest'
import { EXAMPLES } from './index.ts'

const fineGrainedExamples = EXAMPLES.filter(({ id }) => id.startsWith('fine-grained-'))

const DESIGNS = await loadDesigns()

const decide = await decider()
const design = DESIGNS.find(({ id }) => id === 'fine-grained')

/** The result of a scenario: its checks and the client's answer. */
function came(scenario: Scenario): string {
  const { trace, errors } = decide(scenario, { cel: CEL })
  expect(errors).toEqual([])
  const verbs = trace?.steps.flatMap(({ check }) => (check ? [check.attributes.verb] : [])) ?? []
  const { outcome } = trace ?? {}
  return [...verbs, outcome?.code, outcome?.kind === 'forbidden' ? outcome.message : ''].join(' ')
}

function cost(id: string) {
  const example = fineGrainedExamples.find((one) => one.id === id)
  return example && decide(example.scenario, { cel: CEL }).trace?.fieldChecks
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

/** The answer to an example in words. */
function said(id: string): string {
  const example = fineGrainedExamples.find((one) => one.id === id)
  const { trace, request } = (example && decide(example.scenario, { cel: CEL })) ?? {}
  if (trace === undefined || request?.request === undefined) throw new Error(`${id} was not decided`)
  const { answer, because } = sentences(trace, request.request)
  return `${plainText(answer)} ${plainText(because)}`
}

describe('the answer in words', () => {
  it('names the first field that nothing covers, and the verb that is missing', () => {
    expect(said('fine-grained-other-label')).toBe(
      '403: supersafe may not patch pods named web in namespace prod: it changes metadata.labels[app], and no rule grants granular:label(app). Without patch each changed field needs a verb that covers it, and the first without one ends the request.',
    )
    expect(said('fine-grained-no-verb')).toContain('it changes data.mode, which has no verb of its own.')
  })

  it('says that the verb that is held does not cover what is excluded from it', () => {
    expect(said('fine-grained-excluded-value')).toContain(
      'no rule grants granular:selfDestruct. patch is held, but does not cover the fields that the schema excludes.',
    )
  })

  it('says that verbs for fields cover what changes, where they do', () => {
    expect(said('fine-grained-own-label')).toMatch(
      /Verbs for fields cover all changed fields, the last one by the rule in line 7/,
    )
    expect(said('fine-grained-case-3')).toContain('It is allowed by the rule')
  })
})

describe('the number of checks', () => {
  it('is shown next to the number of changed fields', () => {
    expect(cost('fine-grained-all-at-once')).toEqual({ changed: 3, toCover: 3, checks: 7 })
    expect(cost('fine-grained-general-grant')).toEqual({ changed: 40, toCover: 40, checks: 1 })
    const first = 'metadata.labels[team-0.example.com/owner]'
    expect(cost('fine-grained-hostile')).toEqual({ changed: 40, toCover: 40, checks: 3, missing: first })
    expect(cost('fine-grained-single-grants')).toEqual({ changed: 40, toCover: 40, checks: 42 })
    expect(cost('fine-grained-excluded-other-value')).toEqual({ changed: 1, toCover: 0, checks: 0 })
    expect(cost('fine-grained-delete')).toBeUndefined()
  })
})
