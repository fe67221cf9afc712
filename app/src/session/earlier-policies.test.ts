import { expect, it } from 'vitest'
import { earlierPolicies, NO_HISTORY, remember } from './history.ts'

const scenario = {
  version: 2,
  policy: '',
  request: { form: 'http', text: 'GET /version HTTP/1.1' },
  requestor: { username: 'jane' },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
} as const

it('lists each earlier policy once, the latest first, with the time until which the page had it', () => {
  const left = ['', 'a', 'b', 'b', 'a', 'c'].map((policy) => ({ scenario: { ...scenario, policy }, exampleId: 'own' }))
  const history = left.reduce((before, one, at) => remember(before, one, String(at), at * 1000), NO_HISTORY)
  expect(earlierPolicies(history, 'd')).toEqual([
    { policy: 'c', until: 5000 },
    { policy: 'a', until: 4000 },
    { policy: 'b', until: 3000 },
  ])
  expect(earlierPolicies(history, 'c').map(({ policy }) => policy)).toEqual(['a', 'b'])
})
