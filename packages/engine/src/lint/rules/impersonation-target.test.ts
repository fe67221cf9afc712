import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { lintPolicy } from '../index.ts'
import { role } from '../testing.ts'

function said(resources: string, verb: string): readonly (readonly [string, string | undefined])[] {
  const group = verb === 'impersonate' ? '""' : 'authentication.k8s.io'
  const text = role([`apiGroups: [${group}], resources: [${resources}], resourceNames: [jane], verbs: ["${verb}"]`])
  return lintPolicy(readPolicy(text)).flatMap(({ code, message, fix }) =>
    code === 'impersonation-target' ? [[message, fix] as const] : [],
  )
}

describe('a resource that no check of a verb of impersonation is about', () => {
  it.each([
    ['users/status', 'impersonate:user-info', 'Did you mean “users”?'],
    ['users/status', 'impersonate', 'Did you mean “users”?'],
    ['user', 'impersonate:user-info', 'Did you mean “users”?'],
    ['uid', 'impersonate:user-info', 'Did you mean “uids”?'],
    ['sa', 'impersonate', 'Did you mean “serviceaccounts”?'],
    ['Node', 'impersonate:arbitrary-node', 'Did you mean “nodes”?'],
    ['userextra', 'impersonate:user-info', 'Did you mean “userextras”?'],
    ['userextra/scopes', 'impersonate', 'Did you mean “userextras/scopes”?'],
    [
      'serviceaccount',
      'impersonate:user-info',
      'Write a rule of its own for “serviceaccounts”, with the verb “impersonate:serviceaccount”.',
    ],
    [
      'serviceaccounts',
      'impersonate:user-info',
      'Write a rule of its own for it, with the verb “impersonate:serviceaccount”.',
    ],
    ['pods', 'impersonate', 'Remove it.'],
    [
      '"*/scopes"',
      'impersonate:serviceaccount',
      'Write a rule of its own for it, with the verb “impersonate:user-info”.',
    ],
  ])('%s with %s is reported, with what mends it', (resource, verb, fix) => {
    const found = said(resource, verb)
    expect(found).toMatchObject([[expect.stringContaining(`No check with “${verb}” is about`), fix]])
  })

  it.each([
    ['users, groups, uids, userextras/scopes', 'impersonate:user-info'],
    ['users, groups, serviceaccounts, uids, userextras/scopes', 'impersonate'],
    ['"*/scopes"', 'impersonate:user-info'],
    ['"*"', 'impersonate:serviceaccount'],
    ['nodes', 'impersonate:arbitrary-node'],
  ])('is none of %s with %s', (resources, verb) => {
    expect(said(resources, verb)).toEqual([])
  })
})
