export {
  type ConstrainedCluster,
  type ConstrainPlan,
  constrain,
  type Impersonator,
  type JudgedRequest,
  type Verdict,
} from './constrain.ts'
export type { BoundSubject, LeftBecause, LegacyRight } from './legacy-rights.ts'
export type { ConstrainedMode, StayCause } from './needs.ts'
export { type ConstrainOptions, WIDENINGS, type Widening } from './options.ts'
export type { PlannedRole } from './planned-roles.ts'
export type { PlannedRule, RulePart } from './planned-rules.ts'
