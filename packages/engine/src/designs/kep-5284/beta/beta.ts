import type { ConstrainedMode } from '../../../kube/index.ts'
import type { RichText } from '../../../trace/index.ts'
import { clause } from '../../../trace/index.ts'
import { allowedToImpersonate, type ChainState, requestAttributes, wantedUser } from '../../chain.ts'
import { BETA } from '../../descriptions.ts'
import { type Assumption, design } from '../../design.ts'
import { betaKEP } from '../../document-sources.ts'
import type { Edge, Nodes, PassedNode } from '../../flowchart.ts'
import { actionAttributes } from '../../released/identity.ts'
import { releasedWords } from '../../words.ts'
import { FIRST_ERROR, RELEASED_GROUPS, SAME_NODE, USER_INFO_ORDER } from '../assumptions.ts'
import { betaModes, betaUsername } from '../modes.ts'
import { identityCheck } from '../target.ts'
import {
  ALLOW,
  denied,
  identifyTarget,
  LEGACY_LAST,
  NOT_PRINTED_ENDS,
  notAsked,
  onSameNode,
  otherHeaders,
  receiveRequest,
  untriedAs,
  withReleasedGroups,
  yesNo,
} from '../workflow.ts'

interface BetaState extends ChainState {
  /** The mode whose action was granted, for the identity question that all modes share. */
  mode?: ConstrainedMode
}

type Node = PassedNode<BetaState>

/** Edges and nodes that only the prose has. A chart shows them when a request took them. */
const BY_PROSE = { notInText: true, onlyWhenTaken: true } as const

/** The question about the action in one mode. */
function actionNode(mode: ConstrainedMode, label: string, edges: Readonly<Record<string, Edge>>): Node {
  return {
    shape: 'question',
    label: [label],
    term: [
      'Requester is authorized to impersonate the target action with ',
      { code: 'impersonate-on:' },
      { code: `${mode}:‹verb›` },
    ],
    stage: 'action',
    mode,
    about: `One check with the verb impersonate-on:${mode}:<verb>; the rest is as in the request.`,
    edges,
    *evaluate(state) {
      const untried = untriedAs(state, mode)
      if (untried !== undefined) {
        return notAsked(state, untried, `impersonate:${mode}`, betaUsername(mode, wantedUser(state)))
      }
      const request = requestAttributes(state)
      const verb = `impersonate-on:${mode}:${request.verb}`
      if (!(yield* allowedToImpersonate(state, 'action', actionAttributes(request, verb)))) return denied(verb)
      // The prose asks for the identity of any node once that of the own node has failed.
      const again = state.mode === 'associated-node'
      state.mode = mode
      return { edge: again ? 'again' : 'yes', because: clause`the requestor holds ${verb} here` }
    },
  }
}

/** The question about the identity, in the mode whose action was granted. */
function identityNode(edges: Readonly<Record<string, Edge>>): Node {
  return {
    shape: 'question',
    label: ['May it take that identity?'],
    term: [
      'Requester is authorized to impersonate the target user/uid/groups/extra with ',
      { code: 'impersonate:' },
      { code: '‹mode›' },
    ],
    stage: 'identity',
    about: 'A check for the user and each other header, with the verb impersonate:<mode>.',
    edges,
    *evaluate(state) {
      const { mode = 'user-info' } = state
      const verb = `impersonate:${mode}`
      const target = wantedUser(state)
      const username = identityCheck(state.input, verb, betaUsername(mode, target))
      if (!(yield* allowedToImpersonate(state, 'username', username)) || !(yield* otherHeaders(state))) {
        const byProse = mode === 'associated-node' && state.input.assumptions['failed-own-node'] === 'prose'
        return { ...denied(verb), edge: byProse ? 'prose' : 'no' }
      }
      state.impersonated = { user: withReleasedGroups(target), constraint: verb }
      return { edge: 'yes', because: clause`the requestor holds ${verb} for the whole target` }
    },
  }
}

const asNode = 'May it do this as a node?'
const otherUser: RichText = [
  { code: 'Impersonate-User' },
  ' does not have the prefix of ',
  { code: 'system:serviceaccount:' },
  ' or ',
  { code: 'system:node:' },
]

const nodes: Nodes<BetaState> = {
  A: receiveRequest(false),
  B: identifyTarget({ node: 'system:node:', serviceaccount: 'system:serviceaccount:' }, otherUser),
  C: onSameNode('E'),
  D: actionNode('associated-node', 'May it do this as its own node?', yesNo('F', 'E')),
  E: actionNode('arbitrary-node', asNode, {
    ...yesNo('F', 'H'),
    again: { to: 'F2', label: ['yes, after its own node'], ...BY_PROSE },
  }),
  F: identityNode({ ...yesNo('G', 'H'), prose: { to: 'E', label: ['no, by the prose: any node'], ...BY_PROSE } }),
  F2: {
    ...identityNode({
      yes: { to: 'G', label: ['yes'], ...BY_PROSE },
      no: { to: 'H', label: ['no'], ...BY_PROSE },
    }),
    ...BY_PROSE,
  },
  G: ALLOW,
  H: LEGACY_LAST,
  I: actionNode('serviceaccount', 'May it do this as a service account?', yesNo('F', 'H')),
  J: actionNode('user-info', 'May it do this as somebody else?', yesNo('F', 'H')),
  ...NOT_PRINTED_ENDS,
}

const FAILED_OWN_NODE: Assumption = {
  id: 'failed-own-node',
  text: 'After a failed identity check for the requestor’s own node, the chart goes to legacy (F, no, H); step 3 of the prose goes to impersonate:arbitrary-node.',
  options: [
    { id: 'chart', reading: 'Legacy is asked next, as the chart prints it.', inShort: 'legacy, by the chart' },
    {
      id: 'prose',
      reading:
        'Mode arbitrary-node is asked next, its action and then its identity, as step 3 says and as the released API server does.',
      inShort: 'arbitrary-node, by the prose',
    },
  ],
}

const ONE_HEADER: Assumption = {
  id: 'other-headers',
  text: 'The text checks the verbs for nodes and service accounts where Impersonate-User is the only header; the chart shows no other headers.',
  options: [
    {
      id: 'legacy',
      reading: 'With a group, uid or extra header these modes ask nothing, and legacy decides.',
    },
  ],
}

const MALFORMED: Assumption = {
  id: 'malformed-names',
  text: 'The prefix alone tells nodes and service accounts apart; the text says nothing about the rest of the name.',
  options: [{ id: 'legacy', reading: 'The modes ask nothing about a malformed name, and legacy decides.' }],
}

const NO_MEMORY: Assumption = {
  id: 'caching',
  text: 'The text promises “some caching with short TTLs”, without durations or keys.',
  options: [
    { id: 'none', reading: 'Each request makes all its checks; constrained has the caches of the released server.' },
  ],
}

/** Constrained impersonation on the flowchart that KEP-5284 prints at beta. */
export const beta = design<BetaState>({
  about: BETA,
  sources: [
    betaKEP(
      'workflow when the feature is enabled',
      'Requester is authorized to impersonate the target user/uid/groups/extra with impersonate:< mode >',
    ),
    betaKEP(
      'Verb impersonate:arbitrary-node and impersonate:associated-node',
      'If check in step 2 is not passed, or only condition 1 is met, the verb impersonate:arbitrary-node will be checked',
    ),
    betaKEP('Auditing', 'be added under a new top level object called `authenticationMetadata`'),
  ],
  statement: {
    checks:
      'The action first, impersonate-on:<mode>:<verb> on the request; then the identity, in the mode whose action was granted; then legacy.',
    identity:
      'impersonate:<mode> in authentication.k8s.io: nodes without a name for the own node, nodes with it, serviceaccounts in their namespace, or users, groups, uids and userextras.',
    headers: 'Nodes and service accounts accept Impersonate-User alone.',
    fallback: 'Legacy comes last, for every target; by the chart also after a failed identity check for the own node.',
    error: 'The first failure.',
    groups: 'Those that the released API server adds.',
    audit: 'The identity verb as impersonationConstraint in authenticationMetadata; none for legacy.',
  },
  assumptions: [
    FAILED_OWN_NODE,
    SAME_NODE,
    ONE_HEADER,
    MALFORMED,
    USER_INFO_ORDER,
    NO_MEMORY,
    FIRST_ERROR,
    RELEASED_GROUPS,
  ],
  words: releasedWords,
  auditConstraint: 'authenticationMetadata',
  modes: betaModes,
  nodes,
})
