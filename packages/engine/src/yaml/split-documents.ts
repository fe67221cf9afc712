import { byteLength } from '../go/index.ts'
import { isJSON, jsonEnd, type Span, type TextDocument } from '../text/index.ts'

/** A place where `kubectl` stops reading. The playground continues after it. */
export interface SplitProblem extends Span {
  readonly code: 'document-separator' | 'json-stream'
  /** The text at this place. */
  readonly found: string
}

export interface SplitText {
  readonly pieces: readonly TextDocument[]
  readonly problems: readonly SplitProblem[]
}

/**
 * Splits a text into documents as `kubectl` does (Go: `YAMLOrJSONDecoder` and `YAMLReader` in
 * `k8s.io/apimachinery/pkg/util/yaml`). A text that begins with `{` is a sequence of JSON objects. Any other text, and
 * the rest of such a text from the first place that is not JSON, is split at lines that begin with `---`. The split comes
 * before reading YAML, so an error in one document does not affect the next one.
 */
export function splitText(text: string): SplitText {
  const json = splitJSON(text)
  const yaml = splitYaml(text, json.rest)
  return { pieces: [...json.pieces, ...yaml.pieces], problems: [...json.problems, ...yaml.problems] }
}

const JSON_SPACE = /[ \t\r\n]*/y
/** White space after the byte order mark, which JavaScript's `\s` includes and Go does not. */
const ANY_SPACE = /\ufeff?[^\S\ufeff]*/y

function splitJSON(text: string): SplitText & { readonly rest: number } {
  const pieces: TextDocument[] = []
  const problems: SplitProblem[] = []
  let start = skip(ANY_SPACE, text, 0)
  // kubectl reads a file without its byte order mark.
  let rest = text.startsWith('\ufeff') ? 1 : 0
  const triesJSON = text.charAt(start) === '{'
  while (triesJSON && start < text.length) {
    const end = valueEnd(text, start)
    if (end === -1 || !isJSON(text.slice(start, end))) break
    pieces.push({ start, end, syntax: 'json' })
    rest = end
    start = skip(JSON_SPACE, text, end)
  }
  // After one JSON object kubectl falls back to YAML, if at least four bytes follow. After two objects it requires JSON.
  const left = text.slice(rest).replace(/^[^\S\n]*/, '')
  if (pieces.length > 0 && start < text.length && (pieces.length > 1 || byteLength(left) < 4)) {
    const end = endOfLine(text, start)
    problems.push({ start, end, code: 'json-stream', found: text.slice(start, Math.min(end, start + 40)) })
  }
  if (triesJSON) rest = restAfterJSON(text, rest)
  return { pieces, problems, rest }
}

/** The offset where YAML begins after JSON: after the blanks, or after the first line break among them. */
function restAfterJSON(text: string, end: number): number {
  for (let at = end; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\n') return at + 1
    if (character.trim() !== '') return at
  }
  return text.length
}

function skip(space: RegExp, text: string, from: number): number {
  space.lastIndex = from
  space.test(text)
  return space.lastIndex
}

const LITERAL = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y

/** The offset after the JSON value that begins at `start`; -1 if there is none. Does not check the text in brackets. */
function valueEnd(text: string, start: number): number {
  if (/[{[]/.test(text.charAt(start))) return jsonEnd(text, start)
  LITERAL.lastIndex = start
  return LITERAL.test(text) ? LITERAL.lastIndex : -1
}

function splitYaml(text: string, from: number): SplitText {
  const pieces: TextDocument[] = []
  const problems: SplitProblem[] = []
  let documentStart = from
  for (let lineStart = from; lineStart < text.length; ) {
    const lineEnd = endOfLine(text, lineStart)
    const nextLine = lineEnd + 1
    if (text.startsWith('---', lineStart)) {
      const found = text.slice(lineStart + 3, lineEnd).trim()
      if (found !== '' && !found.startsWith('#')) {
        problems.push({ start: lineStart, end: lineEnd, code: 'document-separator', found: found.slice(0, 40) })
      }
      // A separator with no line before it stays part of the document, so that line numbers in errors agree.
      if (lineStart > documentStart || problems.at(-1)?.start === lineStart) {
        if (lineStart > documentStart) pieces.push({ start: documentStart, end: lineStart, syntax: 'yaml' })
        documentStart = Math.min(nextLine, text.length)
      }
    }
    lineStart = nextLine
  }
  if (documentStart < text.length) pieces.push({ start: documentStart, end: text.length, syntax: 'yaml' })
  return { pieces, problems }
}

/** The offset of the line feed that ends the line, or the end of the text. */
function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at
}
