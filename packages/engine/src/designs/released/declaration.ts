import { chainEnds } from '../chain.ts'
import type { Declaration } from '../design.ts'
import { releasedWords } from '../words.ts'
import { type FilterState, RELEASED_FILTER } from './filter.ts'
import { constrainedModes } from './modes.ts'

/** The declaration of designs that impersonate by the released filter: all but where it is written down, and the name. */
export const RELEASED_DECLARATION: Omit<Declaration<FilterState>, 'about' | 'sources'> = {
  statement: {
    checks:
      'Each mode that applies, in turn: impersonate-on:<mode>:<verb> on the request, then the identity. After them the impersonate checks of legacy. The mode that last worked is tried first, and successes count for ten seconds.',
    identity:
      'impersonate:<mode> in authentication.k8s.io: nodes, serviceaccounts in their namespace, or users, uids, groups and userextras, one by one; with four or more groups or extras, first one check for all of them.',
    headers:
      'Nodes and service accounts accept Impersonate-User alone; with other headers only legacy applies. Extra keys must be domain-prefixed.',
    fallback: 'Legacy comes last, for every target.',
    error: 'The first failure over all modes.',
    groups:
      'system:nodes for nodes; system:serviceaccounts and that of the namespace for service accounts; system:authenticated for all but anonymous.',
    audit:
      'impersonatedUser, and the identity verb as impersonationConstraint in authenticationMetadata; none for legacy.',
  },
  assumptions: [
    {
      id: 'malformed-names',
      text: 'The docs say that user-info applies to names that do not start with system:serviceaccount: or system:node:.',
      options: [
        { id: 'users', reading: 'Malformed names with these prefixes count as ordinary users, as the code has it.' },
      ],
    },
  ],
  words: releasedWords,
  auditConstraint: 'authenticationMetadata',
  modes: constrainedModes,
  nodes: { ...RELEASED_FILTER, ...chainEnds() },
}
