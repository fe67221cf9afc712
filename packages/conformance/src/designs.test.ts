import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runScenario } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { ALL_DESIGNS } from './all-designs.ts'
import { DESIGN_VECTORS, scenariosIn } from './files.ts'

const WRITTEN = readdirSync(DESIGN_VECTORS).map((name) => ({
  id: name.replace(/\.ndjson$/, ''),
  scenarios: scenariosIn(join(DESIGN_VECTORS, name)),
}))

describe.each(WRITTEN)('the vectors of $id, written from its document', ({ id, scenarios }) => {
  const design = ALL_DESIGNS.find((one) => one.id === id)

  it('are at least fifteen, of that design, some allowed and some not', () => {
    expect(design).toBeDefined()
    expect(scenarios.length).toBeGreaterThanOrEqual(15)
    for (const scenario of scenarios) expect(scenario.design).toBe(id)
    const codes = scenarios.flatMap(({ expect: answers = [] }) => answers.map(({ code }) => code))
    expect(codes).toContain(200)
    expect(codes).toContain(403)
  })

  it('name the sentence that each rests on: document, section, words', () => {
    for (const scenario of scenarios) expect(scenario.rests, scenario.id).toMatch(/^[^"]+, "[^"]+": .{3,}$/)
  })

  it('agree', () => {
    const disagreeing = scenarios
      .flatMap((scenario) => runScenario(scenario, ALL_DESIGNS))
      .filter(({ verdict }) => verdict.kind !== 'agrees')
    expect(disagreeing).toEqual([])
  })

  it('use each option of each assumption, with an answer of its own', () => {
    for (const { id: assumption, options } of design?.assumptions ?? []) {
      for (const option of options.slice(1)) {
        const chosen = scenarios.filter(({ assumptions }) => assumptions?.[assumption] === option.id)
        expect(chosen.length, `${assumption}: ${option.id}`).toBeGreaterThan(0)
        const asByDefault = chosen.map((scenario) => ({
          ...scenario,
          assumptions: { ...scenario.assumptions, [assumption]: options[0].id },
        }))
        const changed = asByDefault
          .flatMap((scenario) => runScenario(scenario, ALL_DESIGNS))
          .some(({ verdict }) => verdict.kind === 'disagrees')
        expect(changed, `${assumption}: ${option.id} answers as ${options[0].id} does`).toBe(true)
      }
    }
  })
})

it('no vector compares a reading that its design does not offer', () => {
  const [first] = WRITTEN.flatMap(({ scenarios }) => scenarios)
  if (first === undefined) throw new Error('there are no vectors')
  expect(runScenario({ ...first, assumptions: { 'no-such': 'reading' } }, ALL_DESIGNS)[0]?.verdict).toMatchObject({
    kind: 'disagrees',
    differences: [{ field: 'assumptions', found: 'no-such: reading' }],
  })
})
