export { edited, type TextEdit } from '../text/index.ts'
export { editsOfError } from './errors.ts'
export type { Finding, LintDesign, Mend } from './finding.ts'
export {
  editsOf,
  editsOfAll,
  isDecidedSingly,
  type LintContext,
  lintDesign,
  lintPolicies,
  lintPolicy,
  lintSteps,
  withoutOverlaps,
} from './lint.ts'
export { LINT_RULES, type LintRule } from './rule-list.ts'
export { isRuleName, pageOf, RULE_NAMES, type RuleName } from './rules.ts'
export { editsOfSilence } from './silence.ts'
