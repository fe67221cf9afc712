import { type FeatureGate, RELEASED_GATE } from '../kube/index.ts'
import type { DesignAbout } from './design.ts'

// The description of each design, known before the design is loaded, in the order in which designs are shown.

/** The gate of KEP-5284, by the versions of its manual test: absent in 1.33, on from 1.34. The variants share it. */
export const PROPOSED_GATE: FeatureGate = {
  name: 'ConstrainedImpersonation',
  defaults: { '1.33': 'absent', '1.34': 'on', '1.35': 'on', '1.36': 'on', '1.37': 'on' },
}

export const CONSTRAINED: DesignAbout = {
  id: 'constrained',
  title: 'Constrained impersonation, as released',
  summary:
    'Each mode asks for the action first, then for the identity; the first mode that succeeds wins, and legacy comes last.',
  origin: 'released',
  gate: RELEASED_GATE,
}

export const PROPOSAL: DesignAbout = {
  id: 'proposal',
  title: 'KEP-5284 as proposed',
  summary:
    'The identity is asked for first, by kind of target; then one action check serves them all; legacy comes last.',
  origin: 'kep-5284',
  gate: PROPOSED_GATE,
}

/** Its kep.yaml names the versions of the released gate: alpha in 1.35, beta in 1.36. */
export const BETA: DesignAbout = {
  id: 'beta',
  title: 'KEP-5284 at beta',
  summary:
    'The action is asked for first, by mode; one identity question serves every mode, and its “no” leads to legacy.',
  origin: 'kep-5284',
  gate: RELEASED_GATE,
}

export const LEGACY: DesignAbout = {
  id: 'legacy',
  title: 'Legacy impersonation',
  summary: 'One verb, impersonate, for each part of the target; a user who holds it can do all that the target can.',
  origin: 'released',
}

export const USER_INFO_ONLY: DesignAbout = {
  id: 'user-info-only',
  title: 'user-info for every target',
  summary: 'Nodes and service accounts have no verbs of their own: each is a user, granted by full name.',
  origin: 'kep-5284',
  gate: PROPOSED_GATE,
}

export const CLIENT_REVIEW: DesignAbout = {
  id: 'client-review',
  title: 'The client asks first',
  summary: 'The controller asks for a review about the target, and then acts as itself: there is no impersonation.',
  origin: 'kep-5284',
}

export const GROUP_SUFFIX: DesignAbout = {
  id: 'group-suffix',
  title: 'A special API group',
  summary: 'The action is asked for with its plain verb, in an API group that ends in impersonation.k8s.io.',
  origin: 'kep-5284',
  gate: PROPOSED_GATE,
}

export const INTERSECTION: DesignAbout = {
  id: 'intersection',
  title: 'Both must be allowed',
  summary: 'Both the requestor and the target need the permission for the request.',
  origin: 'kep-5284',
}

/** An assumption: no header exists for it. */
export const ACCESS_RULE_HEADER = 'Impersonate-Access-Rule'

export const ACCESS_RULE_DESIGN: DesignAbout = {
  id: 'access-rule',
  title: 'Expand RBAC and SAR',
  summary:
    'The client declares the access rule that it relies on, and that rule decides whom it may impersonate for which requests.',
  origin: 'kep-5284',
  readsConditions: 'access-rules',
  headers: [ACCESS_RULE_HEADER],
}

export const CONDITIONAL: DesignAbout = {
  id: 'conditional',
  title: 'Conditional authorization',
  summary: 'The checks of legacy impersonation, each answered “Allow, only if” a condition holds.',
  origin: 'review thread',
}

export const COMPILED: DesignAbout = {
  id: 'compiled',
  title: 'Constrained impersonation, compiled',
  summary: 'RBAC answers one review with a condition that it compiles from the rules for constrained impersonation.',
  origin: 'review thread',
  readsConditions: 'rbac',
  gate: RELEASED_GATE,
}

export const COMPOUND: DesignAbout = {
  id: 'compound',
  title: 'Compound authorization',
  summary: 'A check for each part of the target, each answered with conditions on the rest and on the request.',
  origin: 'compound and unified',
}

export const UNIFIED: DesignAbout = {
  id: 'unified',
  title: 'One unified check',
  summary: 'One check for the whole target, answered with conditions on its groups, UID and extras and on the request.',
  origin: 'compound and unified',
}

/** Its kep.yaml names a gate, ConditionalAuthorization, that 1.37.2 does not have: so the design reads none. */
export const CONDITION_SETS: DesignAbout = {
  id: 'condition-sets',
  title: 'KEP-5681, for impersonation',
  summary:
    'The review of `impersonate` returns condition sets, which the impersonation filter evaluates with the impersonated request.',
  origin: 'kep-5681',
  asksForProxies: true,
}

export const CONDITIONS_1_37: DesignAbout = {
  id: 'conditions-1.37',
  title: 'Conditions as 1.37 has them',
  summary:
    'The released filter, where an authorizer may answer with conditions: every caller asks without them, so they fail closed.',
  origin: 'kep-5681',
  gate: RELEASED_GATE,
  impersonatesAsReleased: true,
}

export const NAMED_VERBS: DesignAbout = {
  id: 'named-verbs',
  title: 'The name in the verb',
  summary: 'Both verbs name the target, so that a grant for one target never applies to another.',
  origin: 'review thread',
  gate: PROPOSED_GATE,
}

/** An assumption: no header exists for it. */
export const BOUNDARY_HEADER = 'Impersonate-Boundary'

export const BOUNDARY: DesignAbout = {
  id: 'boundary',
  title: 'Permission boundaries',
  summary: 'A user who impersonates may do only what both the target and a role, the boundary, allow.',
  origin: 'review thread',
  headers: [BOUNDARY_HEADER],
}

export const NODE_SCOPED: DesignAbout = {
  id: 'node-scoped',
  title: 'Reading as the node, without impersonation',
  summary: 'A service account whose token is bound to a node may read what that node may read, where a rule allows it.',
  origin: 'review thread',
}

export const FINE_GRAINED: DesignAbout = {
  id: 'fine-grained',
  title: 'Fine-grained authorization',
  summary: 'A user who lacks the verb for the whole object may still change fields, with verbs for single fields.',
  origin: 'kep-3617',
  impersonatesAsReleased: true,
  readsChanges: true,
  gate: RELEASED_GATE,
}
