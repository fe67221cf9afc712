export { aggregateErrors } from './aggregate-errors.ts'
export { byteLength, compareBytes, loneSurrogateAt, textOfBytes, utf8Bytes, wellFormed } from './bytes.ts'
export { durationSeconds, goDuration } from './duration.ts'
export { isInt64 } from './integer.ts'
export { goJSON } from './json.ts'
export {
  dnsLabelProblems,
  dnsSubdomainProblems,
  isDNSLabel,
  isDNSSubdomain,
  isDNSSubdomainOfAnyLength,
  labelKeyProblems,
  labelValueProblems,
  pathSegmentProblems,
} from './name-rules.ts'
export {
  badEscapeAt,
  type DroppedPart,
  printedPath,
  type Query,
  readQuery,
  unescapePath,
  unescapeQuery,
} from './percent.ts'
export { isPrintable } from './printable.ts'
export { goQuote } from './quote.ts'
export { alignedTable } from './tab-writer.ts'
export { isTimestamp } from './timestamp.ts'
export { goUnquote, goUnquoteList } from './unquote.ts'
export { cleanPath, escapePath, escapeQuery, type Parameters, targetOfParts } from './url.ts'
