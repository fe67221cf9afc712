export { DESIGNS } from './all.ts'
export { constrained } from './constrained/constrained.ts'
export * from './design.ts'
export {
  type Asked,
  type AskedVerb,
  type Coverage,
  type CoveredField,
  type FieldCoverage,
  fieldCoverage,
} from './fine-grained/field-coverage.ts'
export { flowchart } from './flowchart.ts'
export { DESIGN_LIST } from './list.ts'
export { loadDesign } from './load.ts'
export { DESIGN_NEEDS, type DesignNeeds, needsOfDesign } from './needs.ts'
export { type Attempt, type ImpersonationMode, type Kept, ServerMemory } from './server-memory.ts'
