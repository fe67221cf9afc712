import {
  ALL_AUTHENTICATED,
  ALL_UNAUTHENTICATED,
  ANONYMOUS,
  type Attributes,
  NODES_GROUP,
  nodeOf,
  serviceAccountGroups,
  serviceAccountOf,
  type UserInfo,
} from '../../kube/index.ts'

/** The API group of the resources that impersonation is checked on, but for legacy users, groups and service accounts. */
export const AUTHENTICATION_GROUP = 'authentication.k8s.io'

/** What an identity check asks, apart from whom it is asked for: everything left out is empty. */
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
  return {
    user,
    isResourceRequest: true,
    subresource: '',
    namespace: '',
    path: '',
    fieldSelector: [],
    labelSelector: [],
    selectorNotParsed: false,
    ...question,
  }
}

/** The request's own attributes under another verb: what an action check asks. */
export function actionAttributes(request: Attributes, verb: string): Attributes {
  return { ...request, verb }
}

/** Where a username is checked: as a service account of its namespace when it is a well-formed one, else as a user. */
export function accountOrUser(username: string): Pick<IdentityQuestion, 'resource' | 'namespace' | 'name'> {
  const account = serviceAccountOf(username)
  return account === undefined
    ? { resource: 'users', name: username }
    : { resource: 'serviceaccounts', namespace: account.namespace, name: account.name }
}

/** Each `userextras/<key>` value of a target, in header order. Go's order over several keys is chance. */
export function extraPairs(target: UserInfo): readonly (readonly [key: string, value: string])[] {
  return [...target.extra].flatMap(([key, values]) => values.map((value) => [key, value] as const))
}

/**
 * The target with the groups that the API server adds once the filter has let it pass (Go: `impersonationModeState.check`):
 * a service account's when no group was asked for, a node's where the design knows nodes, then `system:authenticated`
 * or, for the anonymous user, `system:unauthenticated`.
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

/** Whether headers ask for nothing but a username: what the node and service account modes insist on. */
export function onlyUsername(target: UserInfo): boolean {
  return target.uid === '' && target.groups.length === 0 && target.extra.size === 0
}
