import { readPolicy } from '@authz-playground/engine'
import { expect, it } from 'vitest'
import { TEST_POD_ACTION } from './kep-test-policies.ts'
import { kepTestExamples } from './kep-tests.ts'

it('the role of the KEP’s first integration test is one that the API server refuses: it names no API group', () => {
  const errors = readPolicy(TEST_POD_ACTION).diagnostics.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/API group/i)])
})

it('of the KEP’s integration tests one does not come out as expected: the one whose rule says pod/exec', () => {
  const differing = kepTestExamples.filter(({ expected, expect: computed }) => expected?.code !== computed.code)
  expect(differing.map(({ id }) => id)).toEqual(['kep-test-exec-printed'])
  expect(kepTestExamples.filter(({ expected }) => expected?.code === 403).length).toBeGreaterThan(5)
})
