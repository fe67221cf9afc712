import { CONDITIONS_1_37 } from '../../descriptions.ts'
import { type Assumption, type DesignSource, design } from '../../design.ts'
import { kep5681 } from '../../document-sources.ts'
import { RELEASED_DECLARATION } from '../../released/declaration.ts'
import type { FilterState } from '../../released/filter.ts'

/** A function of k8s.io/apiserver 0.37.2, which kube-apiserver 1.37.2 is built with. */
function apiserver(file: string, name: string): DesignSource {
  return {
    document: 'kubernetes/apiserver 0.37.2',
    section: `${file}, ${name}`,
    url: `https://github.com/kubernetes/apiserver/blob/v0.37.2/${file}`,
  }
}

const OPEN_POINTS: readonly Assumption[] = [
  {
    id: 'authorizer',
    text: 'The library has conditions; no authorizer of kube-apiserver 1.37.2 returns any: Node, RBAC, ABAC and webhooks answer with a decision.',
    options: [
      {
        id: 'access-rules',
        reading:
          'ClusterAccessRules play an authorizer that returns as a condition what the check does not settle. Without the mode AccessRules this is constrained.',
      },
    ],
  },
  {
    id: 'older-versions',
    text: 'k8s.io/apiserver 0.36 has no conditions at all.',
    options: [
      {
        id: 'alike',
        reading: 'Set to an older version, conditions fail closed too; reasons do not name their authorizer.',
      },
    ],
  },
]

/**
 * Conditional authorization as far as 1.37.2 is built: a library. The flowchart is that of the released filter, whose checks
 * have no facts for conditions, so that each authorizer answers them by `withoutConditions`.
 */
export const conditions137 = design<FilterState>({
  ...RELEASED_DECLARATION,
  about: CONDITIONS_1_37,
  sources: [
    kep5681(
      'Other Kubernetes authorization enforcement points, with and without conditions-awareness',
      [1614, 1617],
      'Existing Authorize calls that not mentioned here to specifically support conditional authorization, do not support it, and will fail closed upon seeing on any conditions.',
    ),
    kep5681(
      'Authorizer requirements',
      [1916, 1918],
      'If any of the conditions that the authorizer would have returned would have been of effect=Deny, it is recommended for the authorizer to fold to decision=Deny.',
    ),
    apiserver('pkg/authorization/authorizer/conditions.go', 'unconditionalParts'),
    apiserver('pkg/authorization/authorizer/conditions.go', 'FailureDecision'),
    apiserver('pkg/authorization/union/union.go', 'Authorize'),
    apiserver('pkg/endpoints/filters/impersonation/mode.go', 'checkAuthorization'),
    apiserver('pkg/endpoints/filters/impersonation/impersonation.go', 'WithImpersonation'),
    apiserver('pkg/endpoints/filters/authorization.go', 'WithAuthorization'),
  ],
  statement: {
    ...RELEASED_DECLARATION.statement,
    checks: `${RELEASED_DECLARATION.statement.checks} Each check, and that of the request, is asked without conditions: a conditional answer counts as Deny where one of its conditions may deny, else as NoOpinion.`,
    error:
      'The first failure over all modes. Where conditions came back, its reason has “failed closed: tried to return conditional decision to conditions-unaware authorizer”.',
  },
  assumptions: [...RELEASED_DECLARATION.assumptions, ...OPEN_POINTS],
})
