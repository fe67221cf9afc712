export { type Change, type ChangeKind, changes, type Decide, isOfPolicy } from './changes.ts'
export {
  type AskedCluster,
  type DecidedRequest,
  type Explanation,
  explain,
  isAuthorized,
  type NearlyAllowed,
} from './explain.ts'
export { nearlyInWords, refusalLines } from './in-words.ts'
export type { BindingCause, Dimension, Miss } from './miss.ts'
export type { Near } from './near.ts'
export { type NearEntry, type NearMiss, nearEntries, objectName } from './near-entries.ts'
export { DIMENSION_WORDS, nearInWords } from './near-words.ts'
export type { ValueCause } from './slips.ts'
