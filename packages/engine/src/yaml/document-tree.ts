import type { Problem, ReportProblem } from '../text/index.ts'
import { excerpt, type TextDocument } from '../text/index.ts'
import { parseJSON } from './json/json.ts'
import { parseYaml } from './parser.ts'
import { YamlProblem } from './problems/problem.ts'
import { explainSyntax } from './problems/syntax-problem.ts'
import { streamError } from './problems/upstream-words.ts'
import { type SplitProblem, splitText } from './split-documents.ts'
import type { TreeNode } from './tree.ts'

/** Splits a text into documents, and reports the places where `kubectl` would stop. */
export function cutDocuments(text: string, report: ReportProblem): readonly TextDocument[] {
  const { pieces, problems } = splitText(text)
  const stream = streamOf(text)
  for (const problem of problems) report(stream.worded(explainSplit(problem), problem.start))
  return pieces
}

/** Matches a text that kubectl begins to read as JSON. */
export const BEGINS_LIKE_JSON = /^\ufeff?[^\S\ufeff]*\{/

/** A text whose documents are read one by one. */
export interface Stream {
  readonly text: string
  /** Gives a problem at `start` the words of kubectl, which differ in a text that it begins to read as JSON. */
  worded(problem: Problem, start: number): Problem
}

/** What kubectl says of a text as a whole is found once, at the first problem. */
export function streamOf(text: string): Stream {
  let error: ReturnType<typeof streamError> | 'unknown' = BEGINS_LIKE_JSON.test(text) ? 'unknown' : undefined
  return {
    text,
    worded(problem, start) {
      if (error === 'unknown') error = streamError(text)
      return error === undefined || start > error.until ? problem : { ...problem, detail: error.words }
    },
  }
}

/** Characters that a YAML stream may not have, even in quotes. Halves of surrogate pairs are allowed: they become U+FFFD. */
const CONTROL_CHARACTER = /[^\t\n\r\x20-\x7e\x85\xa0-\ufffd]/

/** The root of a document; undefined when it is empty, or not YAML, which is reported in kubectl's words. */
export function readTree(document: TextDocument, stream: Stream, report: ReportProblem): TreeNode | undefined {
  const { start, end } = document
  const { text } = stream
  const ofText = (problem: Problem) => report(problem.severity === 'error' ? stream.worded(problem, start) : problem)
  try {
    return parseTree(document, text, ofText)
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error
    ofText(explainSyntax(error, text.slice(start, end), start))
    return undefined
  }
}

/** As `readTree`, but throws a {@link YamlProblem}, without kubectl's words about streams. */
export function parseTree(
  { start, end, syntax }: TextDocument,
  text: string,
  report: ReportProblem,
): TreeNode | undefined {
  const source = text.slice(start, end)
  if (syntax === 'json') return parseJSON(source, start)
  const control = source.search(CONTROL_CHARACTER)
  if (control !== -1) {
    report(explainControlCharacter(source.charCodeAt(control), start + control))
    return undefined
  }
  // kubectl's line reader ends each line with a line break, also the last one; block scalars keep it.
  const { root, ignoredFrom } = parseYaml(source.endsWith('\n') ? source : `${source}\n`, start)
  if (ignoredFrom !== -1) reportIgnored(text, ignoredFrom, end, report)
  return root
}

function explainSplit({ code, found, start, end }: SplitProblem): Problem {
  const span = { start, end }
  if (code === 'document-separator') {
    return {
      severity: 'error',
      code,
      message: `“${excerpt(found)}” follows the --- that separates documents, where only a comment may follow.`,
      fix: 'Put it on the next line, or put quotes around it if it is a text.',
      detail: `invalid Yaml document separator: ${found}`,
      span,
    }
  }
  return {
    severity: 'error',
    code,
    message: `“${excerpt(found)}” follows several JSON objects, and is not another one.`,
    fix: 'Write JSON objects only, or put a line with --- between all of them.',
    span,
  }
}

function explainControlCharacter(code: number, at: number): Problem {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return {
    severity: 'error',
    code: 'control-character',
    message: `${name} is a control character, which YAML does not allow.`,
    fix: 'Remove it; inside double quotes it can be written as an escape, such as \\x07.',
    detail: 'yaml: control characters are not allowed',
    span: { start: at, end: at + 1 },
  }
}

function reportIgnored(text: string, from: number, end: number, report: ReportProblem): void {
  const found = text.slice(from, end)
  const firstWord = found.split('\n').find((line) => line.trim() !== '' && !line.trim().startsWith('#'))
  if (firstWord === undefined) return
  const start = from + found.indexOf(firstWord) + firstWord.search(/\S/)
  const lineBreak = text.indexOf('\n', start)
  report({
    severity: 'warning',
    code: 'ignored-text',
    message: 'The API server reads one object up to here and never looks at what follows.',
    fix: 'Put a line with --- before the next object.',
    span: { start, end: Math.min(lineBreak === -1 ? end : lineBreak, end) },
  })
}

/** One document of a text, and its tree. */
export interface DocumentTree {
  readonly document: TextDocument
  /** Undefined when the document is empty, or not YAML, which has been reported. */
  readonly root: TreeNode | undefined
}

/** Reads the documents of a text one after the other; the caller may stop before the last one. */
export function* documentTrees(text: string, report: ReportProblem): Generator<DocumentTree, void> {
  const stream = streamOf(text)
  for (const document of cutDocuments(text, report)) {
    yield { document, root: readTree(document, stream, report) }
  }
}
