export { byteLength, compareBytes, loneSurrogateAt, textOfBytes, utf8Bytes, wellFormed } from './bytes.ts'
export { durationRefusal, durationSeconds, goDuration, isTimestamp } from './duration.ts'
export { isInt64, parseInteger } from './integer.ts'
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
export { aggregateErrors, goJSON, goQuote, isPrintable } from './quote.ts'
export { alignedTable } from './tab-writer.ts'
export { goUnquote, goUnquoteList } from './unquote.ts'
export { cleanPath, escapePath, escapeQuery, type Parameters, targetOfParts } from './url.ts'
