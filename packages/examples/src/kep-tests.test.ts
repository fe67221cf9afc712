import { readPolicy } from '@authz-playground/engine'
import { expect, it } from 'vitest'
import { TEST_POD_ACTION } from './kep-test-policies.ts'

it('the role of the KEP’s first integration test is one that the API server refuses: it names no API group', () => {
  const errors = readPolicy(TEST_POD_ACTION).diagnostics.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/API group/i)])
})
