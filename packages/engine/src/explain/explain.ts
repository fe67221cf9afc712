import { customResources } from '../discovery/index.ts'
import type { Policy } from '../policy/index.ts'
import { type Check, type RichText, settledAnswer, type Trace } from '../trace/index.ts'
import type { Explained, ExplainedCluster } from './explained.ts'
import { type Near, NearRules } from './near.ts'
import { nearInWords } from './near-words.ts'
import { deniesBeforeRBAC, notByRules } from './not-by-rules.ts'

/** A check that was not allowed, and the rules that come closest to allowing it. */
export interface NearlyAllowed {
  /** The index of its step in the trace. */
  readonly step: number
  readonly check: Check
  /** The nearest first, at most five. Empty where no rule has to do with the check. */
  readonly near: readonly Near[]
  /** Each of `near` in words. */
  readonly words: readonly RichText[]
}

/** Why a request was refused, as far as the rules tell. */
export interface Explanation {
  /** Every check without an Allow, in the order of the trace. */
  readonly nearly: readonly NearlyAllowed[]
  /** The one with the nearest rule of all. Absent where no rule comes close. */
  readonly first?: NearlyAllowed
  /** Where no rule could be the reason, or not alone: what is, and what would do. */
  readonly otherwise?: RichText
}

/**
 * Explains a refusal: the rules that come closest to each check without an Allow. Undefined where nothing was decided, or
 * where the request was authorized.
 */
export function explain(decided: Explained, scenario: ExplainedCluster): Explanation | undefined {
  const { trace } = decided
  if (trace === undefined || isAuthorized(trace)) return undefined
  const otherwise = notByRules(decided, scenario, trace)
  const rules = nearRulesOf(decided)
  const nearly = trace.steps.flatMap(({ check }, step): readonly NearlyAllowed[] => {
    if (check === undefined || settledAnswer(check).decision === 'Allow') return []
    const near = canBeGranted(check, scenario) ? rules.nearTo(check.attributes) : []
    return [{ step, check, near, words: near.map((one, at) => nearInWords(one, check.attributes, at === 0)) }]
  })
  const first = nearly.reduce<NearlyAllowed | undefined>((best, one) => {
    return importance(one) < importance(best) ? one : best
  }, undefined)
  return { nearly, ...(first && { first }), ...(otherwise && { otherwise }) }
}

/** Checks for all names at once only save others, so their near rules come last. Of the rest, the nearest comes first. */
function importance(one: NearlyAllowed | undefined): number {
  const distance = one?.near[0]?.distance
  if (one === undefined || distance === undefined) return Number.POSITIVE_INFINITY
  const { purpose, attributes } = one.check
  return (purpose === 'group' || purpose === 'extra') && attributes.name === '*' ? distance + 100 : distance
}

/** Whether authorization let the request through. Its handler may still refuse it, for another reason than a missing rule. */
export function isAuthorized({ outcome }: Trace): boolean {
  return outcome.kind === 'allowed' || (outcome.kind === 'refused' && outcome.code !== 403)
}

/** Whether a rule could allow a check. */
export function canBeGranted(check: Check, { cluster }: ExplainedCluster): boolean {
  const modes = cluster.authorizationModes
  return (
    modes.includes('RBAC') &&
    check.attributes.accessRule === undefined &&
    !deniesBeforeRBAC(settledAnswer(check), modes)
  )
}

const known = new WeakMap<Policy['bindings'], { readonly rules: NearRules; readonly defaults: Policy | undefined }>()

/** The index of a policy, made once. */
export function nearRulesOf({ policy, defaultRoles }: Pick<Explained, 'policy' | 'defaultRoles'>): NearRules {
  const last = known.get(policy.bindings)
  if (last !== undefined && last.defaults === defaultRoles) return last.rules
  const rules = new NearRules(policy, defaultRoles, customResources(policy.text))
  known.set(policy.bindings, { rules, defaults: defaultRoles })
  return rules
}
