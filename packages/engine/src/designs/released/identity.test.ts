import { describe, expect, it } from 'vitest'
import { userInfo } from '../../kube/index.ts'
import { extraPairs, identityAttributes, withImpliedGroups } from './identity.ts'

describe('an identity check', () => {
  it('is a review of a resource, in which everything that is not asked is empty', () => {
    const user = userInfo({ username: 'ctl' })
    const question = { verb: 'impersonate', apiGroup: '', apiVersion: 'v1', resource: 'users', name: 'jane' }
    expect(identityAttributes(user, question)).toEqual({
      ...question,
      user,
      isResourceRequest: true,
      subresource: '',
      namespace: '',
      path: '',
      fieldSelector: [],
      labelSelector: [],
      selectorNotParsed: false,
    })
  })

  it('is made for each extra value, in header order', () => {
    expect(extraPairs(userInfo({ username: 'jane', extra: { b: ['1', '2'], a: ['3'] } }))).toEqual([
      ['b', '1'],
      ['b', '2'],
      ['a', '3'],
    ])
  })
})

describe('the groups that the API server adds', () => {
  const groups = (
    username: string,
    asked: readonly string[] = [],
    nodes: 'node-groups' | 'nodes-are-users' = 'node-groups',
  ) => withImpliedGroups(userInfo({ username, groups: asked }), nodes).groups

  it('are a service account’s where no group was asked for', () => {
    const account = 'system:serviceaccount:prod:sa'
    expect(groups(account)).toEqual(['system:serviceaccounts', 'system:serviceaccounts:prod', 'system:authenticated'])
    expect(groups(account, ['devs'])).toEqual(['devs', 'system:authenticated'])
  })

  it('are a node’s where nodes are known', () => {
    expect(groups('system:node:n1')).toEqual(['system:nodes', 'system:authenticated'])
    expect(groups('system:node:n1', [], 'nodes-are-users')).toEqual(['system:authenticated'])
    expect(groups('system:node:No')).toEqual(['system:authenticated'])
  })

  it('tell the anonymous user from all others', () => {
    expect(groups('system:anonymous')).toEqual(['system:unauthenticated'])
    expect(groups('system:anonymous', ['system:unauthenticated'])).toEqual(['system:unauthenticated'])
    expect(groups('jane', ['system:unauthenticated'])).toEqual(['system:unauthenticated'])
    expect(groups('jane', ['system:authenticated', 'devs'])).toEqual(['system:authenticated', 'devs'])
  })
})
