import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NODES_GROUP, nodeOf, serviceAccountOf } from '../kube/index.ts'
import { type Identity, identityInWords } from '../rights/index.ts'
import { doing, plainText } from './phrases.ts'

const inWords = (username: string, ...groups: readonly string[]): string =>
  plainText(identityInWords({ username, groups }))

/** Names that are made to read as one another. */
const NAME = fc.oneof(
  fc.constantFrom('', 'jane', 'n1', 'node n1', 'user n1', 'user jane', 'a user without a name', 'prod/app', 'app'),
  fc.constantFrom('service account prod/app', 'system:node:n1', 'system:node:n1 ', 'system:node:', 'system:node:N1'),
  fc.constantFrom('system:serviceaccount:prod:app', 'system:serviceaccount:staging:app', 'system:serviceaccount:app'),
  fc.string(),
)
const IDENTITY: fc.Arbitrary<Required<Identity>> = fc.record({
  username: NAME,
  groups: fc.subarray([NODES_GROUP, 'system:authenticated', 'devs']),
})

/**
 * The properties by which authorizers distinguish users, beside their other groups: the name, and whether it is a node's.
 */
function identityOf({ username, groups }: Required<Identity>): string {
  const isNode = nodeOf(username) !== undefined && serviceAccountOf(username) === undefined
  return JSON.stringify([username, isNode && groups.includes(NODES_GROUP)])
}

describe('an identity in words', () => {
  it.each([
    ['jane', 'jane'],
    ['system:serviceaccount:staging:app-sa', 'service account staging/app-sa'],
    ['staging/app-sa', 'user staging/app-sa'],
    ['service account staging/app-sa', 'user service account staging/app-sa'],
    ['system:serviceaccount:app-sa', 'user system:serviceaccount:app-sa'],
    ['system:node:n1', 'user system:node:n1'],
    ['system:anonymous', 'system:anonymous'],
    ['', 'a user without a name'],
  ])('%o is %s', (username, words) => {
    expect(inWords(username)).toBe(words)
  })

  it('is a node’s where authorizers know it as one, or where nothing but the name is known', () => {
    expect(inWords('system:node:n1', NODES_GROUP)).toBe('node n1')
    expect(plainText(identityInWords({ username: 'system:node:n1' }))).toBe('node n1')
  })

  it('is never read as another’s', () => {
    fc.assert(
      fc.property(IDENTITY, IDENTITY, (one, other) => {
        const alike = plainText(identityInWords(one)) === plainText(identityInWords(other))
        expect(alike).toBe(identityOf(one) === identityOf(other))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('an action in words', () => {
  const action = { isResourceRequest: true, apiGroup: '', subresource: '', namespace: '', name: '', path: '' }
  it.each([
    ['list pods in namespace prod', { verb: 'list', resource: 'pods', namespace: 'prod' }],
    ['list nodes cluster-wide', { verb: 'list', resource: 'nodes' }],
    ['impersonate users named jane cluster-wide', { verb: 'impersonate', resource: 'users', name: 'jane' }],
    [
      'use impersonate:user-info on users named jane cluster-wide',
      { verb: 'impersonate:user-info', resource: 'users', name: 'jane' },
    ],
    [
      'use impersonate:associated-node on nodes named * (any node) cluster-wide',
      { verb: 'impersonate:associated-node', resource: 'nodes', name: '*' },
    ],
    ['impersonate users named * cluster-wide', { verb: 'impersonate', resource: 'users', name: '*' }],
    [
      'use granular on pods named web in namespace prod',
      { verb: 'granular', resource: 'pods', name: 'web', namespace: 'prod' },
    ],
  ])('%s', (words, of) => expect(plainText(doing({ ...action, ...of }))).toBe(words))
})
