import { clause, settleConditions } from '../../../trace/index.ts'
import { allowedToImpersonate, type ChainState, chainEnds, receiveNode, refuse, wantedUser } from '../../chain.ts'
import { design } from '../../design.ts'
import type { Nodes, PassedNode } from '../../flowchart.ts'
import { becomeTarget, factsOf, otherQuestions, SEEN_GROUPS, usernameQuestion } from '../target.ts'
import { COMPOUND } from './about.ts'

type Node = PassedNode<ChainState>

const username: Node = {
  shape: 'question',
  label: ['May the requestor ', { code: 'constrainedimpersonate' }, ' the username?'],
  about: 'One check on users, serviceaccounts or nodes, whose conditions may speak of the rest and of the request.',
  edges: { yes: { to: 'P', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  *evaluate(state) {
    const { part, attributes } = usernameQuestion(state)
    if (yield* allowedToImpersonate(state, part, attributes))
      return { edge: 'yes', because: clause`the requestor may impersonate ${wantedUser(state).username}` }
    refuse(state)
    return { edge: 'no', because: clause`the requestor may not impersonate ${wantedUser(state).username}` }
  },
}

const others: Node = {
  shape: 'question',
  label: ['May it ', { code: 'constrainedimpersonate' }, ' every other part?'],
  about: 'A check for each group, the UID and each extra value, each with conditions of its own.',
  edges: { yes: { to: 'S', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  *evaluate(state) {
    const questions = otherQuestions(state)
    for (const { part, attributes } of questions) {
      if (yield* allowedToImpersonate(state, part, attributes)) continue
      refuse(state)
      return { edge: 'no', because: [`the requestor may not impersonate that ${part}`] }
    }
    const all = questions.length === 0 ? 'nothing but a username is asked for' : 'each part is allowed'
    return { edge: 'yes', because: [all] }
  },
}

const nodes: Nodes<ChainState> = {
  A: receiveNode('U'),
  U: username,
  P: others,
  S: becomeTarget,
  ...chainEnds(),
}

/** Option 1 of the text that compares compound with unified authorization. */
export const compound = design<ChainState>({
  about: COMPOUND,
  sources: [
    {
      document: 'Constrained impersonation: compound or unified',
      section: 'Option 1: Compound authorization for each UserInfo part',
      url: 'https://github.com/kubernetes/enhancements/tree/master/keps/sig-auth/5284-constrained-impersonation',
      quote: 'API server submits `n` SubjectAccessReview requests, one for each of the following',
    },
    {
      document: 'Constrained impersonation: compound or unified',
      section: 'Current limitations',
      url: 'https://github.com/kubernetes/enhancements/tree/master/keps/sig-auth/5284-constrained-impersonation',
      quote: 'principal P can impersonate group G, but only if the impersonated username is U',
    },
  ],
  statement: {
    checks: 'The username; then each group, the UID, each extra value; then the request for the target.',
    identity:
      'constrainedimpersonate in authentication.k8s.io on users, serviceaccounts or nodes, groups, uids and userextras.',
    headers: 'All of them, in any combination.',
    fallback: 'None: the text does not ask for impersonate.',
    error: 'The check that failed: each ends it.',
    groups: 'As in legacy, and system:nodes for a node, beside groups that are asked for.',
    audit: 'impersonatedUser, and no constraint.',
  },
  assumptions: [
    {
      id: 'api-group',
      text: 'The text moves users and groups to authentication.k8s.io, and is silent on serviceaccounts and nodes.',
      options: [
        { id: 'same', taken: 'They are asked about in authentication.k8s.io too.' },
        { id: 'core', taken: 'They are asked about in the core group, where service accounts are today.' },
      ],
    },
    {
      id: 'account-groups',
      text: 'A service account’s groups “are added implicitly”; today they are, but only where no group is asked for.',
      options: [
        { id: 'as-today', taken: 'Only where no group is asked for.' },
        { id: 'always', taken: 'Beside those that are asked for, too.' },
      ],
    },
    {
      id: 'implied-groups',
      text: 'The text does not say whether conditions see the groups that are added.',
      options: [SEEN_GROUPS.asked, SEEN_GROUPS.named, SEEN_GROUPS.all],
    },
    {
      id: 'fallback',
      text: 'The text does not say whether the verb impersonate still counts.',
      options: [{ id: 'none', taken: 'It does not.' }],
    },
    {
      id: 'malformed',
      text: 'The text speaks of prefixes, and not of names that go wrong behind them.',
      options: [{ id: 'users', taken: 'What names no service account and no node is asked about as a user.' }],
    },
  ],
  auditConstraint: 'none',
  settle: settleConditions,
  begin: (input) => ({ facts: factsOf(input) }),
  nodes,
})
