import { expect, it } from 'vitest'
import { identityOf, mayBeName, meantIdentity, writtenForName } from './identity-names.ts'

it('a username of a service account is asked for by its own name, and one of a node where constrained impersonation is', () => {
  const both = (username: string) => [identityOf(username, { legacy: true }), identityOf(username, { legacy: false })]
  const bot = { resource: 'serviceaccounts', namespace: 'prod', name: 'bot' }
  expect(both('system:serviceaccount:prod:bot')).toEqual([bot, bot])
  expect(both('system:node:n1')).toEqual([undefined, { resource: 'nodes', namespace: '', name: 'n1' }])
  for (const user of ['jane', 'system:serviceaccount:prod', 'system:node:', 'system:kube-scheduler']) {
    expect(both(user)).toEqual([undefined, undefined])
  }
})

it('what people write in place of a name means that name, and no name is written so', () => {
  for (const [resource, name, namespace] of [
    ['serviceaccounts', 'bot', 'prod'],
    ['serviceaccounts', 'a.b-c', 'kube-system'],
    ['nodes', 'n1.example.com', ''],
  ] as const) {
    for (const written of writtenForName(resource, name, namespace)) {
      expect(meantIdentity(resource, written)).toEqual({ resource, name, namespace })
      expect(mayBeName(resource, written)).toBe(false)
    }
    expect(meantIdentity(resource, name)).toBeUndefined()
    expect(mayBeName(resource, name)).toBe(true)
  }
  expect(mayBeName('serviceaccounts', 'system:serviceaccount:prod')).toBe(false)
  expect(mayBeName('users', 'system:node:n1')).toBe(true)
})
