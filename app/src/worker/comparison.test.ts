import { DESIGN_LIST, decider, type Scenario } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { FIRST } from '@authz-playground/examples/first'
import { designRow } from '@authz-playground/pictures'
import { describe, expect, it } from 'vitest'
import { underEveryDesign } from './page-questions.ts'

const decide = await decider()
const short = (scenario: Scenario) => designRow(decide(scenario, { cel: CEL }))
const compare = (scenario: Scenario) => underEveryDesign(scenario).map(short)
const words = (label: readonly (string | { readonly code: string })[] = []): string =>
  label.map((word) => (typeof word === 'string' ? word : word.code)).join('')

describe('a comparison', () => {
  it('has a row for every design, in the order in which they are offered', () => {
    expect(compare(FIRST.scenario).map(({ design }) => design)).toEqual(DESIGN_LIST.map(({ id }) => id))
  })

  it('gives for each what the client gets, and the check that the client reads about', () => {
    const rows = new Map(compare(FIRST.scenario).map((row) => [row.design, row]))
    expect(rows.get('constrained')).toMatchObject({
      outcome: { kind: 'allowed', code: 200 },
      checks: 3,
      decisive: { decision: 'Allow' },
      message: '',
      constraint: 'impersonate:user-info',
    })
    const proposal = rows.get('proposal')
    // Two checks failed; the client learns of the first.
    expect(proposal).toMatchObject({ outcome: { code: 403 }, checks: 3, decisive: { decision: 'NoOpinion' } })
    expect(words(proposal?.decisive?.question)).toContain('impersonate-on:list')
    expect(proposal?.message).toContain('impersonate-on:list')
  })

  it('has the impersonated user, and the place of the rule that decided', () => {
    const { policy } = FIRST.scenario
    const { impersonatedUser, decisive } = short(FIRST.scenario)
    expect(impersonatedUser).toMatchObject({ username: 'jane.doe@example.com', groups: ['system:authenticated'] })
    const { range } = decisive?.evidence?.rule ?? {}
    expect(range?.source).toBe('policy')
    expect(policy.slice(range?.start, range?.end)).toContain('list')
    expect(short({ ...FIRST.scenario, design: 'proposal' })).not.toHaveProperty('impersonatedUser')
  })

  it('gives the first problem where nothing is decided, and no outcome', () => {
    for (const row of compare({ ...FIRST.scenario, policy: 'kind: [' })) {
      expect(row).toEqual({
        design: row.design,
        problem: expect.objectContaining({ severity: 'error', range: expect.objectContaining({ line: 1 }) }),
        checks: 0,
        message: '',
        constraint: '',
      })
    }
  })
})
