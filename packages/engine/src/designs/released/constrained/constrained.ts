import { CONSTRAINED } from '../../descriptions.ts'
import { design } from '../../design.ts'
import { RELEASED_DECLARATION } from '../declaration.ts'
import type { FilterState } from '../filter.ts'

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
  ...RELEASED_DECLARATION,
})
