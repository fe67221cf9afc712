import type { PlainUser } from '@authz-playground/engine'
import {
  ALL_AUTHENTICATED,
  ALL_UNAUTHENTICATED,
  ANONYMOUS,
  NODE_NAME_KEY,
  NODES_GROUP,
  nodeUsername,
  type ServiceAccountName,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountGroups,
  serviceAccountUsername,
} from '@authz-playground/engine/names'

/**
 * The kinds of requestor to choose from. Name, groups and extras determine the kind. A bound token belongs to a service
 * account.
 */
export const REQUESTOR_KINDS = [
  { value: 'user', title: 'A user' },
  { value: 'serviceaccount', title: 'A service account' },
  { value: 'bound-token', title: 'A token bound to a pod' },
  { value: 'node', title: 'A node' },
  { value: 'anonymous', title: 'Anonymous' },
  { value: 'masters', title: 'A member of system:masters' },
] as const

export type RequestorKind = (typeof REQUESTOR_KINDS)[number]['value']

/** The extra key with the pod of a bound service account token. */
export const POD_NAME_KEY = 'authentication.kubernetes.io/pod-name'

const SERVICE_ACCOUNT_PREFIX = serviceAccountUsername({ namespace: '', name: '' }).slice(0, -1)
const NODE_PREFIX = nodeUsername('')

/**
 * The kind of a requestor, also for a name that is not complete yet, so that the kind does not change during typing.
 */
export function kindOf({ username, groups = [], extra = {} }: PlainUser): RequestorKind {
  if (username === ANONYMOUS) return 'anonymous'
  if (username.startsWith(SERVICE_ACCOUNT_PREFIX)) {
    return [POD_NAME_KEY, NODE_NAME_KEY].some((key) => Object.hasOwn(extra, key)) ? 'bound-token' : 'serviceaccount'
  }
  if (username.startsWith(NODE_PREFIX)) return 'node'
  return groups.includes(SYSTEM_PRIVILEGED_GROUP) ? 'masters' : 'user'
}

/**
 * A requestor of a kind, with the groups and extras from authentication. A service account keeps its namespace and name
 * with or without a bound token, and a user the name with or without `system:masters`. A node is the one of the bound
 * token before.
 */
export function preset(kind: RequestorKind, from: PlainUser): PlainUser {
  const fromKind = kindOf(from)
  switch (kind) {
    case 'user':
      return { username: fromKind === 'masters' ? from.username : 'alice', groups: [ALL_AUTHENTICATED] }
    case 'masters': {
      const username = fromKind === 'user' && from.username !== '' ? from.username : 'kubernetes-admin'
      return { username, groups: [SYSTEM_PRIVILEGED_GROUP, ALL_AUTHENTICATED] }
    }
    case 'anonymous':
      return { username: ANONYMOUS, groups: [ALL_UNAUTHENTICATED] }
    case 'node':
      return { username: nodeUsername(nodeOf(from)), groups: [NODES_GROUP, ALL_AUTHENTICATED] }
    case 'serviceaccount':
      return serviceAccount(accountOf(from) ?? EXAMPLE)
    case 'bound-token': {
      const account = accountOf(from) ?? EXAMPLE
      return { ...serviceAccount(account), extra: boundTo(`${account.name}-x7k2p`, nodeOf(from)) }
    }
  }
}

const EXAMPLE: ServiceAccountName = { namespace: 'default', name: 'my-controller' }

function serviceAccount(account: ServiceAccountName): PlainUser {
  return {
    username: serviceAccountUsername(account),
    groups: [...serviceAccountGroups(account.namespace), ALL_AUTHENTICATED],
  }
}

/** The node that a requestor is, or that its token is bound to. */
function nodeOf(user: PlainUser): string {
  return nodeNameOf(user) || firstExtra(user, NODE_NAME_KEY) || 'node-1'
}

/** The extras of the token of a running pod (KEP-4193). */
function boundTo(pod: string, node: string): NonNullable<PlainUser['extra']> {
  return {
    'authentication.kubernetes.io/credential-id': ['JTI=7ee52be0-9045-4653-aa5e-0da57b8dccdc'],
    [NODE_NAME_KEY]: [node],
    'authentication.kubernetes.io/node-uid': ['497e9d9a-47aa-4930-b0f6-9f2fb574c8c6'],
    [POD_NAME_KEY]: [pod],
    'authentication.kubernetes.io/pod-uid': ['e87dbbd6-3d7e-45db-aafb-72b24627dff5'],
  }
}

/** Namespace and name of a service account from its username, well-formed or not; undefined for other users. */
export function accountOf({ username }: PlainUser): ServiceAccountName | undefined {
  if (!username.startsWith(SERVICE_ACCOUNT_PREFIX)) return undefined
  const [namespace = '', ...name] = username.slice(SERVICE_ACCOUNT_PREFIX.length).split(':')
  return { namespace, name: name.join(':') }
}

/** The service account with another namespace or name. The group of its namespace changes, too, where it has one. */
export function withAccount(user: PlainUser, account: ServiceAccountName): PlainUser {
  const before = serviceAccountGroups(accountOf(user)?.namespace ?? '')
  const after = serviceAccountGroups(account.namespace)
  const groups = user.groups?.map((group) => after[before.indexOf(group)] ?? group)
  return { ...user, username: serviceAccountUsername(account), ...(groups && { groups }) }
}

/** The name of a node from its username, well-formed or not; empty for other users. */
export function nodeNameOf(user: PlainUser): string {
  return user.username.startsWith(NODE_PREFIX) ? user.username.slice(NODE_PREFIX.length) : ''
}

export function withNodeName(user: PlainUser, node: string): PlainUser {
  return { ...user, username: nodeUsername(node) }
}

/** The first value of an extra; empty when there is none. */
export function firstExtra({ extra = {} }: PlainUser, key: string): string {
  return Object.hasOwn(extra, key) ? (extra[key]?.[0] ?? '') : ''
}

/** The requestor with one value for an extra, at its place among the others. An empty value removes the extra. */
export function withExtra(user: PlainUser, key: string, value: string): PlainUser {
  const pairs = Object.entries(user.extra ?? {})
  const at = pairs.findIndex(([one]) => one === key)
  const mine: typeof pairs = value === '' ? [] : [[key, [value]]]
  return {
    ...user,
    extra: Object.fromEntries(pairs.toSpliced(at === -1 ? pairs.length : at, at === -1 ? 0 : 1, ...mine)),
  }
}
