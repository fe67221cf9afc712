import type { PlainUser } from '@authz-playground/engine'
import type { Random } from '@authz-playground/engine/internal/vectors'
import { anyText, edgeString, joinedPieces } from './edge-strings.ts'
import {
  EXTRA_KEYS,
  EXTRA_VALUES,
  GROUPS,
  NAMESPACES,
  NODES,
  ODD_EXTRA_KEYS,
  ODD_GROUPS,
  ODD_USERS,
  SERVICE_ACCOUNTS,
  UIDS,
  USERS,
} from './words.ts'

export type HeaderPair = readonly [name: string, value: string]

const NODE_NAME = 'authentication.kubernetes.io/node-name'

/** A requestor as authenticators describe users, and sometimes as none does. */
export function requestor(random: Random, odd: number): PlainUser {
  return random.weighted<() => PlainUser>([
    [45, () => person(random, odd)],
    [30, () => randomServiceAccount(random)],
    [10, () => nodeUser(random.pick(NODES))],
    [3, () => ({ username: 'system:anonymous', groups: ['system:unauthenticated'] })],
    [4, () => ({ username: random.pick(USERS), groups: ['system:masters', 'system:authenticated'] })],
    [2 * odd, () => ({ username: '', groups: random.some(GROUPS, 2) })],
    [3 * odd, () => nearlyNode(random)],
    [
      8 * odd,
      () => ({
        username: random.pick([...ODD_USERS, edgeString(random)]),
        groups: random.some([...GROUPS, ...ODD_GROUPS], 4),
      }),
    ],
  ])()
}

function person(random: Random, odd: number): PlainUser {
  const extra = random.chance(odd * 0.3)
  return {
    username: random.pick(USERS),
    ...(random.chance(0.3) && { uid: random.pick(UIDS) }),
    groups: [
      ...random.some(random.chance(odd * 0.2) ? [...GROUPS, edgeString(random), edgeString(random)] : GROUPS, 2),
      'system:authenticated',
    ],
    ...(extra && { extra: { [random.pick(['example.com/a', 'scopes', 'K'])]: random.some(EXTRA_VALUES, 2, 1) } }),
  }
}

export function randomServiceAccount(random: Random, node?: string): PlainUser {
  const username = random.pick(SERVICE_ACCOUNTS)
  const namespace = username.split(':')[2] as string
  const names = node === undefined ? random.some(NODES, 2) : [node]
  return {
    username,
    uid: 'sa-uid',
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
    ...((node !== undefined || random.chance(0.5)) && {
      extra: {
        ...(random.chance(0.5) && { 'authentication.kubernetes.io/pod-name': [random.pick(['p1', 'p2'])] }),
        ...(names.length > 0 && { [NODE_NAME]: names }),
      },
    }),
  }
}

export function nodeUser(node: string): PlainUser {
  return { username: `system:node:${node}`, groups: ['system:nodes', 'system:authenticated'] }
}

/** Users that are only partly nodes: a node's name without its group, or the group without a name. */
export function nearlyNode(random: Random): PlainUser {
  return {
    username: random.pick(['system:node:node1', 'system:node:', 'system:node:NODE1', 'node1', 'system:nodes:node1']),
    groups: random.some(['system:nodes', 'system:node', 'system:authenticated', 'devs'], 3),
  }
}

/** Headers for impersonation. */
export function impersonation(random: Random, asking: PlainUser, odd: number): readonly HeaderPair[] {
  return random.weighted<() => readonly HeaderPair[]>([
    [34, () => [user(random.pick(USERS)), ...details(random, odd)]],
    [22, () => [user(random.pick(SERVICE_ACCOUNTS)), ...(random.chance(0.2) ? details(random, odd) : [])]],
    [16, () => [user(`system:node:${random.pick(NODES)}`), ...(random.chance(0.15) ? details(random, odd) : [])]],
    [16, () => [user(`system:node:${ownNode(asking) ?? random.pick(NODES)}`)]],
    [10, () => [user(random.pick(ODD_USERS)), ...(random.chance(0.3) ? details(random, odd) : [])]],
    [8 * odd, () => [user(edgeString(random)), ...details(random, odd)]],
    [3, () => details(random, odd)],
    [1, () => [user(''), ...details(random, odd)]],
    [1, () => [user(asking.username), ...(asking.groups ?? []).map(group)]],
    [odd, () => [...strangers(random), user(random.pick(USERS)), ...details(random, odd)]],
    [2 * odd, () => [['impersonate-user', 'jane'], ['IMPERSONATE-USER', 'bob'], ...details(random, odd)]],
  ])()
}

/** Headers that only look like impersonation headers. */
function strangers(random: Random): readonly HeaderPair[] {
  return random.some<HeaderPair>(
    [
      ['Impersonate-Groups', 'devs'],
      ['Impersonate-Extra', 'v'],
      ['Impersonate-Foo', 'x'],
      ['Impersonate_User', 'bob'],
      ['X-Remote-User', 'bob'],
      ['Impersonate-User-Extra-a', 'v'],
      ['Authorization', 'Bearer x'],
    ],
    2,
    1,
  )
}

function ownNode({ extra }: PlainUser): string | undefined {
  return extra?.[NODE_NAME]?.[0]
}

function user(name: string): HeaderPair {
  return ['Impersonate-User', name]
}

function group(name: string): HeaderPair {
  return ['Impersonate-Group', name]
}

function details(random: Random, odd: number): readonly HeaderPair[] {
  const headers: HeaderPair[] = []
  if (random.chance(0.25))
    headers.push(['Impersonate-Uid', random.chance(odd * 0.3) ? edgeString(random) : random.pick(UIDS)])
  if (random.chance(odd * 0.05)) headers.push(['Impersonate-Uid', random.pick(['', 'second'])])
  if (random.chance(0.5)) {
    const groups = random.some(GROUPS, random.chance(0.3) ? 5 : 2, 1)
    headers.push(...groups.map(group))
    if (random.chance(odd * 0.5))
      headers.push(group(random.pick([...ODD_GROUPS, edgeString(random), edgeString(random)])))
    if (random.chance(odd * 0.2)) headers.push(group(groups[0] ?? ''))
    if (random.chance(odd * 0.02)) headers.push(...Array.from({ length: 60 }, (_, i) => group(`g${i}`)))
  }
  if (random.chance(0.35)) {
    const keys = random.some(EXTRA_KEYS, random.chance(0.3) ? 5 : 2, 1)
    for (const key of keys) {
      for (const value of random.some(EXTRA_VALUES, random.chance(0.2) ? 4 : 1, 1))
        headers.push(extra(random, key, value))
    }
    if (random.chance(odd * 0.4)) headers.push(extra(random, oddExtraKey(random), random.pick(EXTRA_VALUES)))
    if (random.chance(odd * 0.2))
      headers.push(extra(random, keys[0] ?? '', random.pick(['', '*', edgeString(random), edgeString(random)])))
  }
  if (random.chance(odd * 0.1)) headers.push(['Impersonate-Extra-', random.pick(EXTRA_VALUES)])
  return random.chance(0.2) ? random.shuffled(headers) : headers
}

function oddExtraKey(random: Random): string {
  if (random.chance(0.7)) return random.pick(ODD_EXTRA_KEYS)
  return joinedPieces(random, KEY_PIECES, 5) + encodeURIComponent(anyText(random)).replaceAll(/[()]/g, '')
}
const KEY_PIECES = [
  'a',
  'Z',
  '.',
  '-',
  '_',
  '%2F',
  '%2f',
  '%',
  '%25',
  '%C3%89',
  '~',
  "'",
  '!',
  '1',
  '%0',
  '%41',
  '+',
  '|',
]

function extra(random: Random, key: string, value: string): HeaderPair {
  return [random.pick(['Impersonate-Extra-', 'Impersonate-Extra-', 'impersonate-extra-']) + key, value]
}

/** The same user with a change that is part of the cache keys, or is not. */
export function changedUser(random: Random, asking: PlainUser): PlainUser {
  const groups = asking.groups ?? []
  return random.pick<() => PlainUser>([
    () => ({ ...asking, groups: [...groups].reverse() }),
    () => ({ ...asking, groups: [...groups, random.pick(GROUPS)] }),
    () => ({ ...asking, uid: random.pick(['', 'u-9']) }),
    () => ({ ...asking, extra: { ...asking.extra, 'example.com/a': [random.pick(EXTRA_VALUES)] } }),
    () => ({ ...asking, extra: { ...asking.extra, [NODE_NAME]: [random.pick(NODES)] } }),
    () => ({ ...asking, username: random.pick(USERS) }),
    () => ({ username: asking.username }),
    () => ({ ...asking, groups: groups.filter((one) => one !== `system:serviceaccounts:${random.pick(NAMESPACES)}`) }),
  ])()
}
