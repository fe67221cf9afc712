import { expect, test } from 'vitest'
import { misnamedUser, missingGroups } from './index.ts'

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

test.each([
  'system-serviceaccount:prod:agent',
  'system:service-account:prod:agent',
  'system:serviceaccounts:prod:agent',
  'serviceaccount:prod:agent',
  'System:ServiceAccount:prod:agent',
  'system:serviceaccount:prod/agent',
  'system:sa:prod:agent',
])('%s is a slip for the username of a service account', (username) => {
  expect(misnamedUser(username)).toEqual({
    is: 'slip',
    of: 'service account',
    username: 'system:serviceaccount:prod:agent',
  })
})

test.each(['system:serviceaccount:agent', 'system:serviceaccount:prod:agent:1', 'system:serviceaccount:Prod:agent'])(
  '%s has not the form of the username of a service account',
  (username) => {
    expect(misnamedUser(username)).toMatchObject({ is: 'slip', username: 'system:serviceaccount:NAMESPACE:NAME' })
  },
)

test.each(['system:nodes:n1', 'system-node:n1'])('%s is a slip for the username of a node', (username) => {
  expect(misnamedUser(username)).toEqual({ is: 'slip', of: 'node', username: 'system:node:n1' })
})

test.each([
  ['system:nodes', 'system:node:NAME'],
  ['system:serviceaccounts', 'system:serviceaccount:NAMESPACE:NAME'],
  ['system:serviceaccounts:prod', 'system:serviceaccount:prod:NAME'],
  ['system:masters', undefined],
])('%s is the name of a group', (username, member) => {
  expect(misnamedUser(username)).toEqual({ is: 'group', ...(member !== undefined && { member }) })
})

test.each([
  'jane',
  'system:serviceaccount:prod:agent',
  'system:node:n1',
  'system:kube-scheduler',
  'sa',
  'dev:prod:agent',
])('%s may be meant as it is', (username) => {
  expect(misnamedUser(username)).toBeUndefined()
})

test('a bootstrap token is in the group of all bootstrap tokens', () => {
  expect(missingGroups({ username: 'system:bootstrap:07401b' })).toEqual([
    'system:bootstrappers',
    'system:authenticated',
  ])
  expect(missingGroups({ username: 'system:bootstrap:kim' })).toEqual(['system:authenticated'])
})
