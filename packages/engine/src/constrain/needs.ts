import { refusedForAll } from '../designs/index.ts'
import {
  type Answer,
  type ConstrainedMode,
  nodeOf,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountOf,
  type UserInfo,
} from '../kube/index.ts'
import { modeOfConstraint, type RequestDecider, type SeenRequest } from '../logs/index.ts'
import type { Check, Question } from '../trace/index.ts'

/**
 * Why no mode of constrained impersonation takes a request. `extra-key`: an extra key without a domain, or an empty value.
 * `masters`: the group `system:masters`. `no-mode`: a node or a service account with more than its name. `group`: the empty
 * group. `any-group`: the group `*`, whose rule would allow any groups where there are four or more. `privileged`: the requestor is in `system:masters`, which no rule limits.
 */
export type StayCause = 'extra-key' | 'masters' | 'no-mode' | 'group' | 'any-group' | 'privileged'

/** What a request needs to be allowed by constrained impersonation. */
export type Need =
  | { readonly kind: 'rules'; readonly mode: ConstrainedMode; readonly checks: readonly Check[] }
  | { readonly kind: 'stays'; readonly because: StayCause; readonly target: UserInfo }

const ALLOW: Answer = { decision: 'Allow', reason: '' }
const NO_OPINION: Answer = { decision: 'NoOpinion', reason: '' }

/**
 * The checks that must be allowed for a request to be impersonated in the first mode that applies, which is the narrowest.
 * They are found by deciding it: each check of a constrained mode is allowed, but for the shortcuts that ask for all groups
 * or extras at once.
 */
export function needOf(request: SeenRequest, target: UserInfo, decider: RequestDecider): Need {
  if (request.requestor.groups.includes(SYSTEM_PRIVILEGED_GROUP))
    return { kind: 'stays', because: 'privileged', target }
  // The API server asks for the name * to ask for all groups at once (Go: `impersonationModeState.check`).
  if (target.groups.includes('*')) return { kind: 'stays', because: causeOf(target), target }
  const decided = decider.decideAs(request, target, (question) =>
    question.phase === 'impersonation' && !isLegacy(question) && !isShortcut(question) ? ALLOW : NO_OPINION,
  )
  const mode = modeOfConstraint(decided.constraint ?? '')
  if (mode === undefined || mode === 'legacy') return { kind: 'stays', because: causeOf(target), target }
  const checks = decided.checks.filter(({ phase, answer }) => phase === 'impersonation' && answer.decision === 'Allow')
  return { kind: 'rules', mode, checks }
}

function isLegacy({ attributes }: Question): boolean {
  return attributes.verb === 'impersonate'
}

/** The checks for all groups or extras at once. */
function isShortcut({ purpose, attributes }: Question): boolean {
  if (attributes.name !== '*') return false
  return purpose === 'group' || (purpose === 'extra' && attributes.subresource === '*')
}

function causeOf(target: UserInfo): StayCause {
  const { username, groups } = target
  if (serviceAccountOf(username) !== undefined || nodeOf(username) !== undefined) return 'no-mode'
  if (groups.includes(SYSTEM_PRIVILEGED_GROUP)) return 'masters'
  if (groups.includes('*')) return 'any-group'
  return refusedForAll({ ...target, extra: new Map() }) === undefined ? 'extra-key' : 'group'
}
