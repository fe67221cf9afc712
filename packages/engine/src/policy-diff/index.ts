export type { ObjectChange } from './changed-objects.ts'
export {
  type ChangedRequest,
  type RequestChange,
  type RequestsDiff,
  requestsDiff,
} from './changed-requests.ts'
export { type DiffMarkdownOptions, diffMarkdown } from './diff-markdown.ts'
export {
  type ChangeList,
  type ChangeWords,
  changedRequestInWords,
  changeInWords,
  diffInWords,
  REQUEST_CHANGE_WORDS,
} from './diff-words.ts'
export type { HeldPart } from './held-rules.ts'
export {
  type AccessChange,
  changesNothing,
  notComparedModes,
  type PolicyDiff,
  policyDiff,
  policyDiffSteps,
} from './policy-diff.ts'
export type { VersionRight } from './version-rights.ts'
