import { expect, test } from 'vitest'
import { preset, withExtra } from './requestor.ts'
import { quickTarget, TARGET_KINDS, targetKindOf } from './targets.ts'

const ALICE = { username: 'alice' }

test('every quick target is of its kind', () => {
  for (const { value } of TARGET_KINDS) expect(targetKindOf(quickTarget(value, ALICE))).toBe(value)
})

test('a node and a service account are asked for by name alone', () => {
  expect(quickTarget('node', ALICE)).toEqual({ username: 'system:node:node-1', uid: '', groups: [], extra: [] })
})

test('the node is the one that the requestor’s token is bound to', () => {
  const bound = withExtra(preset('bound-token', ALICE), 'authentication.kubernetes.io/node-name', 'worker-7')
  expect(quickTarget('node', bound).username).toBe('system:node:worker-7')
})

test('a group without a user is somebody', () => {
  expect(targetKindOf({ username: '', uid: '', groups: [''], extra: [] })).toBe('user')
})
