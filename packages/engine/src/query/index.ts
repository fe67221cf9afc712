export { customResources } from '../discovery/index.ts'
export type { RoleBound, SubjectName } from '../kube/index.ts'
export {
  type BindingMatch,
  type EffectiveRule,
  type Held,
  type HeldOptions,
  type HeldRule,
  type HeldRules,
  type Holder,
  type Names,
  type ObjectLines,
  type Rights,
  rightsOf,
  subjectInWords,
  subjectOfUsername,
  userOf,
} from '../rights/index.ts'
export { BeyondLimit } from '../text/index.ts'
export { type Printed, printAccessList } from './access-list.ts'
export { type AccessMatrix, accessMatrix, EXTENTS } from './access-matrix.ts'
export {
  type Becoming,
  type BecomingInMode,
  becoming,
  type Impersonation,
  impersonation,
  type Missing,
} from './become.ts'
export {
  type ActionGrant,
  type ExtraGrant,
  legacyResources,
  type ModeGrants,
  type NameGrant,
  type TargetKind,
  type UsernameGrant,
} from './become-grants.ts'
export type { Goal, RoleName } from './become-graph.ts'
export { type Becomer, type BecomingTarget, becomingOf, equivalentsOf, type WayBy } from './become-of.ts'
export { type Path, type PathStep, pathsTo, pathTo, type Reached, type SubjectPath } from './become-paths.ts'
export { type Escalation, type EscalationKind, equivalents, isCertain } from './become-ways.ts'
export {
  actionInWords,
  type BecomingRow,
  becomerInWords,
  becomingInWords,
  evidenceInWords,
  notReadInWords,
  pathInWords,
  stepInWords,
  wayInWords,
} from './become-words.ts'
export { type CommandOutput, commandOutput, outputInWords } from './command-output.ts'
export { type GrantedRule, rulesFor, rulesReviewStatus, subjectRules, type UserRules } from './rules-for.ts'
export { subjectNamed, subjectsOf } from './subjects.ts'
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
export { whoCanInWords } from './who-can-words.ts'
