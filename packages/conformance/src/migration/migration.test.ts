import { Random } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { answeredByEngine } from '../answered-by-engine.ts'
import { madeCluster } from './impersonators.ts'
import { checkMigration, type MigrationCheck } from './migration-check.ts'

describe('the rules made from an audit log', () => {
  // `pnpm conformance:constrain` asks kube-apiserver's code itself.
  it.each([5284, 5285])('allow what passed, with a constraint, and nothing else: seed %i', async (seed) => {
    const found: MigrationCheck[] = []
    for (let index = 0; index < 40; index++) {
      const made = madeCluster(new Random(seed, index), `seed${seed}-${index}`)
      const result = await checkMigration(made, { answer: async (scenario) => answeredByEngine(scenario) })
      if (result !== undefined) found.push(result)
    }
    expect(found.flatMap(({ wrong }) => wrong)).toEqual([])
    const all = (of: 'passed' | 'stays' | 'near') => found.reduce((sum, one) => sum + one[of], 0)
    expect([all('passed') > 100, all('stays') > 0, all('near') > 500]).toEqual([true, true, true])
  })

  it('are wrong where the legacy rights are still there', async () => {
    const made = madeCluster(new Random(5284, 15), 'kept')
    const answer = async (scenario: typeof made) => answeredByEngine({ ...scenario, policy: made.policy })
    const result = await checkMigration(made, { answer })
    expect(result?.wrong.some((one) => one.startsWith('passes without a constraint'))).toBe(true)
  })
})
