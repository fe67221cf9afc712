import type { Problem, Report } from '../text/index.ts'
import { excerpt } from '../text/index.ts'
import type { PolicyDocument } from './documents.ts'
import { type SplitProblem, splitText } from './documents.ts'
import { parseJSON } from './json.ts'
import { parseYaml } from './parser.ts'
import { YamlProblem } from './problem.ts'
import type { TreeNode } from './tree.ts'

/**
 * Says in plain words what keeps a document from being YAML. `text` is the document, `base` where it begins. A problem
 * that has its words already comes back with those of upstream, where they take long to say: of a stream that begins
 * like JSON, with the whole of it as `text`, of a text that is no time, and of a `key` that is no scalar.
 */
export type ExplainSyntax = (problem: YamlProblem | Problem, text: string, base: number, key?: TreeNode) => Problem

/** Cuts a text into documents, and reports where `kubectl` would not get past a cut. */
export function cutDocuments(text: string, report: Report, explain?: ExplainSyntax): readonly PolicyDocument[] {
  const { pieces, problems } = splitText(text)
  for (const problem of problems) report(ofStream(explainSplit(problem), text, problem.start, explain))
  return pieces
}

/** kubectl reads such a text as JSON, as far as it is. */
export const BEGINS_LIKE_JSON = /^\ufeff?[^\S\ufeff]*\{/

/** A problem at `start` with what kubectl says where it took the text for JSON at first. */
export function ofStream(told: Problem, text: string, start: number, explain: ExplainSyntax | undefined): Problem {
  return explain !== undefined && BEGINS_LIKE_JSON.test(text) ? explain(told, text, start) : told
}

/** Characters that no YAML stream may hold, whatever quotes stand around them. Halves of surrogate pairs become U+FFFD. */
const CONTROL_CHARACTER = /[^\t\n\r\x20-\x7e\x85\xa0-\ufffd]/

/**
 * The root of a document; undefined when it is empty, or is no YAML, which is reported. The words for that are handed in
 * ({@link ExplainSyntax}): most documents need none of them.
 */
export function readTree(
  { start, end, syntax }: PolicyDocument,
  text: string,
  report: Report,
  explain: ExplainSyntax,
): TreeNode | undefined {
  const source = text.slice(start, end)
  try {
    if (syntax === 'json') return parseJSON(source, start)
    const control = source.search(CONTROL_CHARACTER)
    if (control !== -1) {
      const told = explainControlCharacter(source.charCodeAt(control), start + control)
      report(ofStream(told, text, start, explain))
      return undefined
    }
    // Whoever cuts lines apart ends each with a line break, the last one too; block scalars keep it.
    const { root, ignoredFrom } = parseYaml(source.endsWith('\n') ? source : `${source}\n`, start)
    if (ignoredFrom !== -1) reportIgnored(text, ignoredFrom, end, report)
    return root
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error
    report(ofStream(explain(error, source, start), text, start, explain))
    return undefined
  }
}

function explainSplit({ code, found, start, end }: SplitProblem): Problem {
  const span = { start, end }
  if (code === 'document-separator') {
    return {
      severity: 'error',
      code,
      message: `“${excerpt(found)}” stands behind the --- that separates documents, where only a comment may stand.`,
      fix: 'Put it on the next line, or quotes around it if it is a text.',
      detail: `invalid Yaml document separator: ${found}`,
      span,
    }
  }
  return {
    severity: 'error',
    code,
    message: `After several JSON objects one after the other, “${excerpt(found)}” is no further one.`,
    fix: 'Write JSON objects only, or put a line with --- between all of them.',
    span,
  }
}

function explainControlCharacter(code: number, at: number): Problem {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return {
    severity: 'error',
    code: 'control-character',
    message: `The character ${name} stands here, and YAML takes no control characters.`,
    fix: 'Remove it; inside double quotes it can be written as an escape, such as \\x07.',
    detail: 'yaml: control characters are not allowed',
    span: { start: at, end: at + 1 },
  }
}

function reportIgnored(text: string, from: number, end: number, report: Report): void {
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
