export {
  BEYOND_LIMIT,
  BeyondLimit,
  type Diagnostic,
  isError,
  type Problem,
  type ReportProblem,
  type SettingKey,
  type Severity,
} from './diagnostic.ts'
export {
  extraOf,
  fieldOf,
  isJSON,
  isJSONObject,
  type JSONObject,
  jsonEnd,
  parsedJSON,
  textField,
  textsOf,
  withoutComments,
} from './json.ts'
export { isTypoOf, isTypoOfName, nearest } from './nearest.ts'
export { DecompressionStream, type StreamWriter, TextDecoder, TextEncoder } from './platform.ts'
export { diagnosticsOf, MOST_PROBLEMS, ProblemCollector, TooManyErrors } from './problems.ts'
export type { Inline, RichText } from './rich-text.ts'
export {
  edited,
  LineIndex,
  type SourceId,
  type SourceRange,
  type Span,
  type TextDocument,
  type TextEdit,
} from './source.ts'
export { finished } from './steps.ts'
export {
  type CharacterFinding,
  characterFindings,
  codePointName,
  escapedJSON,
  excerpt,
  hiddenCharacter,
  hiddenReplaced,
  lookalikesInWords,
  quoted,
  visible,
  visibleLine,
} from './visible.ts'
