import { type Attributes, AUTHENTICATION_GROUP, type UserInfo } from '../../../kube/index.ts'
import { clause, type Purpose } from '../../../trace/index.ts'
import {
  allowedToImpersonate,
  assumedHeader,
  becomeNode,
  type ChainState,
  chainEnds,
  receiveNode,
  refuse,
  requestAttributes,
  wantedUser,
} from '../../chain.ts'
import { BOUNDARY, BOUNDARY_HEADER } from '../../descriptions.ts'
import { design } from '../../design.ts'
import { reviewThread } from '../../document-sources.ts'
import type { Nodes, PassedNode } from '../../flowchart.ts'
import {
  accountOrUser,
  extraPairs,
  type IdentityQuestion,
  identityAttributes,
  withImpliedGroups,
} from '../../released/identity.ts'
import { legacyNode } from '../../released/legacy-impersonation.ts'
import { LEGACY_WORDS } from '../../words.ts'

const WITHIN = 'impersonate-within'
const EXTRA = 'authentication.kubernetes.io/permission-boundary'

interface BoundState extends ChainState {
  /** The ClusterRole that limits the actions. */
  boundary?: string
}

type Node = PassedNode<BoundState>

/** The boundary that authentication attached to the requestor: exactly one, or none. */
function attachedBoundary({ input }: BoundState): string {
  const values = input.requestor.extra.get(EXTRA) ?? []
  return values.length === 1 ? (values[0] ?? '') : ''
}

/**
 * A user that nobody authenticates as. The boundary's role is bound to it, so that an authorizer can be asked about a role.
 */
function standIn(boundary: string): UserInfo {
  return { username: `system:boundary:${boundary}`, uid: '', groups: [], extra: new Map() }
}

interface Asked {
  readonly purpose: Exclude<Purpose, 'permission' | 'action' | 'request'>
  readonly question: Pick<IdentityQuestion, 'resource' | 'subresource' | 'namespace' | 'name'>
}

/** The parts of the target that the verb is checked for, in the order of legacy impersonation. */
function partsOf(target: UserInfo): readonly Asked[] {
  return [
    { purpose: 'username', question: accountOrUser(target.username) },
    ...(target.uid === '' ? [] : [{ purpose: 'uid', question: { resource: 'uids', name: target.uid } } as const]),
    ...target.groups.map((name): Asked => ({ purpose: 'group', question: { resource: 'groups', name } })),
    ...extraPairs(target).map(
      ([subresource, name]): Asked => ({ purpose: 'extra', question: { resource: 'userextras', subresource, name } }),
    ),
  ]
}

const named: Node = {
  shape: 'question',
  label: ['Is there a boundary?'],
  about: 'The name of a ClusterRole that limits the request.',
  edges: {
    named: { to: 'M', label: ['the request names it'] },
    attached: { to: 'C', label: ['authentication attached it'] },
    none: { to: 'H', label: ['none'] },
  },
  *evaluate(state) {
    const attached = state.input.assumptions['named-by'] === 'authentication'
    state.boundary = attached ? attachedBoundary(state) : assumedHeader(state, BOUNDARY_HEADER)
    if (state.boundary === '') return { edge: 'none', because: ['no boundary is named'] }
    return attached
      ? { edge: 'attached', because: clause`the requestor’s extra names ${state.boundary}` }
      : { edge: 'named', because: clause`the header names ${state.boundary}` }
  },
}

const may: Node = {
  shape: 'question',
  label: ['May it choose this boundary?'],
  term: [{ code: `${WITHIN} clusterroles` }],
  stage: 'permission',
  about: 'One check on clusterroles, with the role’s name: the requestor must be allowed to choose this boundary.',
  edges: { yes: { to: 'C', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  *evaluate(state) {
    const name = state.boundary ?? ''
    const attributes = identityAttributes(state.input.requestor, {
      verb: WITHIN,
      apiGroup: 'rbac.authorization.k8s.io',
      apiVersion: 'v1',
      resource: 'clusterroles',
      name,
    })
    if (yield* allowedToImpersonate(state, 'permission', attributes))
      return { edge: 'yes', because: clause`the requestor may impersonate within ${name}` }
    refuse(state)
    return { edge: 'no', because: clause`the requestor may not impersonate within ${name}` }
  },
}

const covers: Node = {
  shape: 'question',
  label: ['May it do this within the boundary?'],
  term: [{ code: '‹verb›' }, ', for the boundary’s role'],
  stage: 'action',
  about: 'The request as it is, for a stand-in user that the boundary’s role is bound to.',
  edges: { yes: { to: 'I', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  *evaluate(state) {
    const user = standIn(state.boundary ?? '')
    const attributes: Attributes = { ...requestAttributes(state), user }
    if (yield* allowedToImpersonate(state, 'action', attributes))
      return { edge: 'yes', because: clause`${user.username} may make the request` }
    refuse(state)
    return { edge: 'no', because: clause`${user.username} may not make the request` }
  },
}

const identity: Node = {
  shape: 'question',
  label: ['May it be the target?'],
  term: [{ code: WITHIN }],
  stage: 'identity',
  about: 'A check for each part of the target, under a verb that counts only with a boundary.',
  edges: { yes: { to: 'S', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  *evaluate(state) {
    const target = wantedUser(state)
    for (const { purpose, question } of partsOf(target)) {
      const attributes = identityAttributes(state.input.requestor, {
        verb: WITHIN,
        apiGroup: AUTHENTICATION_GROUP,
        apiVersion: 'v1',
        ...question,
      })
      if (yield* allowedToImpersonate(state, purpose, attributes)) continue
      refuse(state)
      return { edge: 'no', because: clause`the requestor does not hold ${WITHIN} for the whole target` }
    }
    state.impersonated = { user: withImpliedGroups(target, 'nodes-are-users'), constraint: WITHIN }
    return { edge: 'yes', because: clause`the requestor holds ${WITHIN} for the whole target` }
  },
}

const nodes: Nodes<BoundState> = {
  A: receiveNode('N'),
  N: named,
  M: may,
  C: covers,
  I: identity,
  H: legacyNode('Without a boundary: the verb impersonate, for each part of the target.'),
  S: becomeNode('The target replaces the requestor; the target’s own permission is the other limit.'),
  ...chainEnds(),
}

/** Impersonation within the bounds of a role: both the target and the boundary must be allowed. */
export const boundary = design<BoundState>({
  about: BOUNDARY,
  sources: [
    reviewThread(
      'on the alternatives',
      'impersonate (act as) those principals, but only within a bounding set of allowed actions',
    ),
  ],
  statement: {
    checks:
      'With a boundary: impersonate-within on the role that the request names, the request for the boundary’s stand-in, impersonate-within for each part of the target; then the request for the target. Without one: legacy.',
    identity:
      'impersonate-within in authentication.k8s.io on users or serviceaccounts, uids, groups and userextras. Without a boundary it does not count.',
    headers: 'All of them, in any combination, and Impersonate-Boundary. That header alone asks for no impersonation.',
    fallback: 'Legacy, for requests that name no boundary. Requests that name one do not fall back.',
    error: 'The check that failed: each ends it. Beyond the boundary the message names its stand-in.',
    groups: 'As in legacy: those of service accounts when no group is asked for, and system:authenticated.',
    audit: 'impersonatedUser, with impersonate-within as impersonationConstraint; none for legacy.',
  },
  assumptions: [
    {
      id: 'named-by',
      text: 'The thread does not say how a boundary is named. The KEP wants no new headers, and no header exists for it.',
      options: [
        {
          id: 'header',
          reading: 'The client names it in Impersonate-Boundary, and needs impersonate-within on that ClusterRole.',
          inShort: 'Impersonate-Boundary',
        },
        {
          id: 'authentication',
          reading: `As with AWS it is attached to the principal: authentication sets the extra ${EXTRA}.`,
          inShort: 'an extra of the requestor',
        },
      ],
    },
    {
      id: 'stand-in',
      text: 'Authorizers answer for users, and cannot be asked what a role allows.',
      options: [
        {
          id: 'user',
          reading:
            'The role is bound to the user system:boundary:<role>, as whom nobody authenticates, and the check is for that user.',
        },
      ],
    },
    {
      id: 'identity',
      text: 'The thread does not say who may be impersonated within a boundary.',
      options: [
        {
          id: 'own-verb',
          reading:
            'The targets for which impersonate-within is granted: with impersonate, the boundary could be left out.',
        },
      ],
    },
    {
      id: 'order',
      text: 'The thread does not say the order of the checks.',
      options: [{ id: 'action-first', reading: 'First the boundary, then the action, then the identity.' }],
    },
    {
      id: 'audit',
      text: 'The thread does not say what the audit event records.',
      options: [
        {
          id: 'released',
          reading: 'The identity verb, where the released API server puts the impersonationConstraint.',
        },
      ],
    },
    {
      id: 'creation',
      text: 'In the thread a bounded principal may also create others, and grant to them, within its boundary.',
      options: [{ id: 'left-out', reading: 'Only impersonating is bounded here.' }],
    },
  ],
  words: () => [{ verb: /^impersonate-within$/ }, ...LEGACY_WORDS],
  auditConstraint: 'authenticationMetadata',
  nodes,
})
