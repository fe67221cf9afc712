export {
  type Decided,
  type DecideOptions,
  type Decider,
  type DecisionState,
  decider,
  featureEnabled,
  traceOf,
} from './decide.ts'
export type { ClusterSettings, Scenario } from './scenario.ts'
