import type { PlainUser, ServiceAccountName, SubjectName } from '@authz-playground/engine'
import {
  ALL_AUTHENTICATED,
  ALL_UNAUTHENTICATED,
  ANONYMOUS,
  NODE_NAME_KEY,
  NODES_GROUP,
  nodeUsername,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountGroups,
  serviceAccountOf,
  serviceAccountUsername,
} from '@authz-playground/engine/internal/kube'
import type { FieldChoice } from './choices.ts'

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
      return { username: fromKind === 'masters' ? from.username : '', groups: [ALL_AUTHENTICATED] }
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

/** Kinds that share a name: a bound token belongs to a service account, and a member of `system:masters` is a user. */
function familyOf(kind: RequestorKind): RequestorKind {
  if (kind === 'bound-token') return 'serviceaccount'
  return kind === 'masters' ? 'user' : kind
}

/** The last requestor of each family of kinds, so that switching the kind and back keeps what was typed. */
export type KeptRequestors = ReadonlyMap<RequestorKind, PlainUser>

export function keptWith(kept: KeptRequestors, user: PlainUser): KeptRequestors {
  return new Map([...kept, [familyOf(kindOf(user)), user]])
}

/** The requestor after a change of the kind: the last one of that kind, or a preset. */
export function switched(kind: RequestorKind, from: PlainUser, kept: KeptRequestors): PlainUser {
  if (familyOf(kindOf(from)) === familyOf(kind)) return preset(kind, from)
  const last = kept.get(familyOf(kind))
  if (last === undefined) return preset(kind, from)
  return kindOf(last) === kind ? last : preset(kind, last)
}

/**
 * A service account or node whose whole name is in one field: `system:serviceaccount:ns:name`, `system:node:n1`, and,
 * where a service account is named, `ns/name`. Undefined for other texts.
 */
export function namedIn(text: string, field: 'username' | 'service account'): PlainUser | undefined {
  const typed = text.trim()
  const account = serviceAccountOf(typed)
  if (account) return serviceAccount(account)
  if (typed.startsWith(NODE_PREFIX) && typed.length > NODE_PREFIX.length) {
    return preset('node', { username: typed })
  }
  const [, namespace, name] = /^([a-z0-9][a-z0-9-]*)\/([a-z0-9][a-z0-9.-]*)$/.exec(typed) ?? []
  if (field === 'username' || namespace === undefined || name === undefined) return undefined
  return serviceAccount({ namespace, name })
}

/** A choice of who asks: a subject that the policy names. */
export interface RequestorChoice extends FieldChoice {
  /** The requestor that it stands for. */
  readonly user: PlainUser
}

/** The subjects of a policy as choices for a username. A group makes its member of the present user. */
export function requestorChoices(subjects: readonly SubjectName[], present: PlainUser): readonly RequestorChoice[] {
  const groups = present.groups ?? []
  return subjects.flatMap(({ kind, name, namespace }): readonly RequestorChoice[] => {
    switch (kind) {
      case 'User':
        return [
          {
            value: name,
            detail: 'User',
            user: namedIn(name, 'username') ?? { ...preset('user', NOBODY), username: name },
          },
        ]
      case 'ServiceAccount': {
        const user = serviceAccount({ namespace, name })
        return [{ value: user.username, detail: 'ServiceAccount', aliases: [name, `${namespace}/${name}`], user }]
      }
      case 'Group':
        if (groups.includes(name)) return []
        return [{ value: name, detail: 'Group: joins it', user: { ...present, groups: [name, ...groups] } }]
    }
  })
}

/** The service accounts among them, by name. */
export function accountChoices(subjects: readonly SubjectName[]): readonly RequestorChoice[] {
  return subjects.flatMap(({ kind, name, namespace }) =>
    kind === 'ServiceAccount' ? [{ value: name, detail: namespace, user: serviceAccount({ namespace, name }) }] : [],
  )
}

const NOBODY: PlainUser = { username: '' }

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
