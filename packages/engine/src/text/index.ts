export { BEYOND_LIMIT, BeyondLimit } from './beyond-limit.ts'
export {
  type Diagnostic,
  isError,
  type Problem,
  type ReportProblem,
  type SettingKey,
  type Severity,
} from './diagnostic.ts'
export { edited, type TextEdit } from './edit.ts'
export { codePointName, excerpt, quoted } from './excerpt.ts'
export { isJSON, jsonEnd, parsedJSON } from './json.ts'
export { extraOf, fieldOf, isJSONObject, type JSONObject, textField, textsOf } from './json-fields.ts'
export { isTypoOf, isTypoOfName, nearest } from './nearest.ts'
export { DecompressionStream, type StreamWriter, TextDecoder, TextEncoder } from './platform.ts'
export { MOST_PROBLEMS, ProblemCollector, TooManyErrors } from './problems.ts'
export type { Inline, RichText } from './rich-text.ts'
export { diagnosticsOf } from './shown-problems.ts'
export { LineIndex, type SourceId, type SourceRange, type Span, type TextDocument } from './source.ts'
export { finished } from './steps.ts'
