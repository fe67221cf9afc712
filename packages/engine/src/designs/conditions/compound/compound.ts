import { settleConditions } from '../../../trace/index.ts'
import { allowedToImpersonate, type ChainState, chainEnds, receiveNode, refuse } from '../../chain.ts'
import { design } from '../../design.ts'
import type { Nodes, PassedNode } from '../../flowchart.ts'
import { constrainedWords } from '../../words.ts'
import { COMMON_ASSUMPTIONS, COMMON_STATEMENT, sourceIn, usernameNode } from '../compound-or-unified.ts'
import { becomeTarget, factsOf, otherQuestions, SEEN_GROUPS } from '../target.ts'
import { COMPOUND } from './about.ts'

const username = usernameNode({
  label: 'May it be this user?',
  about: 'One check on users, serviceaccounts or nodes, whose conditions may limit the other parts and the request.',
  next: 'P',
})

const others: PassedNode<ChainState> = {
  shape: 'question',
  label: ['May it have every other part?'],
  term: [{ code: 'constrainedimpersonate' }],
  stage: 'identity',
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
    sourceIn(
      'Option 1: Compound authorization for each UserInfo part',
      'API server submits `n` SubjectAccessReview requests, one for each of the following',
    ),
    sourceIn('Current limitations', 'principal P can impersonate group G, but only if the impersonated username is U'),
  ],
  statement: {
    checks: 'The username; then each group, the UID, each extra value; then the request for the target.',
    identity:
      'constrainedimpersonate in authentication.k8s.io on users, serviceaccounts or nodes, groups, uids and userextras.',
    headers: 'All of them, in any combination.',
    error: 'The check that failed: each ends it.',
    ...COMMON_STATEMENT,
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
        { id: 'always', taken: 'Also in addition to groups that are asked for.' },
      ],
    },
    {
      id: 'implied-groups',
      text: 'The text does not say whether conditions see the groups that are added.',
      options: [SEEN_GROUPS.asked, SEEN_GROUPS.named, SEEN_GROUPS.all],
    },
    ...COMMON_ASSUMPTIONS,
  ],
  words: constrainedWords,
  auditConstraint: 'none',
  settle: settleConditions,
  begin: (input) => ({ facts: factsOf(input) }),
  nodes,
})
