export { type DecideForGoals, type GoalResult, type GoalsInput, type GoalVerdict, judgeGoals } from '../goals/index.ts'
export {
  editsOf,
  type Finding,
  LINT_RULES,
  type LintContext,
  type LintDesign,
  lintPolicies,
  lintPolicy,
  type Mend,
} from '../lint/index.ts'
export {
  type AccessChange,
  changesNothing,
  type DiffMarkdownOptions,
  diffInWords,
  diffMarkdown,
  type HeldPart,
  type ObjectChange,
  type PolicyDiff,
  policyDiff,
  type VersionRight,
} from '../policy-diff/index.ts'
export { edited, type TextEdit } from '../text/index.ts'
