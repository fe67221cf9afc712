import { clause, evaluateConditions } from '../../../trace/index.ts'
import { type ChainState, chainEnds, receiveNode, refuse } from '../../chain.ts'
import { CONDITIONAL } from '../../descriptions.ts'
import { design } from '../../design.ts'
import { reviewThread } from '../../document-sources.ts'
import type { Nodes, PassedNode } from '../../flowchart.ts'
import { allLegacyChecks, legacyChecks } from '../../released/legacy-impersonation.ts'
import { legacyWords } from '../../words.ts'
import { becomeTarget, factsOf, SEEN_GROUPS } from '../target.ts'

const identity: PassedNode<ChainState> = {
  shape: 'question',
  label: ['May it be the target, for this request?'],
  term: [{ code: 'impersonate' }, ' and its conditions'],
  stage: 'identity',
  about: 'The checks of legacy impersonation; the API server evaluates the conditions that come with their answers.',
  edges: { yes: { to: 'S', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  *evaluate(state) {
    const one = state.input.assumptions.checks === 'one'
    if (yield* one ? legacyChecks(state, 'username') : allLegacyChecks(state))
      return { edge: 'yes', because: clause`the requestor holds ${'impersonate'} for the whole target` }
    refuse(state)
    return { edge: 'no', because: clause`the requestor does not hold ${'impersonate'} for the whole target like this` }
  },
}

const nodes: Nodes<ChainState> = {
  A: receiveNode('L'),
  L: identity,
  S: becomeTarget,
  ...chainEnds(),
}

/** Conditional authorization, as a comment in the review of KEP-5284 sketches it. */
export const conditional = design<ChainState>({
  about: CONDITIONAL,
  sources: [
    reviewThread(
      'on conditional authorization, June 2025',
      'the condition for a SAR actually ending up being allowed is returned from the authorizer',
    ),
    reviewThread(
      'on the alternative, June 2025',
      'an example of an API object we might use to constrain impersonation',
    ),
  ],
  statement: {
    checks: 'The impersonate checks of legacy, each with its conditions; then the request for the target.',
    identity:
      'impersonate for each part of the target, as in legacy: users, serviceaccounts and groups in the core group, uids and userextras in authentication.k8s.io.',
    headers: 'All of them, in any combination.',
    fallback: 'None is needed: the verb is impersonate.',
    error: 'The check that failed, or whose conditions did not hold: each ends it.',
    groups: 'As in legacy, and system:nodes for a node.',
    audit: 'impersonatedUser, and no constraint.',
  },
  assumptions: [
    {
      id: 'implied-groups',
      text: 'The example for nodes looks for system:nodes in resource.groups; its data has that group alone, and does not say whether a header asks for it.',
      options: [SEEN_GROUPS.named, SEEN_GROUPS.asked, SEEN_GROUPS.all],
    },
    {
      id: 'checks',
      text: 'The comment shows one check, of the user, and hopes for “only one SAR (not two)”; whether groups are still checked is left open.',
      options: [
        { id: 'all', reading: 'Each part of the target is checked, as today.' },
        { id: 'one', reading: 'Only the username is checked; conditions alone limit groups, UID and extras.' },
      ],
    },
    {
      id: 'groups',
      text: 'Legacy gives a node no group; the comment’s data has a node with system:nodes.',
      options: [{ id: 'node', reading: 'A node gets system:nodes, as a service account gets its groups.' }],
    },
    {
      id: 'kep-5681',
      text: 'KEP-5681 admits conditions for requests that admission sees, and evaluates them there, after impersonation. The data of k8s.io/apiserver 0.37.2 for conditions are those of admission, without the Impersonate headers; the KEP’s section on impersonation adds impersonatedRequest alone.',
      options: [
        {
          id: 'own',
          reading:
            'Conditions see the whole target, and come back for reads as well. Neither can be built on that text as it is: “KEP-5681, for impersonation” has its section.',
        },
      ],
    },
    {
      id: 'conditions-of-all',
      text: 'The comment shows conditions on the answer to the check of the user.',
      options: [{ id: 'each', reading: 'Each check may be answered with conditions, on all of the target.' }],
    },
  ],
  words: legacyWords,
  auditConstraint: 'none',
  evaluateConditions,
  begin: (input) => ({ facts: factsOf(input) }),
  nodes,
})
