import { readPolicy } from '@authz-playground/engine'
import { expect, it } from 'vitest'
import { EXAMPLES } from './index.ts'

/** The tests of which the KEP says what they expect. */
const kepTestExamples = EXAMPLES.filter(({ expected }) => expected !== undefined)

/** As printed: without `apiGroups`, and with a resource that does not exist. */
const TEST_POD_ACTION = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: impersonate-pod-action
  namespace: default
rules:
  - resources:
    - pods
    - pod/exec
    verbs:
    - impersonate-on:list
    - impersonate-on:get
`

it('the role of the KEP’s first integration test is one that the API server refuses: it names no API group', () => {
  const errors = readPolicy(TEST_POD_ACTION).diagnostics.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/API group/i)])
})

it('of the KEP’s integration tests one does not come out as expected: the one whose rule says pod/exec', () => {
  const differing = kepTestExamples.filter(({ expected, expect: computed }) => expected?.code !== computed.code)
  expect(differing.map(({ id }) => id)).toEqual(['kep-test-exec-printed'])
  expect(kepTestExamples.filter(({ expected }) => expected?.code === 403).length).toBeGreaterThan(5)
})
