import { expect, test } from 'vitest'
import { missingGroups } from './index.ts'

test('groups that authentication would have added are listed', () => {
  expect(missingGroups({ username: 'jane', groups: ['dev'] })).toEqual(['system:authenticated'])
  expect(missingGroups({ username: 'system:serviceaccount:prod:agent', groups: ['system:authenticated'] })).toEqual([
    'system:serviceaccounts',
    'system:serviceaccounts:prod',
  ])
  expect(missingGroups({ username: 'system:node:n1' })).toEqual(['system:authenticated'])
  expect(missingGroups({ username: 'system:anonymous' })).toEqual(['system:unauthenticated'])
  expect(missingGroups({ username: 'jane', groups: ['system:unauthenticated'] })).toEqual([])
})
