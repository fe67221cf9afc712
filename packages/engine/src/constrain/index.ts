export {
  type ConstrainPlan,
  constrain,
  type Impersonator,
  type JudgedRequest,
  Migration,
  type Verdict,
} from './constrain.ts'
export type { LeftBecause, LegacyRight } from './legacy-rights.ts'
export { nearRequests } from './near-requests.ts'
export type { StayCause } from './needs.ts'
export { type ConstrainOptions, WIDENINGS, type Widening } from './options.ts'
export { type PlanScenario, planScenario, sentRequest } from './plan-scenario.ts'
export {
  closedInWords,
  differentRequests,
  leftInWords,
  STAY_WORDS,
  targetsInWords,
  VERDICT_WORDS,
  WIDENING_WORDS,
} from './plan-words.ts'
export type { PlannedRole } from './planned-roles.ts'
export type { PlannedRule, RulePart } from './planned-rules.ts'
export { type Proof, proofOf } from './proof.ts'
export { type FallenThrough, fallenThrough } from './second-log.ts'
export { isUnused, type Readiness, readiness, type WayStep, wayThere } from './way-there.ts'
