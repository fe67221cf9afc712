import { chainEnds } from '../../chain.ts'
import { design } from '../../design.ts'
import type { Nodes } from '../../flowchart.ts'
import { releasedWords } from '../../words.ts'
import { type FilterState, RELEASED_FILTER } from '../filter.ts'
import { constrainedModes } from '../modes.ts'
import { CONSTRAINED } from './about.ts'

const nodes: Nodes<FilterState> = { ...RELEASED_FILTER, ...chainEnds() }

const FILTER = 'https://github.com/kubernetes/apiserver/blob/v0.36.3/pkg/endpoints/filters/impersonation'

/** Constrained impersonation as released: alpha in 1.35, beta in 1.36. */
export const constrained = design<FilterState>({
  about: CONSTRAINED,
  sources: [
    {
      document: 'Kubernetes documentation',
      section: 'Constrained Impersonation',
      url: 'https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/#constrained-impersonation',
    },
    {
      document: 'kubernetes/apiserver',
      section: 'pkg/endpoints/filters/impersonation/mode.go',
      url: `${FILTER}/mode.go`,
    },
    { document: 'KEP-5284', section: 'Constrained Impersonation', url: 'https://kep.k8s.io/5284' },
  ],
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
  nodes,
})
