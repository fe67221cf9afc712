export type { Caution } from './cautions.ts'
export {
  type Change,
  type ChangeKind,
  changes,
  changesInSteps,
  type Decide,
  policyChanges,
  type WhatIf,
} from './changes.ts'
export { changeCommands } from './commands.ts'
export { type Danger, dangersOf } from './dangers.ts'
export {
  type Explanation,
  explain,
  firstNearInWords,
  nearestInWords,
  nearestTo,
  refusalLines,
  type UnmetCheck,
} from './explain.ts'
export type { Explained } from './explained.ts'
export type { BindingCause, Dimension, Mismatch } from './mismatch.ts'
export { missedModesAnswer, type Retry } from './missed-modes.ts'
export type { NearMatch } from './near.ts'
export { type NearEntry, type NearMismatch, nearEntries, objectName } from './near-entries.ts'
export { DIMENSION_WORDS, nearInWords } from './near-words.ts'
export { type NewAccess, newAccessBetween, newAccessInSteps } from './new-access.ts'
export { actionsInWords, type NewAccessWords, newAccessInWords, objectsInWords } from './new-access-words.ts'
export { type ComparisonOptions, type NewRight, newRights } from './new-rights.ts'
export type { ValueCause } from './value-mismatch.ts'
