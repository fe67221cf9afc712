import { describe, expect, it } from 'vitest'
import { boundTo, serviceAccount } from '../example.ts'
import type { AskedRequest } from './asked.ts'
import type { MadeIntent, RequestClass } from './intent.ts'
import { matches, meaningUnder } from './meaning.ts'

const asked: AskedRequest = {
  requestor: boundTo('node-1', serviceAccount('kube-system', 'agent')),
  verb: 'list',
  resource: { group: '', version: 'v1', resource: 'pods', kind: 'Pod' },
  namespace: 'prod',
  name: '',
  as: { username: 'oidc:jane', groups: ['oidc:devs'] },
}

function meaning(one: RequestClass, changed: Partial<AskedRequest> = {}, harmless: readonly RequestClass[] = []) {
  const intent: Omit<MadeIntent, 'ways'> = {
    id: 'i',
    title: '',
    sentence: '',
    authorizationModes: ['RBAC'],
    wanted: [{ what: '', asked }],
    meant: [one],
    harmless,
  }
  return meaningUnder({ ...intent, ways: [] }, { ...asked, ...changed })
}

const anybody = { as: { users: ['*'], groups: ['*'] } }

describe('the meaning of a request', () => {
  it('is that of the first class that it is in', () => {
    expect(meaning(anybody)).toBe('meant')
    expect(meaning({ verbs: ['get'] }, {}, [{ verbs: ['list'] }])).toBe('harmless')
    expect(meaning({ verbs: ['get'] })).toBe('beyond')
  })

  it.each<[string, RequestClass]>([
    ['its resource', { ...anybody, resource: 'pods' }],
    ['its namespace', { ...anybody, namespace: 'prod' }],
    ['names by their beginning', { as: { users: ['oidc:*'], groups: ['oidc:*'] } }],
    ['the node of its token', { ...anybody, node: 'node-1' }],
  ])('is meant by %s', (_, one) => {
    expect(meaning(one)).toBe('meant')
  })

  it.each<[string, RequestClass, Partial<AskedRequest>]>([
    ['another requestor', anybody, { requestor: { username: 'mallory' } }],
    ['another resource', { ...anybody, resource: 'pods/log' }, {}],
    ['another API group', { ...anybody, resource: 'pods', group: 'apps' }, {}],
    ['a path', { ...anybody, resource: 'pods' }, { path: '/metrics' }],
    ['another node', { ...anybody, node: 'node-2' }, {}],
    ['a group that is not named', { as: { users: ['*'] } }, {}],
    ['a name that is excepted', { as: { ...anybody.as, except: ['oidc:*'] } }, {}],
    ['a UID', anybody, { as: { username: 'oidc:jane', groups: [], uid: '1' } }],
    ['somebody as itself', anybody, { as: undefined } as unknown as Partial<AskedRequest>],
    ['somebody as another, where itself is meant', { itself: true }, {}],
  ])('is beyond for %s', (_, one, changed) => {
    expect(meaning(one, changed)).toBe('beyond')
  })
})

it('a name is the whole name, a beginning, or one with the node of the token', () => {
  expect(matches('jane', 'jane2')).toBe(false)
  expect(matches('', 'jane')).toBe(false)
  expect(matches('system:node:{node}', 'system:node:node-1', 'node-1')).toBe(true)
  expect(matches('system:node:{node}', 'system:node:')).toBe(false)
})
