import type { DesignAbout } from '../../design.ts'

/** Its kep.yaml names a gate, ConditionalAuthorization, that 1.37.2 does not have: so the design reads none. */
export const CONDITION_SETS: DesignAbout = {
  id: 'condition-sets',
  title: 'KEP-5681, for impersonation',
  summary:
    'The review of `impersonate` returns condition sets, which the impersonation filter evaluates with the impersonated request.',
  origin: 'kep-5681',
  asksForProxies: true,
}
