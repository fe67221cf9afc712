import type { Scenario } from '@authz-playground/engine'
import { http, scenario, user } from '../example.ts'
import { binding, documents, role } from '../rbac.ts'
import type { ExpectedCell, Quote } from './expectations.ts'
import type { RuleSet } from './rule-sets.ts'
import type { StageId } from './stages.ts'

/** The designs of the section: as the KEP wrote it, and as it was released. */
export type PlayedDesign = 'proposal' | 'constrained'

/** How a design spells its checks. */
export const SPELLING: Readonly<
  Record<PlayedDesign, { readonly identity: string; readonly action: (verb: string) => string }>
> = {
  proposal: {
    identity: 'impersonate:user-info',
    action: (verb) => `impersonate-on:${verb}`,
  },
  constrained: {
    identity: 'impersonate:user-info',
    action: (verb) => `impersonate-on:user-info:${verb}`,
  },
}

const NAME = 'impersonator'
const SUBJECT = `User ${NAME}` as const
const LIST_PODS = 'GET /api/v1/namespaces/default/pods'

/** Old and new rules for one impersonator, who lists pods as `someUser`: the KEP’s own example beside its motivation’s. */
export function upgradeScenario(design: PlayedDesign): Scenario {
  const { identity, action } = SPELLING[design]
  const policy = documents(
    `# The old permission, for everything that someUser may do.\n${role('impersonate-some-user', 'apiGroups: [""]\nresources: ["users"]\nresourceNames: ["someUser"]\nverbs: ["impersonate"]')}`,
    binding('old', 'ClusterRole impersonate-some-user', SUBJECT),
    `# The new ones: who, and what.\n${role('constrained-impersonate-only-some-user', `apiGroups: ["authentication.k8s.io"]\nresources: ["users"]\nresourceNames: ["someUser"]\nverbs: ["${identity}"]`)}`,
    binding('new', 'ClusterRole constrained-impersonate-only-some-user', SUBJECT),
    role(
      'impersonate-action',
      `apiGroups: [""]\nresources: ["pods"]\nverbs: ["${action('list')}", "${action('watch')}"]`,
      'default',
    ),
    binding('new-action', 'Role impersonate-action', SUBJECT, 'default'),
    `# What someUser may do.\n${role('reads-pods', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["list", "watch"]', 'default')}`,
    binding('some-user', 'Role reads-pods', 'User someUser', 'default'),
  )
  return scenario(policy, user(NAME), http(LIST_PODS, { 'Impersonate-User': 'someUser' }), { design })
}

const UPGRADE = 'Upgrade / Downgrade Strategy'
const ROLLBACK = 'How can a rollout or rollback fail? Can it impact already running workloads?'
const COST = 'Scalability'

const as = (section: string, words: string): Quote => ({ section, words })
const IGNORED = as(UPGRADE, 'the permission with `impersonate-on:{verb}` and `impersonate:` verb will be ignored.')
const DENIED = as(
  'Old kube-apiserver, new impersonate-on: and impersonate: permission',
  'The impersonator will be denied to impersonate.',
)
const AS_IS = as('Goals', 'existing impersonation flows keep working as-is.')
const AGAIN = as(
  'What happens if we reenable the feature if it was previously rolled back?',
  'No additional configuration is needed.',
)
const BOTH_MET = as('Subject Access Review Details', 'Allows the impersonation if the above two conditions are met')

const ONE_REVIEW = {
  count: 1,
  quote: as(COST, 'The existing impersonation mechanism will introduce 1 access review'),
}
const TWO_REVIEWS = { count: 2, quote: as(COST, '2 access review check if the new access rule is passed.') }
const THREE_REVIEWS = { count: 3, quote: as(COST, '3 access review check if the new access rule is not passed') }

const allowed = (quote: Quote, reviews: NonNullable<ExpectedCell['reviews']>): ExpectedCell => ({
  code: 200,
  quote,
  reviews,
})
const denied = (quote: Quote): ExpectedCell => ({ code: 403, quote })

/** The KEP's expectations of the impersonator, on each server under each set of rules. */
export const UPGRADE_EXPECTED: Readonly<Record<StageId, Readonly<Record<RuleSet, ExpectedCell>>>> = {
  old: {
    old: allowed(as('Motivation', 'Today an impersonator can impersonate another user'), ONE_REVIEW),
    new: denied(DENIED),
    both: allowed(
      as(
        'Old kube-apiserver, new impersonate-on: and impersonate: permission',
        'the impersonator permission is not enlarged',
      ),
      ONE_REVIEW,
    ),
  },
  off: { old: allowed(AS_IS, ONE_REVIEW), new: denied(IGNORED), both: allowed(IGNORED, ONE_REVIEW) },
  on: {
    old: allowed(
      as(
        'New kube-apiserver, old impersonate permission',
        'The impersonator will still be allowed to impersonate with unscoped permission',
      ),
      THREE_REVIEWS,
    ),
    new: allowed(BOTH_MET, TWO_REVIEWS),
    both: allowed(BOTH_MET, TWO_REVIEWS),
  },
  'rolled-back': {
    old: allowed(as(ROLLBACK, 'Impersonator will need to have the unscoped impersonate permission.'), ONE_REVIEW),
    new: denied(as(ROLLBACK, 'permission will no longer be authorized to impersonate.')),
    both: allowed(as(ROLLBACK, 'Impersonator will need to have the unscoped impersonate permission.'), ONE_REVIEW),
  },
  downgraded: {
    old: allowed(as(UPGRADE, 'No configuration is needed'), ONE_REVIEW),
    new: denied(IGNORED),
    both: allowed(IGNORED, ONE_REVIEW),
  },
  'on-again': {
    old: allowed(AGAIN, THREE_REVIEWS),
    new: allowed(AGAIN, TWO_REVIEWS),
    both: allowed(AGAIN, TWO_REVIEWS),
  },
}
