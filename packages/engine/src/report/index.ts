export { auditEvent, auditYAML } from './audit.ts'
export { wrappedCEL } from './cel-lines.ts'
export { type CheckView, checkViews } from './check-views.ts'
export { type GrantedWords, grantedWords, grantScope, ruleInWords, uncoveredFirst } from './grants.ts'
export {
  type ClusterText,
  type Deciding,
  isClusterText,
  type Lit,
  litBy,
  OTHER_TEXTS,
  type Pointable,
  type Pointed,
  placeIn,
  rangesAt,
} from './highlights.ts'
export { markdown, markdownText, type PlaceInWords } from './markdown.ts'
export { drawnGraph, edgeLines, mermaidWithPath, nodeLines } from './mermaid.ts'
export { type Increment, increments, noImpersonationMetrics, printIncrements } from './metrics.ts'
export {
  conditionResult,
  doing,
  type Identity,
  identityInWords,
  lineInWords,
  MENTIONED_LINE,
  onlyIf,
  plainText,
  questionInWords,
  type Sentences,
  visible,
} from './phrases.ts'
export { type Created, type Replay, type ReplayedCheck, type ReplayedObject, replayOf } from './replay/replay.ts'
export type { ReplayedCommand, ReplayedRequest } from './replay/request.ts'
export { replayScript } from './replay/script.ts'
export { type Response, responseOf } from './response.ts'
export { reviewYAML, subjectAccessReview, yaml } from './review.ts'
export { notDecidedWords, sentences } from './sentences.ts'
