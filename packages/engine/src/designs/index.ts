export { accessRule } from './access-rule/access-rule.ts'
export { DESIGNS } from './all.ts'
export { boundary } from './boundary/boundary.ts'
export { clientReview } from './client-review/client-review.ts'
export { compiled } from './compiled/compiled.ts'
export { constrained } from './constrained/constrained.ts'
export {
  type Assumption,
  type AssumptionOption,
  type Assumptions,
  assumptionsOf,
  type Design,
  type DesignAbout,
  type DesignInput,
  type DesignResult,
  type Family,
  type GateDefault,
  KUBERNETES_VERSIONS,
  type KubernetesVersion,
  type Source,
  type Statement,
} from './design.ts'
export {
  type Asked,
  type AskedVerb,
  type Coverage,
  type CoveredField,
  type FieldCoverage,
  fieldCoverage,
} from './fine-grained/field-coverage.ts'
export { forbidden } from './forbidden.ts'
export { groupSuffix } from './group-suffix/group-suffix.ts'
export { DESIGN_LIST } from './list.ts'
export { loadDesign } from './load.ts'
export { proposal } from './proposal/proposal.ts'
export { type Attempt, type ImpersonationMode, type Kept, ServerMemory } from './server-memory.ts'
