import type { Facts } from '../authorizers/index.ts'
import { type Attributes, NODES_GROUP, nodeOf, serviceAccountOf, type UserInfo } from '../kube/index.ts'
import { clause } from '../trace/index.ts'
import type { DesignInput } from './design.ts'
import type { PassedNode } from './flowchart.ts'
import {
  AUTHENTICATION_GROUP,
  extraPairs,
  type IdentityQuestion,
  identityAttributes,
  withImpliedGroups,
} from './identity.ts'
import { type ChainState, receive, wantedUser } from './request-chain.ts'

// What the designs share whose checks are answered with conditions.

type Part = 'username' | 'group' | 'uid' | 'extra'

/** One part of the target and what is asked about it. */
export interface PartQuestion {
  readonly part: Part
  readonly attributes: Attributes
}

/** What the API server evaluates conditions with: the target as it is given, and the request. */
export function factsOf({ target, attributes }: DesignInput, as: (target: UserInfo) => UserInfo = (one) => one): Facts {
  return {
    ...(target.kind === 'target' && { target: as(target.target) }),
    ...(attributes.ok && { request: attributes.attributes }),
  }
}

/** The check of the username under the verb `constrainedimpersonate`: of a user, a service account or a node. */
export function usernameQuestion(state: ChainState): PartQuestion {
  const { username } = wantedUser(state)
  const account = serviceAccountOf(username)
  const node = nodeOf(username)
  if (account !== undefined) return ask(state, 'username', { resource: 'serviceaccounts', ...account })
  if (node !== undefined) return ask(state, 'username', { resource: 'nodes', name: node })
  return ask(state, 'username', { resource: 'users', name: username })
}

/** The checks of everything beside the username, in the order of the text. */
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
  question: Pick<IdentityQuestion, 'resource' | 'subresource' | 'namespace' | 'name'>,
): PartQuestion {
  const all = { verb: 'constrainedimpersonate', apiGroup: AUTHENTICATION_GROUP, apiVersion: 'v1', ...question }
  return { part, attributes: identityAttributes(state.input.requestor, all) }
}

/** The target with the groups that are added: a node’s always, a service account’s where no group is asked for. */
export function withNodeGroup(target: UserInfo): UserInfo {
  const isNode = nodeOf(target.username) !== undefined && !target.groups.includes(NODES_GROUP)
  return withImpliedGroups(isNode ? { ...target, groups: [...target.groups, NODES_GROUP] } : target, 'nodes-are-users')
}

/** The first node of a design without a feature gate: `to` is where impersonation goes. */
export function receiving(to: string): PassedNode<ChainState> {
  return {
    shape: 'step',
    label: ['receive request'],
    about: 'The request line and the Impersonate- headers are read.',
    ways: {
      target: { to, label: ['impersonation'] },
      plain: { to: 'R', label: ['no impersonation'] },
      malformed: { to: 'bad', label: ['no user name'] },
      unreadable: { to: 'error', label: ['bad path'] },
    },
    *visit(state) {
      return receive(state) ?? { take: 'target', because: clause`the headers ask for ${wantedUser(state).username}` }
    },
  }
}

/** The node where the target replaces the requestor. */
export const becoming: PassedNode<ChainState> = {
  shape: 'step',
  label: ['become the impersonated user'],
  about: 'The target replaces the requestor, with the groups that are added to it.',
  ways: { next: { to: 'R' } },
  *visit(state) {
    const user = withNodeGroup(wantedUser(state))
    state.impersonated = { user, constraint: '' }
    return { take: 'next', because: clause`the rest of the chain sees ${user.username}` }
  },
}
