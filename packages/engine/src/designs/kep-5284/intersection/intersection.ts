import type { Attributes } from '../../../kube/index.ts'
import { clause } from '../../../trace/index.ts'
import {
  allowedToImpersonate,
  becomeNode,
  type ChainState,
  chainEnds,
  readHeaders,
  refuse,
  requestAttributes,
  wantedUser,
} from '../../chain.ts'
import { INTERSECTION } from '../../descriptions.ts'
import { design } from '../../design.ts'
import { mergedKEP } from '../../document-sources.ts'
import type { Nodes, PassedNode } from '../../flowchart.ts'
import { askLegacy, becomeLegacyTarget } from '../../released/legacy-impersonation.ts'
import { legacyWords } from '../../words.ts'

type Node = PassedNode<ChainState>

const identity: Node = {
  shape: 'question',
  label: ['May it be the target?'],
  term: [{ code: 'impersonate' }],
  stage: 'identity',
  mode: 'legacy',
  about: 'The checks of legacy impersonation, for each part of the target.',
  edges: { yes: { to: 'O', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  evaluate: askLegacy,
}

const own: Node = {
  shape: 'question',
  label: ['May it do this itself, too?'],
  term: [{ code: '‹verb›' }, ', for the requestor'],
  stage: 'action',
  about: 'The request as it is, for the requestor: the first half of the intersection.',
  edges: { yes: { to: 'S', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  *evaluate(state) {
    const attributes: Attributes = requestAttributes(state)
    if (yield* allowedToImpersonate(state, 'action', attributes))
      return { edge: 'yes', because: ['the requestor may make the request'] }
    refuse(state)
    return { edge: 'no', because: ['the requestor may not make the request, so it may not make it for the target'] }
  },
}

const nodes: Nodes<ChainState> = {
  A: {
    shape: 'step',
    label: ['receive request'],
    about: 'The request line and the Impersonate- headers are read.',
    edges: {
      target: { to: 'L', label: ['impersonation'] },
      anybody: { to: 'O', label: ['impersonation, of anybody'], onlyWhenTaken: true },
      plain: { to: 'R', label: ['no impersonation'] },
      malformed: { to: 'bad', label: ['no user name'] },
      unreadable: { to: 'error', label: ['bad path'] },
    },
    *evaluate(state) {
      const edge = state.input.assumptions.identity === 'none' ? 'anybody' : 'target'
      return readHeaders(state) ?? { edge, because: clause`the headers ask for ${wantedUser(state).username}` }
    },
  },
  L: identity,
  O: own,
  S: becomeNode(
    'The target replaces the requestor; the target’s own permission is the second half of the intersection.',
    becomeLegacyTarget,
  ),
  ...chainEnds(),
}

/** Legacy impersonation that never grants more than the requestor has: both permissions are checked. */
export const intersection = design<ChainState>({
  about: INTERSECTION,
  sources: [
    mergedKEP(
      'Check permission intersection of impersonator and target user',
      'only allow the action if both have the correct permission',
    ),
  ],
  statement: {
    checks: 'The impersonate checks of legacy; then the request for the requestor; then the request for the target.',
    identity: 'impersonate for each part of the target, as in legacy.',
    headers: 'All of them, in any combination.',
    fallback: 'None: nothing allows a request that the requestor may not make itself.',
    error: 'The check that failed: each ends it.',
    groups: 'As in legacy: those of service accounts when no group is asked for, and system:authenticated.',
    audit: 'impersonatedUser, and no constraint.',
  },
  assumptions: [
    {
      id: 'identity',
      text: 'The text mentions the two permissions for the action, but not the right to act as the target.',
      options: [
        { id: 'legacy', reading: 'The impersonate checks of legacy come first, as they are.' },
        { id: 'none', reading: 'Anybody may act as anybody: the result is never more than both may do.' },
      ],
    },
    {
      id: 'order',
      text: 'The text does not say whose permission is asked for first.',
      options: [
        {
          id: 'requestor',
          reading: 'The requestor’s, before the target replaces it; then the target’s, as for any request.',
        },
      ],
    },
  ],
  words: legacyWords,
  auditConstraint: 'none',
  nodes,
})
