export { type BindingMatch, type BoundRoles, boundRoles, type EffectiveRule } from '../authorizers/index.ts'
export { type Printed, printAccessList } from './access-list.ts'
export { type AccessMatrix, accessMatrix, EXTENTS, type MatrixResource } from './access-matrix.ts'
export { type GrantedRule, rulesFor, rulesReviewStatus, subjectRules, type UserRules } from './rules-for.ts'
export { type SubjectName, subjectsOf, userOfSubject } from './subjects.ts'
export {
  type AllowedVerb,
  type PathRow,
  type Reach,
  type ResourceRow,
  type RuleResource,
  servedResources,
  type WhatCan,
  type WhatCanOptions,
  whatCan,
} from './what-can.ts'
export { type AllowedSubject, type WhoCan, whoCan } from './who-can.ts'
