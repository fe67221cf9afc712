export {
  type Decided,
  type DecideOptions,
  type Decider,
  type DecisionState,
  decider,
  featureEnabled,
  traceOf,
} from './decide.ts'
export { defaultRoles } from './default-roles.ts'
export type { ClusterSettings, Scenario } from './scenario.ts'
