import { evaluateConditions } from '../../../trace/index.ts'
import { type ChainState, chainEnds, receiveNode } from '../../chain.ts'
import { UNIFIED } from '../../descriptions.ts'
import { design } from '../../design.ts'
import type { Nodes } from '../../flowchart.ts'
import { COMMON_ASSUMPTIONS, COMMON_STATEMENT, COMMON_WORDS, sourceIn, usernameNode } from '../compound-or-unified.ts'
import { becomeTarget, factsOf, SEEN_GROUPS } from '../target.ts'

const whole = usernameNode({
  label: 'May it be the target, for this request?',
  about:
    'Exactly one check, whose conditions must limit groups, UID and extras: a part without a limit may have any value.',
  next: 'S',
  manner: [' like this'],
})

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
    sourceIn(
      'Option 2: One unified SubjectAccessReview for the whole UserInfo struct',
      'The API server enforces that the conditions returned are satisfied by the request.',
    ),
    sourceIn(
      'Option 2: One unified SubjectAccessReview for the whole UserInfo struct',
      'there is no easy way to express that "principal P can impersonate userextra E"',
    ),
  ],
  statement: {
    checks: 'One for the whole target; then the request for the target.',
    identity: 'constrainedimpersonate in authentication.k8s.io on users, serviceaccounts or nodes.',
    headers: 'All of them: conditions alone limit groups, UID and extras.',
    error: 'The one check.',
    ...COMMON_STATEMENT,
  },
  assumptions: [
    {
      id: 'groups',
      text: 'The text does not say which groups are added to the target.',
      options: [{ id: 'compound', reading: 'The same groups as in compound.' }],
    },
    {
      id: 'implied-groups',
      text: 'The text does not say whether conditions see the groups that are added; “has groups” is meant for those that are asked for.',
      options: [SEEN_GROUPS.asked, SEEN_GROUPS.named, SEEN_GROUPS.all],
    },
    {
      id: 'unconditional',
      text: 'The text does not say what an answer without conditions, such as RBAC’s, allows.',
      options: [{ id: 'everything', reading: 'Everything: the request may ask for any groups, UID and extras.' }],
    },
    ...COMMON_ASSUMPTIONS,
  ],
  words: COMMON_WORDS,
  auditConstraint: 'none',
  evaluateConditions,
  begin: (input) => ({ facts: factsOf(input) }),
  nodes,
})
