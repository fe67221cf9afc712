import type { VectorScenario } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { MADE_VECTORS } from './data/provenance.ts'
import { scenariosIn } from './files.ts'
import { isReleased, runAs } from './vectors-command.ts'

/** One scenario in this many is compared here; `pnpm conformance` compares all. */
const EVERY = 40
const sample = scenariosIn(MADE_VECTORS)
  .filter(isReleased)
  .filter((_, index) => index % EVERY === 0)

const differing = (design: string, scenarios: readonly VectorScenario[]) =>
  scenarios.flatMap((scenario) => runAs(design, scenario)).filter(({ verdict }) => verdict.kind !== 'agrees')

describe('the design compiled', () => {
  it('has the code, the user and the constraint of kube-apiserver', () => {
    expect(sample.length).toBeGreaterThan(200)
    const modes = new Set(sample.flatMap(({ expect: answers = [] }) => answers.map(({ constraint }) => constraint)))
    expect(modes.size).toBe(5)
    expect(differing('compiled', sample)).toEqual([])
  })

  it('reports a different outcome', () => {
    const elsewhere = sample.map((scenario) => ({ ...scenario, assumptions: { memory: 'none' } }))
    expect(differing('compiled', elsewhere).length).toBeGreaterThan(0)
    expect(differing('legacy', sample).length).toBeGreaterThan(0)
  })
})

describe('scenarios of the released filters', () => {
  it('are those of no other design, that have answers', () => {
    const [first] = sample
    if (first === undefined) throw new Error('there is no scenario')
    const { expect: _, ...refused } = first
    expect([first, { ...first, design: 'legacy' }, { ...refused, error: 'no' }].map(isReleased)).toEqual([
      true,
      false,
      false,
    ])
  })
})
