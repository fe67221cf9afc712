import {
  ALL_AUTHENTICATED,
  ALL_UNAUTHENTICATED,
  ANONYMOUS,
  type Attributes,
  attributesFor,
  NODES_GROUP,
  nodeOf,
  serviceAccountGroups,
  serviceAccountOf,
  type UserInfo,
} from '../../kube/index.ts'

/** The attributes of an identity check, without its requestor. Omitted fields are empty. */
export interface IdentityQuestion {
  readonly verb: string
  readonly apiGroup: string
  readonly apiVersion: string
  readonly resource: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name: string
}

export function identityAttributes(user: UserInfo, question: IdentityQuestion): Attributes {
  return attributesFor(user, question)
}

/** The attributes of an action check: those of the request, with another verb. */
export function actionAttributes(request: Attributes, verb: string): Attributes {
  return { ...request, verb }
}

/**
 * The resource on which a username is checked: `serviceaccounts` in its namespace for a well-formed service account, else
 * `users`.
 */
export function accountOrUser(username: string): Pick<IdentityQuestion, 'resource' | 'namespace' | 'name'> {
  const account = serviceAccountOf(username)
  return account === undefined
    ? { resource: 'users', name: username }
    : { resource: 'serviceaccounts', namespace: account.namespace, name: account.name }
}

/** Each `userextras/<key>` value of a target, in header order. Go iterates over several keys in random order. */
export function extraPairs(target: UserInfo): readonly (readonly [key: string, value: string])[] {
  return [...target.extra].flatMap(([key, values]) => values.map((value) => [key, value] as const))
}

/**
 * The target with the groups that the API server adds after the filter has allowed it (Go: `impersonationModeState.check`):
 * a service account's groups when no group was asked for, a node's group where the design knows nodes, then
 * `system:authenticated` or, for the anonymous user, `system:unauthenticated`.
 */
export function withImpliedGroups(target: UserInfo, nodes: 'node-groups' | 'nodes-are-users'): UserInfo {
  let groups = target.groups
  const account = serviceAccountOf(target.username)
  if (account !== undefined && groups.length === 0) groups = serviceAccountGroups(account.namespace)
  if (nodes === 'node-groups' && nodeOf(target.username) !== undefined) groups = [NODES_GROUP]
  if (target.username === ANONYMOUS) groups = adding(groups, ALL_UNAUTHENTICATED)
  else if (!groups.includes(ALL_UNAUTHENTICATED)) groups = adding(groups, ALL_AUTHENTICATED)
  return { ...target, groups }
}

function adding(groups: readonly string[], group: string): readonly string[] {
  return groups.includes(group) ? groups : [...groups, group]
}
