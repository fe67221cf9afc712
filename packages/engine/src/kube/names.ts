import { isDNSLabel, isDNSSubdomain } from '../go/index.ts'
import { isMasked } from './masks.ts'
import {
  ALL_AUTHENTICATED,
  ALL_SERVICE_ACCOUNTS,
  ALL_UNAUTHENTICATED,
  ANONYMOUS,
  NODE_NAME_KEY,
  NODES_GROUP,
  type PlainUser,
  SYSTEM_PRIVILEGED_GROUP,
  type UserInfo,
} from './user.ts'

const SERVICE_ACCOUNT_PREFIX = 'system:serviceaccount:'
const NODE_PREFIX = 'system:node:'

/** The identity of a service account: names are unique within a namespace. */
export interface ServiceAccountName {
  readonly namespace: string
  readonly name: string
}

/**
 * The service account of a username, or undefined when the name is malformed: it needs exactly two parts after the
 * prefix, both valid (Go: `serviceaccount.SplitUsername`).
 */
export function serviceAccountOf(username: string): ServiceAccountName | undefined {
  if (!username.startsWith(SERVICE_ACCOUNT_PREFIX)) return undefined
  const parts = username.slice(SERVICE_ACCOUNT_PREFIX.length).split(':')
  const [namespace, name] = parts
  if (parts.length !== 2 || namespace === undefined || name === undefined) return undefined
  return isDNSLabel(namespace) && isDNSSubdomain(name) ? { namespace, name } : undefined
}

/** The username of a service account’s tokens. */
export function serviceAccountUsername({ namespace, name }: ServiceAccountName): string {
  return `${SERVICE_ACCOUNT_PREFIX}${namespace}:${name}`
}

/** The groups that every service account of a namespace is in, in the API server's order. */
export function serviceAccountGroups(namespace: string): readonly string[] {
  return [ALL_SERVICE_ACCOUNTS, `${ALL_SERVICE_ACCOUNTS}:${namespace}`]
}

/**
 * The groups that authentication adds to such a user and that this one lacks: those of a service account's token, that of bootstrap tokens, and
 * `system:authenticated` or `system:unauthenticated` (Go: `AuthenticatedGroupAdder`). `system:nodes` is not among them: it
 * comes from the certificate of the node.
 */
export function missingGroups({ username, groups = [] }: Pick<PlainUser, 'username' | 'groups'>): readonly string[] {
  const account = serviceAccountOf(username)
  const given =
    username === ANONYMOUS || groups.includes(ALL_UNAUTHENTICATED)
      ? [ALL_UNAUTHENTICATED]
      : [
          ...(account === undefined ? [] : serviceAccountGroups(account.namespace)),
          ...(isBootstrapToken(username) ? [BOOTSTRAPPERS] : []),
          ALL_AUTHENTICATED,
        ]
  return given.filter((group) => !groups.includes(group))
}

/** The group of all bootstrap tokens. A token may name more, which begin with this. */
export const BOOTSTRAPPERS = 'system:bootstrappers'

/** Whether a username is that of a bootstrap token (Go: `plugin/pkg/auth/authenticator/token/bootstrap`). */
export function isBootstrapToken(username: string): boolean {
  return /^system:bootstrap:[a-z0-9]{6}$/.test(username)
}

/** The node of a username, or undefined when the rest of it is not a valid node name. */
export function nodeOf(username: string): string | undefined {
  if (!username.startsWith(NODE_PREFIX)) return undefined
  const name = username.slice(NODE_PREFIX.length)
  return isDNSSubdomain(name) ? name : undefined
}

/**
 * The node name of a user, which may be empty or invalid; undefined for a user that is not a node (Go:
 * `nodeidentifier.NewDefaultNodeIdentifier`). Both the name and the group are needed.
 */
export function nodeIdentity({ username, groups }: UserInfo): string | undefined {
  return username.startsWith(NODE_PREFIX) && groups.includes(NODES_GROUP)
    ? username.slice(NODE_PREFIX.length)
    : undefined
}

/** What a username is that only looks like that of a service account or of a node. */
export type MisnamedUser =
  /** The name of a group, whose members have usernames of the form `member`. */
  | { readonly is: 'group'; readonly member?: string }
  /** Another writing of `username`, which has NAMESPACE and NAME where they are not known. */
  | { readonly is: 'slip'; readonly of: 'service account' | 'node'; readonly username: string }

const ACCOUNT_SLIP = /^(?:system[:/_-]?)?(?:service[-_ ]?accounts?|sa)[:/]([^:/]+)[:/]([^:/]+)$/i
const NODE_SLIP = /^system(?:[-_/]nodes?|:nodes)[:/]([^:/]+)$/i

/** What a username was meant to be; undefined for one that may be meant as it is. No authenticator of Kubernetes gives these. */
export function misnamedUser(username: string): MisnamedUser | undefined {
  const [, namespace] = OF_NAMESPACE.exec(username) ?? []
  if (namespace !== undefined) return { is: 'group', member: `${SERVICE_ACCOUNT_PREFIX}${namespace}:NAME` }
  const form = GROUPS.get(username)
  if (form !== undefined) return { is: 'group', ...(form !== '' && { member: form }) }
  if (serviceAccountOf(username) !== undefined || nodeOf(username) !== undefined || isMasked(username)) return undefined
  const [, place = '', name = ''] = ACCOUNT_SLIP.exec(username) ?? []
  if (isDNSLabel(place) && isDNSSubdomain(name)) {
    return { is: 'slip', of: 'service account', username: serviceAccountUsername({ namespace: place, name }) }
  }
  if (username.startsWith(SERVICE_ACCOUNT_PREFIX))
    return { is: 'slip', of: 'service account', username: `${SERVICE_ACCOUNT_PREFIX}NAMESPACE:NAME` }
  const [, node = ''] = NODE_SLIP.exec(username) ?? []
  return isDNSSubdomain(node) ? { is: 'slip', of: 'node', username: nodeUsername(node) } : undefined
}

const OF_NAMESPACE = new RegExp(`^${ALL_SERVICE_ACCOUNTS}:([a-z0-9-]{1,63})$`)
/** Groups of Kubernetes, with the form of the usernames of their members where they have one. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  [ALL_SERVICE_ACCOUNTS, `${SERVICE_ACCOUNT_PREFIX}NAMESPACE:NAME`],
  [NODES_GROUP, `${NODE_PREFIX}NAME`],
  [ALL_AUTHENTICATED, ''],
  [ALL_UNAUTHENTICATED, ANONYMOUS],
  [SYSTEM_PRIVILEGED_GROUP, ''],
])

/** The kinds of users that usernames tell apart. */
export type UserKind = 'node' | 'service account' | 'user'

/** The kind of a user by the username; a malformed one is that of any other user. */
export function userKindOf(username: string): UserKind {
  if (nodeOf(username) !== undefined) return 'node'
  return serviceAccountOf(username) === undefined ? 'user' : 'service account'
}

/** The kind that a username begins as, whether it is well-formed or not. */
export function userKindOfPrefix(username: string): UserKind {
  if (username.startsWith(NODE_PREFIX)) return 'node'
  return username.startsWith(SERVICE_ACCOUNT_PREFIX) ? 'service account' : 'user'
}

/** The username of a node’s kubelet. */
export function nodeUsername(node: string): string {
  return NODE_PREFIX + node
}

/**
 * The node that a service account's token is bound to, or undefined for other users: its extra must name exactly one.
 */
export function boundNodeOf({ username, extra }: UserInfo): string | undefined {
  const values = extra.get(NODE_NAME_KEY) ?? []
  const [node] = values
  if (serviceAccountOf(username) === undefined || values.length !== 1 || node === undefined) return undefined
  return isDNSSubdomain(node) ? node : undefined
}
