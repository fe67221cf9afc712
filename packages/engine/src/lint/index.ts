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
export { isRuleName, RULE_NAMES, type RuleName } from './rule-names.ts'
export { LINT_RULES, type LintRule, pageOf } from './rules.ts'
export { editsOfSilence } from './silence.ts'
