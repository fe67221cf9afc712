import { clause, settleConditions } from '../../../trace/index.ts'
import { allowedToImpersonate, type ChainState, chainEnds, receiveNode, refuse, wantedUser } from '../../chain.ts'
import { design } from '../../design.ts'
import type { Nodes, PassedNode } from '../../flowchart.ts'
import { becomeTarget, factsOf, SEEN_GROUPS, usernameQuestion } from '../target.ts'
import { UNIFIED } from './about.ts'

const whole: PassedNode<ChainState> = {
  shape: 'question',
  label: ['May the requestor ', { code: 'constrainedimpersonate' }, ' the target?'],
  about: 'Exactly one check, whose conditions must speak of groups, UID and extras: where they do not, any will do.',
  edges: { yes: { to: 'S', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  *evaluate(state) {
    const { part, attributes } = usernameQuestion(state)
    if (yield* allowedToImpersonate(state, part, attributes))
      return { edge: 'yes', because: clause`the requestor may impersonate ${wantedUser(state).username} like this` }
    refuse(state)
    return { edge: 'no', because: clause`the requestor may not impersonate ${wantedUser(state).username} like this` }
  },
}

const nodes: Nodes<ChainState> = {
  A: receiveNode('U'),
  U: whole,
  S: becomeTarget,
  ...chainEnds(),
}

/** Option 2 of the text that compares compound with unified authorization. */
export const unified = design<ChainState>({
  about: UNIFIED,
  sources: [
    {
      document: 'Constrained impersonation: compound or unified',
      section: 'Option 2: One unified SubjectAccessReview for the whole UserInfo struct',
      url: 'https://github.com/kubernetes/enhancements/tree/master/keps/sig-auth/5284-constrained-impersonation',
      quote: 'The API server enforces that the conditions returned are satisfied by the request.',
    },
    {
      document: 'Constrained impersonation: compound or unified',
      section: 'Option 2: One unified SubjectAccessReview for the whole UserInfo struct',
      url: 'https://github.com/kubernetes/enhancements/tree/master/keps/sig-auth/5284-constrained-impersonation',
      quote: 'there is no easy way to express that "principal P can impersonate userextra E"',
    },
  ],
  statement: {
    checks: 'One for the whole target; then the request for the target.',
    identity: 'constrainedimpersonate in authentication.k8s.io on users, serviceaccounts or nodes.',
    headers: 'All of them: conditions alone limit groups, UID and extras.',
    fallback: 'None: the text does not ask for impersonate.',
    error: 'The one check.',
    groups: 'As in legacy, and system:nodes for a node, beside groups that are asked for.',
    audit: 'impersonatedUser, and no constraint.',
  },
  assumptions: [
    {
      id: 'groups',
      text: 'The text does not say which groups are added to the target.',
      options: [{ id: 'compound', taken: 'The same as in the other option.' }],
    },
    {
      id: 'implied-groups',
      text: 'The text does not say whether conditions see the groups that are added; “has groups” is meant for those that are asked for.',
      options: [SEEN_GROUPS.asked, SEEN_GROUPS.named, SEEN_GROUPS.all],
    },
    {
      id: 'unconditional',
      text: 'The text does not say what an answer without conditions, such as RBAC’s, allows.',
      options: [{ id: 'everything', taken: 'Everything: any groups, UID and extras may be asked for.' }],
    },
    {
      id: 'fallback',
      text: 'The text does not say whether the verb impersonate still counts.',
      options: [{ id: 'none', taken: 'It does not.' }],
    },
    {
      id: 'malformed',
      text: 'The text names users, serviceaccounts and nodes, and not what goes wrong behind their prefixes.',
      options: [{ id: 'users', taken: 'What names no service account and no node is asked about as a user.' }],
    },
  ],
  auditConstraint: 'none',
  settle: settleConditions,
  begin: (input) => ({ facts: factsOf(input) }),
  nodes,
})
