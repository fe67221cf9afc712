export { type MostReviews, mostReviews, type ReviewLoad } from '../decide/index.ts'
export { finished } from '../text/index.ts'
export {
  type AccessMatrixAnswer,
  accessMatrixAnswer,
  type Extent,
  extentAt,
  type MatrixColumn,
  type MatrixSection,
} from './access-matrix.ts'
export { type AllowingChangeRow, allowingChanges } from './allowing-changes.ts'
export {
  type AnswerRow,
  type AnswerSection,
  type AnswerWithin,
  within,
} from './answer.ts'
export { type AskedSubject, askedSubject } from './asked-subject.ts'
export {
  type FallenRow,
  fallenRow,
  type ImpersonatorRow,
  impersonatorRow,
  type JudgedRow,
  judgedRow,
  type ProofRow,
  proofRow,
  type SeenRow,
  type WideningRow,
  wideningRows,
} from './constrain.ts'
export { type PlanMarkdownOptions, planMarkdown } from './constrain-markdown.ts'
export { counted } from './counted.ts'
export { type DecisionAnswer, decisionAnswer } from './decision.ts'
export { type ChangeRow, type DiffAnswer, diffAnswer } from './diff.ts'
export { type GoalRow, goalRow } from './goals.ts'
export { fixInWords, type Remark, type RemarkedTexts, type RemarkOptions, remarksOf, unreadRemarks } from './remarks.ts'
export { type AnswerRequest, type RuleAction, requestOfCell } from './row-requests.ts'
export { ofOtherDesign, unaskedAboutRights, unjudged } from './unjudged.ts'
export { listedRules, type WhatCanAnswer, whatCanAnswer } from './what-can.ts'
export { type WhoCanAnswer, whoCanAnswer } from './who-can.ts'
export {
  type WhomCanAnswer,
  type WhomCanParts,
  type WhomCanPaths,
  type WhomCanQuestion,
  type WhomCanRow,
  whomCanAnswer,
  whomCanSections,
} from './whom-can.ts'
