import type { RequestFacts } from '../../authorizers/index.ts'
import {
  type Attributes,
  AUTHENTICATION_GROUP,
  NODES_GROUP,
  nodeOf,
  serviceAccountGroups,
  serviceAccountOf,
  type UserInfo,
} from '../../kube/index.ts'
import { clause } from '../../trace/index.ts'
import { becomeNode, type ChainState, wantedUser } from '../chain.ts'
import type { AssumptionOption, Assumptions, DesignInput } from '../design.ts'
import type { Evaluation } from '../flowchart.ts'
import { extraPairs, type IdentityQuestion, identityAttributes, withImpliedGroups } from '../released/identity.ts'

// Shared by the designs whose checks are answered with conditions.

/** A part of the target that is checked by itself. */
export type Part = 'username' | 'group' | 'uid' | 'extra'

/** One part of the target, and the question about it. */
export interface PartQuestion {
  readonly part: Part
  readonly attributes: Attributes
}

/**
 * The options of the assumption `implied-groups`: which groups of the target are visible to conditions. A design lists its
 * default first.
 */
export const SEEN_GROUPS = {
  asked: { id: 'as-asked', reading: 'Conditions see only the groups that headers ask for.' },
  named: { id: 'counted', reading: 'Groups that the name implies count too: those of a node or a service account.' },
  all: { id: 'all', reading: 'All groups that are added count, system:authenticated too.' },
} as const satisfies Readonly<Record<string, AssumptionOption>>

/**
 * The facts with which the API server evaluates conditions: the request, and the target with the groups that conditions may
 * see.
 */
export function factsOf({ target, attributes, assumptions }: DesignInput): RequestFacts {
  return {
    ...(target.kind === 'target' && { target: asSeen(target.wantedUser, assumptions) }),
    ...(attributes.ok && { request: attributes.attributes }),
  }
}

function asSeen(target: UserInfo, assumptions: Assumptions): UserInfo {
  const seen = assumptions['implied-groups']
  if (seen === SEEN_GROUPS.all.id) return withAddedGroups(target, assumptions)
  return seen === SEEN_GROUPS.named.id ? withNamedGroups(target, assumptions) : target
}

/** The check of the username under the verb `constrainedimpersonate`: of a user, a service account or a node. */
export function usernameQuestion(state: ChainState): PartQuestion {
  const { username } = wantedUser(state)
  const account = serviceAccountOf(username)
  const node = nodeOf(username)
  const apiGroup = state.input.assumptions['api-group'] === 'core' ? '' : AUTHENTICATION_GROUP
  if (account !== undefined) return ask(state, 'username', { apiGroup, resource: 'serviceaccounts', ...account })
  if (node !== undefined) return ask(state, 'username', { apiGroup, resource: 'nodes', name: node })
  return ask(state, 'username', { resource: 'users', name: username })
}

/** The checks of all parts of the target but the username, in the order of the text. */
export function otherQuestions(state: ChainState): readonly PartQuestion[] {
  const target = wantedUser(state)
  return [
    ...target.groups.map((name) => ask(state, 'group', { resource: 'groups', name })),
    ...(target.uid === '' ? [] : [ask(state, 'uid', { resource: 'uids', name: target.uid })]),
    ...extraPairs(target).map(([subresource, name]) =>
      ask(state, 'extra', { resource: 'userextras', subresource, name }),
    ),
  ]
}

function ask(
  state: ChainState,
  part: Part,
  question: Pick<IdentityQuestion, 'resource' | 'subresource' | 'namespace' | 'name'> & { readonly apiGroup?: string },
): PartQuestion {
  const all = { verb: 'constrainedimpersonate', apiGroup: AUTHENTICATION_GROUP, apiVersion: 'v1', ...question }
  return { part, attributes: identityAttributes(state.input.requestor, all) }
}

/** The target with the groups of its name: a node’s always, a service account’s where no group is asked for, or always. */
function withNamedGroups(target: UserInfo, { 'account-groups': always }: Assumptions): UserInfo {
  const account = serviceAccountOf(target.username)
  if (account !== undefined) {
    if (target.groups.length > 0 && always !== 'always') return target
    return adding(target, serviceAccountGroups(account.namespace))
  }
  return nodeOf(target.username) === undefined ? target : adding(target, [NODES_GROUP])
}

/**
 * The target as it makes the request: with the groups of its name, and `system:authenticated` or `system:unauthenticated`.
 */
export function withAddedGroups(target: UserInfo, assumptions: Assumptions): UserInfo {
  return withImpliedGroups(withNamedGroups(target, assumptions), 'nodes-are-users')
}

function adding(target: UserInfo, groups: readonly string[]): UserInfo {
  return { ...target, groups: [...new Set([...target.groups, ...groups])] }
}

/** The node where the target replaces the requestor. */
export const becomeTarget = becomeNode(
  'The target replaces the requestor, with the groups that are added to it.',
  become,
)

function* become(state: ChainState): Evaluation {
  const user = withAddedGroups(wantedUser(state), state.input.assumptions)
  state.impersonated = { user, constraint: '' }
  return { edge: 'next', because: clause`the request goes on as ${user.username}` }
}
