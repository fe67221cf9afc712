export { edited, type TextEdit } from '../text/index.ts'
export type { Finding, Mend } from './finding.ts'
export { editsOf, editsOfAll, type LintContext, lintPolicies, lintPolicy } from './lint.ts'
export { isRuleName, LINT_RULES, type LintRule, pageOf, type RuleName } from './rules.ts'
