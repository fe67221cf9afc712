export { type Identity, identityInWords } from '../rights/index.ts'
export { auditEvent, auditYAML } from './audit.ts'

export { type CheckView, checkViews } from './check-views.ts'
export { drawnGraph, edgeLines, nodeLines } from './drawn-graph.ts'

export {
  type ClusterText,
  type DecidedSteps,
  type HighlightableAnswer,
  type Highlights,
  type HighlightTarget,
  highlightsFor,
  isClusterText,
  OTHER_TEXTS,
  placeIn,
  rangesAt,
} from './highlights.ts'
export { isNotInItsWords } from './in-words.ts'
export { type MarkdownOptions, markdown, type PlaceInWords } from './markdown.ts'
export type { MarkdownScenario } from './markdown-evidence.ts'

export { mermaidWithPath } from './mermaid.ts'
export { type Increment, increments, noImpersonationMetrics, printIncrements } from './metrics.ts'

export { type Created, type Replay, type ReplayedCheck, type ReplayedObject, replayOf } from './replay/replay.ts'
export type { ReplayedCommand, ReplayedRequest } from './replay/request.ts'
export { replayScript } from './replay/script.ts'
export { type Response, responseOf, responseWithAnswer } from './response.ts'
export { reviewYAML, subjectAccessReview } from './review.ts'

export { type UserNote, userNote, withMissingGroups } from './user-note.ts'
