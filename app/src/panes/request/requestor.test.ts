import type { PlainUser } from '@authz-playground/engine'
import { missingGroups, NODE_NAME_KEY, nodeOf, serviceAccountOf } from '@authz-playground/engine/internal/kube'
import { expect, test } from 'vitest'
import {
  accountChoices,
  accountOf,
  firstExtra,
  keptWith,
  kindOf,
  namedIn,
  POD_NAME_KEY,
  preset,
  REQUESTOR_KINDS,
  requestorChoices,
  switched,
  withAccount,
  withExtra,
  withNodeName,
} from './requestor.ts'

const SOMEBODY: PlainUser = { username: 'ctl', groups: ['ops', 'system:authenticated'] }

test('every preset is of its own kind, with any requestor before it, and lacks no group', () => {
  for (const { value: kind } of REQUESTOR_KINDS) {
    for (const { value: before } of REQUESTOR_KINDS) {
      const requestor = preset(kind, preset(before, SOMEBODY))
      expect(kindOf(requestor)).toBe(kind)
      expect(missingGroups(requestor)).toEqual([])
    }
  }
})

test('presets name well-formed accounts and nodes', () => {
  expect(serviceAccountOf(preset('serviceaccount', SOMEBODY).username)).toBeDefined()
  expect(nodeOf(preset('node', SOMEBODY).username)).toBe('node-1')
})

test('anonymous is in system:unauthenticated alone', () => {
  expect(preset('anonymous', SOMEBODY)).toEqual({ username: 'system:anonymous', groups: ['system:unauthenticated'] })
})

test('a service account keeps its name with and without a bound token', () => {
  const account = withAccount(preset('serviceaccount', SOMEBODY), { namespace: 'prod', name: 'agent' })
  const bound = preset('bound-token', account)
  expect(bound.username).toBe('system:serviceaccount:prod:agent')
  expect(Object.keys(bound.extra ?? {})).toEqual([
    'authentication.kubernetes.io/credential-id',
    'authentication.kubernetes.io/node-name',
    'authentication.kubernetes.io/node-uid',
    'authentication.kubernetes.io/pod-name',
    'authentication.kubernetes.io/pod-uid',
  ])
  expect(preset('serviceaccount', bound)).toEqual(account)
})

test('a node is the one that the token before it was bound to, and the other way round', () => {
  const bound = withExtra(preset('bound-token', SOMEBODY), NODE_NAME_KEY, 'worker-7')
  const node = preset('node', bound)
  expect(node.username).toBe('system:node:worker-7')
  expect(firstExtra(preset('bound-token', node), NODE_NAME_KEY)).toBe('worker-7')
})

test('a user keeps the name on the way into system:masters and out of it', () => {
  const master = preset('masters', SOMEBODY)
  expect(master).toEqual({ username: 'ctl', groups: ['system:masters', 'system:authenticated'] })
  expect(preset('user', master)).toEqual({ username: 'ctl', groups: ['system:authenticated'] })
})

test('another namespace takes the group of the old one along, in its place, and adds none that was taken out', () => {
  const account = preset('serviceaccount', SOMEBODY)
  const moved = withAccount(account, { namespace: 'prod', name: 'my-controller' })
  expect(moved.groups).toEqual(['system:serviceaccounts', 'system:serviceaccounts:prod', 'system:authenticated'])
  const without = { ...account, groups: ['system:authenticated'] }
  expect(withAccount(without, { namespace: 'prod', name: 'x' }).groups).toEqual(['system:authenticated'])
})

test('a namespace that is being typed loses nothing on the way', () => {
  const account: PlainUser = { ...preset('serviceaccount', SOMEBODY), uid: '7' }
  const name = 'my-controller'
  const typed = ['', 'k', 'ku', 'kube'].reduce((user, namespace) => withAccount(user, { namespace, name }), account)
  expect(typed).toEqual({ ...withAccount(account, { namespace: 'kube', name }), uid: '7' })
  expect(accountOf({ username: 'system:serviceaccount::a:b' })).toEqual({ namespace: '', name: 'a:b' })
})

test('names that are not well-formed yet are of the kind that they are going to be', () => {
  expect(kindOf({ username: 'system:serviceaccount:' })).toBe('serviceaccount')
  expect(kindOf({ username: 'system:node:' })).toBe('node')
  expect(kindOf(withNodeName(SOMEBODY, 'No Such Node'))).toBe('node')
  expect(kindOf({ username: '' })).toBe('user')
})

test('an extra is replaced in its place, added at the end, and taken out when empty', () => {
  const user: PlainUser = { username: 'a', extra: { b: ['1', '2'], c: ['3'] } }
  expect(Object.entries(withExtra(user, 'b', '4').extra ?? {})).toEqual([
    ['b', ['4']],
    ['c', ['3']],
  ])
  expect(Object.entries(withExtra(user, POD_NAME_KEY, 'p').extra ?? {}).at(-1)).toEqual([POD_NAME_KEY, ['p']])
  expect(withExtra(user, 'b', '').extra).toEqual({ c: ['3'] })
})

test('an extra may have the name of something that every object has', () => {
  expect(firstExtra({ username: 'a' }, '__proto__')).toBe('')
  expect(firstExtra(withExtra({ username: 'a' }, '__proto__', 'v'), '__proto__')).toBe('v')
})

test('a whole name in one field is a service account or a node, with the groups of authentication', () => {
  const account = { username: 'system:serviceaccount:ci:deployer' }
  expect(namedIn(' system:serviceaccount:ci:deployer\n', 'username')).toMatchObject(account)
  expect(namedIn('ci/deployer', 'service account')).toMatchObject(account)
  expect(namedIn('system:node:n1', 'service account')).toEqual({
    username: 'system:node:n1',
    groups: ['system:nodes', 'system:authenticated'],
  })
  for (const text of ['deployer', 'ci/deployer', 'system:serviceaccount:ci', 'system:node:', '']) {
    expect(namedIn(text, 'username'), text).toBeUndefined()
  }
})

test('switching the kind and back keeps what was typed', () => {
  const deployer = namedIn('ci/deployer', 'service account') as PlainUser
  let user: PlainUser = SOMEBODY
  let kept = keptWith(new Map(), user)
  const choose = (kind: Parameters<typeof switched>[0]): void => {
    const next = switched(kind, user, kept)
    kept = keptWith(kept, user)
    user = next
  }
  user = deployer
  choose('anonymous')
  choose('user')
  expect(user).toEqual(SOMEBODY)
  choose('bound-token')
  expect(accountOf(user)).toEqual({ namespace: 'ci', name: 'deployer' })
  choose('serviceaccount')
  expect(user).toEqual(deployer)
})

test('the subjects of the policy are choices, and a group makes its member of the requestor', () => {
  const choices = requestorChoices(
    [
      { kind: 'User', name: 'jane', namespace: '' },
      { kind: 'Group', name: 'devs', namespace: '' },
      { kind: 'Group', name: 'ops', namespace: '' },
      { kind: 'ServiceAccount', name: 'bot', namespace: 'ci' },
    ],
    SOMEBODY,
  )
  expect(choices.map(({ value, detail, user }) => [value, detail, user.username, user.groups?.[0]])).toEqual([
    ['jane', 'User', 'jane', 'system:authenticated'],
    ['devs', 'Group: joins it', 'ctl', 'devs'],
    ['system:serviceaccount:ci:bot', 'ServiceAccount', 'system:serviceaccount:ci:bot', 'system:serviceaccounts'],
  ])
  expect(accountChoices([{ kind: 'ServiceAccount', name: 'bot', namespace: 'ci' }])).toMatchObject([
    { value: 'bot', detail: 'ci' },
  ])
})
