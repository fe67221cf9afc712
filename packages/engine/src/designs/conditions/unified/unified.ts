import { clause, settleConditions } from '../../../trace/index.ts'
import {
  allowedToImpersonate,
  type ChainState,
  chainEnds,
  receiving,
  refuse,
  resultOf,
  wantedUser,
} from '../../chain.ts'
import type { Design } from '../../design.ts'
import { flowchart, type PassedNode } from '../../flowchart.ts'
import { becomingTarget, factsOf, SEEN_GROUPS, usernameQuestion } from '../target.ts'
import { UNIFIED } from './about.ts'

const whole: PassedNode<ChainState> = {
  shape: 'question',
  label: ['May the requestor ', { code: 'constrainedimpersonate' }, ' the target?'],
  about: 'Exactly one check, whose conditions must speak of groups, UID and extras: where they do not, any will do.',
  ways: { yes: { to: 'S', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  *visit(state) {
    const { part, attributes } = usernameQuestion(state)
    if (yield* allowedToImpersonate(state, part, attributes))
      return { take: 'yes', because: clause`the requestor may impersonate ${wantedUser(state).username} like this` }
    refuse(state)
    return { take: 'no', because: clause`the requestor may not impersonate ${wantedUser(state).username} like this` }
  },
}

const { graph, run } = flowchart<ChainState>({
  A: receiving('U'),
  U: whole,
  S: becomingTarget,
  ...chainEnds(),
})

/** Option 2 of the text that compares compound with unified authorization. */
export const unified: Design = {
  ...UNIFIED,
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
  graph,
  settle: settleConditions,
  *run(input) {
    const state: ChainState = { input: { ...input, featureEnabled: true }, facts: factsOf(input) }
    return resultOf(state, yield* run(state))
  },
}
