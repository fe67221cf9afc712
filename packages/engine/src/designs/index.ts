export { accessRule } from './conditions/access-rule/access-rule.ts'
export { compiled } from './conditions/compiled/compiled.ts'
export {
  type Assumption,
  type AssumptionOption,
  type Assumptions,
  assumptionsOf,
  type Design,
  type DesignAbout,
  type DesignInput,
  type DesignResult,
  type DesignSource,
  type Origin,
  type Statement,
} from './design.ts'
export {
  type CoverageKind,
  type CoveredField,
  type CoveringVerb,
  type FieldCoverage,
  fieldCoverage,
  type VerbCheck,
} from './fine-grained/field-coverage.ts'
export { clientReview } from './kep-5284/client-review/client-review.ts'
export { groupSuffix } from './kep-5284/group-suffix/group-suffix.ts'
export { proposal } from './kep-5284/proposal/proposal.ts'
export { aboutDesign, DESIGN_LIST, IMPERSONATION_DESIGNS, loadDesign, loadDesigns, OWN_DESIGN } from './registry.ts'
export { constrained } from './released/constrained/constrained.ts'
export { extraPairs, withImpliedGroups } from './released/identity.ts'
export { refusedForAll } from './released/identity-checks.ts'
export { type Attempt, type ImpersonationMode, ServerMemory, type SuccessScope } from './released/memory.ts'
export { MODES_IN_ORDER, modesInTurn } from './released/modes.ts'
export { boundary } from './review/boundary/boundary.ts'
export { REVIEW_HANDLERS } from './review-handler/review-handler.ts'

export { isWord, releasedWords, type Word, type Words } from './words.ts'
export { choicesOf, designOf, reviewsInWords, stepsIn, type WrittenDesign } from './written/design-of.ts'
export {
  AUDITS,
  type Become,
  type Clauses,
  CONDITIONS,
  CONSTRAINTS,
  type DesignDocument,
  type DocumentPath,
  ERRORS,
  GATES,
  GROUPS,
  KINDS,
  type Kind,
  NAMES,
  PARTS,
  type Part,
  type Question,
  type ReviewTemplate,
  STAGES,
  type Step,
  type Tree,
  USERS,
} from './written/document.ts'
export { contains, kindsOf, nextAfter, shareTargets } from './written/target-kinds.ts'
export { CLAUSE_VARIABLES, hasOpenVariable, REVIEW_VARIABLES, variablesIn } from './written/template.ts'
