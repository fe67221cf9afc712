import { plainText } from '@authz-playground/engine'
import { decisionAnswer } from '@authz-playground/engine/internal/answers'
import { FIRST } from '@authz-playground/examples/first'
import { expect, test } from 'vitest'
import { decide } from './decisions.ts'

test('where nobody is named who asks, nothing is decided before a person wants it', async () => {
  const scenario = { ...FIRST.scenario, requestor: { username: '', groups: ['system:authenticated'] } }
  const decided = await decide(scenario)
  expect(decided).toMatchObject({ state: 'not-decided', errors: [{ code: 'no-requestor' }] })
  expect(decided.trace).toBeUndefined()
  expect(plainText(decisionAnswer(decided, scenario).sentence)).toBe('Not decided: it is not known who asks.')
  expect((await decide(scenario, true)).state).toBe('partly')
  expect((await decide(FIRST.scenario)).state).toBe('decided')
})
