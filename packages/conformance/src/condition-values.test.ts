import { runScenario } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { ALL_DESIGNS } from './all-designs.ts'
import { DESIGN_VECTORS, scenariosIn } from './files.ts'

const SCENARIOS = ['conditional', 'compound', 'unified'].flatMap((id) => scenariosIn(`${DESIGN_VECTORS}/${id}.ndjson`))

/** The result of a vector whose first condition is replaced. */
function withCondition(id: string, change: (condition: string) => string) {
  const scenario = SCENARIOS.find((one) => one.id === id)
  if (scenario?.expect === undefined) throw new Error(`no vector ${id}`)
  const [answer, ...others] = scenario.expect
  const [check, ...checks] = answer?.checks ?? []
  if (answer === undefined || check?.condition === undefined) throw new Error(`${id} has no condition`)
  const changed = { ...check, condition: change(check.condition) }
  const [verdict] = runScenario(
    { ...scenario, expect: [{ ...answer, checks: [changed, ...checks] }, ...others] },
    ALL_DESIGNS,
  )
  return verdict?.verdict
}

describe('conditions are compared by value', () => {
  it('so that words may differ', () => {
    expect(withCondition('conditional-printed-condition-holds', (one) => `!(!(${one}))`)).toEqual({ kind: 'agrees' })
  })

  it.each([
    ['one conjunct less', 'conditional-scheduled-node', 'impersonatedUser.username == "system:node:node-1"'],
    ['another verb', 'compound-only-to-get-pods', 'impersonatedRequest.verb == "getx"'],
    ['a wider match', 'conditional-front-proxy-prefix', 'impersonatedUser.username.startsWith("proxy")'],
    ['a group more', 'unified-group-only-with-a-user', '"G" in impersonatedUser.groups'],
  ])('and %s is found, with the target and request that show it', (_, id, condition) => {
    expect(withCondition(id, () => condition)).toMatchObject({
      kind: 'disagrees',
      differences: [{ field: 'checks[0].condition', found: { over: { target: expect.anything() } } }],
    })
  })

  it('and one that is always true, or never, proves nothing', () => {
    expect(withCondition('unified-no-groups-forgotten', () => 'false')).toMatchObject({ kind: 'disagrees' })
  })

  it('each of them both ways: most vectors have one', () => {
    const conditions = SCENARIOS.flatMap(({ expect: answers = [] }) =>
      answers.flatMap(({ checks }) => checks.flatMap(({ condition }) => condition ?? [])),
    )
    expect(conditions.length).toBeGreaterThan(SCENARIOS.length / 2)
  })
})
