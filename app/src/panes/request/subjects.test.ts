import { expect, it } from 'vitest'
import { offeredGroups, usernameChoices } from './subjects.ts'

const SUBJECTS = [
  { kind: 'User', name: 'jane', namespace: '' },
  { kind: 'Group', name: 'devs', namespace: '' },
  { kind: 'ServiceAccount', name: 'ci', namespace: 'prod' },
  { kind: 'ServiceAccount', name: 'nowhere', namespace: '' },
  { kind: 'Group', name: 'system:masters', namespace: '' },
] as const

it('users and service accounts are offered as usernames, but no account that no namespace has', () => {
  expect(usernameChoices(SUBJECTS)).toEqual([
    { value: 'jane', detail: 'User' },
    { value: 'system:serviceaccount:prod:ci', detail: 'ServiceAccount', aliases: ['ci', 'prod/ci'] },
  ])
})

it('groups of the policy are offered before those that every API server knows, each once', () => {
  expect(offeredGroups(SUBJECTS)).toEqual([
    'devs',
    'system:masters',
    'system:authenticated',
    'system:unauthenticated',
    'system:serviceaccounts',
  ])
})
