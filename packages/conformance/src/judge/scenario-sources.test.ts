import { EXAMPLES } from '@authz-playground/examples'
import { describe, expect, it } from 'vitest'
import { ROLE_WRITES } from './role-writes.ts'
import { gallery, generated } from './scenario-sources.ts'
import { notPlayed, secondsOf, withMargin } from './scenario-verdict.ts'

const collected = gallery(EXAMPLES)
const asked = (id: string) => {
  const askable = collected.find((other) => other.id === id)?.askable ?? { leftOut: 'there is no such example' }
  return 'scenario' in askable ? askable.scenario : askable.leftOut
}

describe('the gallery, as a real server is asked it', () => {
  it('has each example under both released filters, one of which may be its own', () => {
    expect(collected).toHaveLength(2 * EXAMPLES.length)
    const own = collected.filter(({ from }) => from === 'the gallery')
    const released = EXAMPLES.filter(({ scenario }) => scenario.design === 'constrained')
    expect(own).toHaveLength(released.length)
    expect(own.find(({ id }) => id.startsWith('feature-off'))?.id).toBe('feature-off-legacy')
  })

  it('leaves out what only a webhook, or rules that no server has, could answer', () => {
    expect(asked('webhook-allows-constrained')).toBe('the authorization mode Webhook')
    const accessRules = asked('access-rule-printed-constrained')
    expect(typeof accessRules === 'object' && notPlayed(accessRules)).toBe('a policy with access rules')
  })

  it('plays every other example of the released designs', () => {
    const left = collected.flatMap(({ from, askable }) => {
      if (from !== 'the gallery') return []
      const why = 'scenario' in askable ? notPlayed(askable.scenario) : askable.leftOut
      return why === undefined ? [] : [why]
    })
    expect(new Set(left)).toEqual(new Set(['the authorization mode Webhook']))
  })

  it('waits a little longer where a request comes just when the caches end', () => {
    const expired = asked('sequence-expired-constrained')
    if (typeof expired !== 'object') throw new Error(expired)
    expect(secondsOf(expired)).toBe(10)
    expect(secondsOf(withMargin(expired))).toBeGreaterThan(10.5)
  })
})

describe('generated scenarios', () => {
  it('are the same for the same seed', async () => {
    expect(await generated(7, 3)).toEqual(await generated(7, 3))
    expect(await generated(7, 3)).not.toEqual(await generated(8, 3))
  })

  it('are left out where the order in which several extras are refused is chance', () => {
    const header = (key: string) => [`Impersonate-Extra-${key}`, 'v'] as const
    const scenario = (keys: readonly string[]) => ({
      id: 'x',
      policy: '',
      requestor: { username: 'jane' },
      requests: [{ method: 'GET', url: '/api', headers: [['Impersonate-User', 'bob'] as const, ...keys.map(header)] }],
    })
    expect(notPlayed(scenario(['a', 'A']))).toBeUndefined()
    expect(notPlayed(scenario(['a', 'b']))).toBe('several extras, refused in an order that is chance')
    const unnamed = { id: 'x', policy: '', requestor: { username: 'jane' } }
    const requests = [{ method: 'GET', url: '/api', headers: ['a', 'b'].map(header) }]
    expect(notPlayed({ ...unnamed, requests })).toBeUndefined()
    expect(notPlayed({ ...unnamed, requests, cluster: { constrainedImpersonation: false } })).toBe(
      'several extras, refused in an order that is chance',
    )
  })
})

describe('roles and bindings that are written', () => {
  it('are scenarios that can all be played', () => {
    expect(
      ROLE_WRITES.map(({ askable }) => ('scenario' in askable ? notPlayed(askable.scenario) : askable.leftOut)),
    ).toEqual(ROLE_WRITES.map(() => undefined))
  })
})
