export type { EffectiveRule } from './aggregation.ts'
export { allowsEveryResource, type CoveringRule, coveringRule, covers, coversNames, wildcardLists } from './covers.ts'
export { fold } from './fold.ts'
export {
  type BindingMatch,
  bindingEvidence,
  EVERYTHING,
  evidenceOf,
  type Held,
  HeldRule,
  isSuperuser,
  type ObjectLines,
  ruleEvidence,
} from './held-rule.ts'
export type { Holder } from './holders.ts'
export { hasInnerParts, intersect } from './intersect.ts'
export { selectorMatches } from './label-selector.ts'
export { grantedVerbs, namingOf, withGrantedVerbs } from './named-requests.ts'
export { reviewKey } from './review-key.ts'
export {
  firstRuleThat,
  type HeldOptions,
  type HeldRules,
  Rights,
  type RuleFilter,
  rightsOf,
  roleNotFound,
  rulesThat,
} from './rights.ts'
export type { SimpleRule } from './rule-box.ts'
export { RuleIndex } from './rule-index.ts'
export { equalRules, ruleKey, sameRule, unorderedRuleKey } from './rule-key.ts'
export {
  type Action,
  allowedNames,
  apiGroupMatches,
  extraKeys,
  includesName,
  type Names,
  nonResourceURLMatches,
  pathMatches,
  resourceMatches,
  resourceNameMatches,
  ruleAllows,
  ruleAllowsAction,
  verbMatches,
  verbsAfter,
  withoutStars,
} from './rule-matching.ts'
export { type Identity, identityInWords, subjectInWords, subjectsInWords } from './subject-words.ts'
export {
  grantKey,
  identityKey,
  isMasters,
  MASTERS,
  subjectIn,
  subjectKey,
  subjectOfGroup,
  subjectOfUsername,
  subjectsIn,
  usernameOf,
  userOf,
  userOnlyNamed,
} from './subjects.ts'
export { RuleSet, subtract } from './subtract.ts'
