import { clause } from '../../trace/index.ts'
import { becoming, factsOf, receiving, withNodeGroup } from '../conditional-target.ts'
import type { Design } from '../design.ts'
import { flowchart, type PassedNode } from '../flowchart.ts'
import { allLegacyChecks } from '../legacy-checks.ts'
import { type ChainState, chainEnds, refuse, resultOf } from '../request-chain.ts'
import { CONDITIONAL } from './about.ts'

const identity: PassedNode<ChainState> = {
  shape: 'question',
  label: ['May the requestor ', { code: 'impersonate' }, ' the target, and do its conditions hold?'],
  about: 'The checks of legacy impersonation; the API server evaluates the conditions that come with their answers.',
  ways: { yes: { to: 'S', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  *visit(state) {
    if (yield* allLegacyChecks(state))
      return { take: 'yes', because: clause`the requestor holds ${'impersonate'} for the whole target` }
    refuse(state)
    return { take: 'no', because: clause`the requestor does not hold ${'impersonate'} for the whole target like this` }
  },
}

const { graph, run } = flowchart<ChainState>({
  A: receiving('L'),
  L: identity,
  S: becoming,
  ...chainEnds(),
})

/** Conditional authorization as a comment in KEP-5284's review sketches it. */
export const conditional: Design = {
  ...CONDITIONAL,
  sources: [
    {
      document: 'KEP-5284, review',
      section: 'Comment on conditional authorization, June 2025',
      url: 'https://github.com/kubernetes/enhancements/pull/5285',
      quote: 'the condition for a SAR actually ending up being allowed is returned from the authorizer',
    },
  ],
  statement: {
    checks: 'The impersonate checks of legacy, each with its conditions; then the request for the target.',
    identity: 'impersonate for each part of the target, as in legacy.',
    headers: 'All of them, in any combination.',
    fallback: 'None is needed: the verb is impersonate.',
    error: 'The check that failed, or whose conditions did not hold: each ends it.',
    groups: 'As in legacy, and system:nodes for a node.',
    audit: 'impersonatedUser, and no constraint.',
  },
  assumptions: [
    {
      id: 'implied-groups',
      text: 'The example for nodes looks for system:nodes in resource.groups, and no header asks for that group.',
      options: [
        { id: 'counted', taken: 'Groups that are added to the target count in resource.groups.' },
        { id: 'as-asked', taken: 'Only groups that headers ask for count in resource.groups.' },
      ],
    },
    {
      id: 'checks',
      text: 'The comment shows one check, of the user, and does not say whether groups are still checked.',
      options: [{ id: 'all', taken: 'Each part of the target is checked, as today.' }],
    },
  ],
  auditConstraint: 'none',
  graph,
  *run(input) {
    const asked = input.assumptions['implied-groups'] === 'as-asked'
    const facts = asked ? factsOf(input) : factsOf(input, withNodeGroup)
    const state: ChainState = { input: { ...input, featureEnabled: true }, facts }
    return resultOf(state, yield* run(state))
  },
}
