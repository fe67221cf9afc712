export { visible, visibleLine } from '../text/index.ts'
export { conjunctsOf, wrappedCEL } from './cel-lines.ts'
export {
  asksForGrant,
  distinct,
  type GrantedWords,
  grantedWords,
  grantInRequest,
  grantScope,
  ruleInWords,
  uncoveredFirst,
} from './grants.ts'
export { headline, STAGE_QUESTIONS } from './headline.ts'
export { fenced, folded, markdownCode, markdownLines, markdownText, richMarkdown } from './markdown-text.ts'
export {
  byEntry,
  capitalized,
  conditionResult,
  conditionsReviewInWords,
  decidedBy,
  deniedByFailure,
  doing,
  entryKind,
  errorInText,
  lineInWords,
  MENTIONED_LINE,
  onlyIf,
  onWhat,
  plainText,
  problemInWords,
  questionInWords,
  type Sentences,
  scopeInWords,
  verbsInWords,
} from './phrases.ts'
export { NO_REQUESTOR, notDecidedWords, oneHalfInWords, sentences, wishInWords } from './sentences.ts'
export { missedModesInWords } from './untried-words.ts'
export { webhookVisitInWords } from './webhook-words.ts'
