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
export { type CommandOutput, commandOutput, outputInWords } from './command-output.ts'
export {
  type CanBecome,
  canBecome,
  type Impersonation,
  type ImpersonationInMode,
  identitiesInNamespaces,
  impersonation,
  type Missing,
} from './impersonation/can-become.ts'
export { type Escalation, type EscalationKind, equivalents, isCertain } from './impersonation/escalations.ts'
export type { Goal, RoleName } from './impersonation/identity-graph.ts'
export {
  type Path,
  type PathStep,
  pathsTo,
  pathTo,
  type Reached,
  type SubjectPath,
} from './impersonation/identity-paths.ts'
export {
  type ActionGrant,
  type ExtraGrant,
  grantsIn,
  legacyResources,
  type ModeGrants,
  type NameGrant,
  type TargetKind,
  type UsernameGrant,
} from './impersonation/mode-grants.ts'
export {
  type EscalationBy,
  equivalentsOf,
  type ImpersonationTarget,
  type ImpersonatorInMode,
  whoCanBecome,
} from './impersonation/who-can-become.ts'
export {
  actionInWords,
  type CanBecomeRow,
  canBecomeInWords,
  escalationInWords,
  evidenceInWords,
  identityInNamespaceInWords,
  impersonatorInWords,
  notReadInWords,
  pathInWords,
  stepInWords,
} from './impersonation/whom-can-words.ts'
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
export { type AllowedSubject, type WhoCan, whoCan, whoCanInWords } from './who-can.ts'
