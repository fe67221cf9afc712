import { describe, expect, it } from 'vitest'
import { FIRST } from './first.ts'
import { FIRST_STEPS } from './first-steps.ts'
import { EXAMPLES } from './index.ts'

const MODES = ['user-info', 'serviceaccount', 'associated-node', 'arbitrary-node']

describe('the first steps', () => {
  const steps = FIRST_STEPS.map(({ example, by }) => ({ by, example: EXAMPLES.find(({ id }) => id === example) }))

  it('begin with the example that the page opens on', () => {
    expect(steps[0]?.example).toBe(FIRST)
  })

  it('are one for each mode, one for legacy, and one that is refused', () => {
    expect(steps.map(({ by }) => by)).toEqual([...MODES, 'impersonate', undefined])
    for (const { by, example } of steps) {
      const mode = by !== undefined && MODES.includes(by)
      expect(example?.expect.code, example?.id).toBe(by === undefined ? 403 : 200)
      expect(example?.expect.constraint, example?.id).toBe(mode ? `impersonate:${by}` : undefined)
    }
    expect(steps[4]?.example?.expect.checks).toContain('Allow impersonate users')
  })

  it('run on a cluster as it is released, in the design that is released', () => {
    for (const { example } of steps) {
      expect(example?.scenario.design).toBe('constrained')
      expect(example?.scenario.cluster.version).toBe('1.36')
      expect(example?.scenario.cluster.constrainedImpersonation).toBeUndefined()
    }
  })
})
