import {
  ALL_AUTHENTICATED,
  type Attributes,
  boundNodeOf,
  NODES_GROUP,
  nodeUsername,
  type UserInfo,
} from '../../../kube/index.ts'
import { clause } from '../../../trace/index.ts'
import { becomeNode, type ChainState, chainEnds, readTarget, requestAttributes } from '../../chain.ts'
import { NODE_SCOPED } from '../../descriptions.ts'
import { design } from '../../design.ts'
import { reviewThread } from '../../document-sources.ts'
import type { Nodes, PassedNode } from '../../flowchart.ts'
import { identityAttributes } from '../../released/identity.ts'
import { askLegacy, becomeLegacyTarget, legacyNode } from '../../released/legacy-impersonation.ts'
import { LEGACY_WORDS } from '../../words.ts'

interface ScopedState extends ChainState {
  /** The node that the requestor's token is bound to. */
  node?: string
}

type Node = PassedNode<ScopedState>

const READING: ReadonlySet<string> = new Set(['get', 'list', 'watch'])

/** The user that a kubelet authenticates as. */
function nodeUser(node: string): UserInfo {
  return { username: nodeUsername(node), uid: '', groups: [NODES_GROUP, ALL_AUTHENTICATED], extra: new Map() }
}

/** The attributes that a rule must allow for the requestor to read as its node. */
function scopeAttributes(state: ScopedState, node: string): Attributes {
  const request = requestAttributes(state)
  if (state.input.assumptions.rule !== 'node') return { ...request, verb: `as-node:${request.verb}` }
  return identityAttributes(state.input.requestor, {
    verb: 'as-node',
    apiGroup: '',
    apiVersion: 'v1',
    resource: 'nodes',
    name: node,
  })
}

const bound: Node = {
  shape: 'question',
  label: ['Does an agent of a node read?'],
  about: 'A service account whose token is bound to a node, and get, list or watch on a resource.',
  edges: { yes: { to: 'P', label: ['yes'] }, no: { to: 'R', label: ['no'] } },
  *evaluate(state) {
    const request = requestAttributes(state)
    const node = boundNodeOf(state.input.requestor)
    if (node === undefined) return { edge: 'no', because: ['the requestor has no token that is bound to a node'] }
    if (!request.isResourceRequest || !READING.has(request.verb))
      return { edge: 'no', because: ['a token that is bound to a node matters only for reading resources'] }
    state.node = node
    return { edge: 'yes', because: clause`the requestor’s token is bound to ${node}` }
  },
}

const permitted: Node = {
  shape: 'question',
  label: ['May it read this as its node?'],
  term: [{ code: 'as-node:‹verb›' }],
  stage: 'permission',
  about: 'The rule that scopes the service account: without it a bound token allows nothing more.',
  edges: { yes: { to: 'T', label: ['yes'] }, no: { to: 'R', label: ['no'] } },
  *evaluate(state) {
    const attributes = scopeAttributes(state, state.node ?? '')
    const { decision } = yield { phase: 'request', purpose: 'permission', attributes }
    return decision === 'Allow'
      ? { edge: 'yes', because: clause`the requestor holds ${attributes.verb}` }
      : { edge: 'no', because: clause`the requestor does not hold ${attributes.verb}` }
  },
}

const asNode: Node = {
  shape: 'question',
  label: ['May the node make the request?'],
  term: [{ code: '‹verb›' }, ', for the node’s user'],
  stage: 'request',
  about:
    'The request is checked for the node’s user, first by the Node authorizer. The request itself stays the account’s.',
  edges: { yes: { to: 'allowed', label: ['yes'] }, no: { to: 'R', label: ['no'] } },
  *evaluate(state) {
    const user = nodeUser(state.node ?? '')
    const { decision } = yield {
      phase: 'request',
      purpose: 'request',
      attributes: { ...requestAttributes(state), user },
    }
    if (decision !== 'Allow') return { edge: 'no', because: clause`${user.username} may not make the request` }
    state.outcome = { kind: 'allowed', code: 200 }
    return { edge: 'yes', because: clause`${user.username} may make the request` }
  },
}

const nodes: Nodes<ScopedState> = {
  A: {
    shape: 'step',
    label: ['receive request'],
    about: 'The request line and the Impersonate- headers are read.',
    edges: {
      plain: { to: 'N', label: ['no impersonation'] },
      target: { to: 'H', label: ['impersonation'] },
      malformed: { to: 'bad', label: ['no user name'] },
      unreadable: { to: 'error', label: ['bad path'] },
    },
    evaluate: readTarget,
  },
  N: bound,
  P: permitted,
  T: asNode,
  H: legacyNode('A request that impersonates is decided as always, and reads nothing as a node.', askLegacy),
  S: becomeNode('The target replaces the requestor, extras and all.', becomeLegacyTarget),
  ...chainEnds(),
}

/** The Node authorizer for service accounts: an agent on a node may read as itself what that node may read. */
export const nodeScoped = design<ScopedState>({
  about: NODE_SCOPED,
  sources: [
    reviewThread(
      'on the motivation',
      'generalize the features of the node authorizer so the controller can take advantage of it directly',
    ),
    reviewThread('on Story 1', 'the more "ideal" approach would be to node restrict the service account'),
  ],
  statement: {
    checks:
      'For get, list and watch of a service account whose token is bound to a node: as-node:<verb> on the request, then the request for the node’s user. Then, as always, the request for the user who sends it.',
    identity: 'None is asked for: authentication knows the node, from the token.',
    headers: 'None is needed. With them it is legacy impersonation, and nothing is read as a node.',
    fallback: 'Impersonation is legacy impersonation, as before.',
    error: 'That of the request itself: the check for the node is not reported.',
    groups: 'The requestor keeps its own. Only the check as the node has system:nodes.',
    audit: 'The service account, and nobody else: no identity is lost to audit or admission.',
  },
  assumptions: [
    {
      id: 'rule',
      text: 'The thread does not say what marks a service account that may read as its node.',
      options: [
        {
          id: 'verbs',
          reading: 'By the verbs as-node:get, as-node:list and as-node:watch on the resources that it may read so.',
          inShort: 'as-node:<verb>',
        },
        {
          id: 'node',
          reading: 'By the verb as-node on nodes, by name or on all: one rule for everything that the node may read.',
          inShort: 'as-node on nodes',
        },
      ],
    },
    {
      id: 'bound',
      text: 'The thread does not say which service accounts are on a node.',
      options: [
        {
          id: 'token',
          reading:
            'Those whose extra authentication.kubernetes.io/node-name has one value; only authentication sets it.',
        },
      ],
    },
    {
      id: 'as',
      text: 'The thread does not say what the generalized authorizer is asked.',
      options: [
        {
          id: 'kubelet',
          reading: 'The request as the kubelet would send it, so that rules for the group system:nodes count as well.',
        },
      ],
    },
    {
      id: 'order',
      text: 'The thread does not say whether an account’s own permissions are asked for first.',
      options: [{ id: 'last', reading: 'They are asked for last, as RBAC comes after the Node authorizer.' }],
    },
    {
      id: 'reading',
      text: 'The thread mentions access to the resources of a node, but not writing.',
      options: [{ id: 'only', reading: 'Only get, list and watch are asked as the node.' }],
    },
  ],
  words: () => [{ verb: /^as-node(:[^:]+)?$/ }, ...LEGACY_WORDS],
  auditConstraint: 'none',
  nodes,
})
