import { PROPOSAL } from '../../descriptions.ts'
import { design } from '../../design.ts'
import { mergedKEP } from '../../document-sources.ts'
import type { Nodes } from '../../flowchart.ts'
import { actionAttributes } from '../../released/identity.ts'
import {
  FIRST_ERROR,
  IDENTITY_GROUP,
  NODE_VERB,
  OTHER_HEADERS,
  RELEASED_GROUPS,
  SAME_NODE,
  USER_INFO_ORDER,
} from '../assumptions.ts'
import { proposedModes } from '../modes.ts'
import { proposedWords } from '../words.ts'
import { type ProposedState, proposedWorkflow } from '../workflow.ts'

const nodes: Nodes<ProposedState> = proposedWorkflow({
  action: {
    term: ['Requester is authorized to impersonate the target action'],
    about:
      'One check with the verb impersonate-on:<verb>, shared by all kinds of target; the rest is as in the request.',
    ask(request) {
      const verb = `impersonate-on:${request.verb}`
      return { attributes: actionAttributes(request, verb), permission: [{ code: verb }] }
    },
  },
})

/** Constrained impersonation on the flowchart that KEP-5284 prints. */
export const proposal = design<ProposedState>({
  about: PROPOSAL,
  sources: [mergedKEP('workflow when the feature is enabled')],
  statement: {
    checks: 'The identity first, by kind of target; then impersonate-on:<verb> on the request; then legacy.',
    identity:
      'In authentication.k8s.io: impersonate:scheduled-node on nodes without a name, impersonate:node with it, impersonate:serviceaccount, or impersonate:user-info for each header.',
    headers: 'Nodes and service accounts accept Impersonate-User alone.',
    fallback: 'Legacy comes last, for every target.',
    error: 'The first failure.',
    groups: 'Those that the released API server adds.',
    audit: 'The identity verb as impersonationConstraint inside impersonatedUser; none for legacy.',
  },
  assumptions: [IDENTITY_GROUP, NODE_VERB, SAME_NODE, OTHER_HEADERS, USER_INFO_ORDER, FIRST_ERROR, RELEASED_GROUPS],
  words: proposedWords,
  auditConstraint: 'impersonatedUser',
  modes: proposedModes,
  nodes,
})
