export { auditEvent, auditYAML } from './audit.ts'
export { wrappedCEL } from './cel-lines.ts'
export { type CheckView, checkViews } from './check-views.ts'
export { cameTo, onlyIf } from './condition-words.ts'
export { type GrantedWords, grantedWords, grantScope, uncoveredFirst } from './granted-words.ts'
export { lineInWords, MENTIONED_LINE } from './line.ts'
export { markdown, type PlaceInWords } from './markdown.ts'
export { markdownText } from './markdown-text.ts'
export { type Chart, drawnGraph, edgeLines, mermaidChart, mermaidWithPath, nodeLines } from './mermaid.ts'
export { type Increment, increments, noImpersonationMetrics, printIncrements } from './metrics.ts'
export { notDecidedWords } from './not-decided.ts'
export { calledIn, doing } from './phrases.ts'
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
} from './places.ts'
export { questionInWords } from './question.ts'
export { type Created, type Replay, type ReplayedCheck, type ReplayedObject, replayOf } from './replay/replay.ts'
export type { ReplayedCommand, ReplayedRequest } from './replay/request.ts'
export { replayScript } from './replay/script.ts'
export { type Response, responseOf } from './response.ts'
export { reviewYAML, subjectAccessReview, yaml } from './review.ts'
export { type Sentences, sentences, wordsFor } from './sentence.ts'
export { visible } from './visible.ts'
export { plainText } from './words.ts'
export { ruleInWords } from './written-role.ts'
