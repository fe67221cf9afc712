import { type Binding, LineIndex, type Role } from '../kube/index.ts'
import { decodeObject } from './decode.ts'
import { type SplitProblem, splitText } from './documents.ts'
import { excerpt } from './go-text.ts'
import { lintObject } from './lint.ts'
import { lintReferences } from './lint-references.ts'
import { type ManifestObject, manifestObjects } from './manifest-objects.ts'
import type { ReadingContext } from './mapping-entries.ts'
import type { NotRead, Policy, PolicyDocument } from './policy.ts'
import type { Problem, Report } from './problem.ts'
import { Problems, TooManyErrors } from './problems.ts'
import { type RbacObject, rbacObject } from './rbac-objects.ts'
import { KINDS } from './schema.ts'
import { explainSyntax } from './syntax-problem.ts'
import { validateObject } from './validate.ts'
import { parseJSON } from './yaml/json.ts'
import { parseYaml } from './yaml/parser.ts'
import { YamlProblem } from './yaml/problem.ts'
import type { TreeNode } from './yaml/tree.ts'

/**
 * Reads a policy as kubectl and kube-apiserver 1.36 do: documents apart, YAML 1.1, strict decoding, defaults,
 * validation. Every problem is in `diagnostics`; what has no error is in `roles` and `bindings`. Takes any text and
 * never throws.
 */
export function readPolicy(text: string): Policy {
  const lines = new LineIndex('policy', text)
  const lineOf = (offset: number) => lines.range({ start: offset, end: offset }).line
  const problems = new Problems()
  const reading: Reading = { text, lines, lineOf, report: problems.report, documents: [], objects: [], notRead: [] }
  try {
    readDocuments(reading)
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error
  }
  const { documents, objects, notRead } = reading
  lintReferences(objects, lineOf, problems.report)
  return {
    text,
    lines,
    documents,
    roles: objects.flatMap((object): readonly Role[] => ('role' in object ? [object.role] : [])),
    bindings: objects.flatMap((object): readonly Binding[] => ('binding' in object ? [object.binding] : [])),
    notRead,
    diagnostics: problems.resolve(lines, text.length),
  }
}

/** What is known of a text while it is read. */
interface Reading {
  readonly text: string
  readonly lines: LineIndex
  readonly lineOf: (offset: number) => number
  readonly report: Report
  readonly documents: PolicyDocument[]
  readonly objects: RbacObject[]
  readonly notRead: NotRead[]
}

function readDocuments({ text, lines, lineOf, report, documents, objects, notRead }: Reading): void {
  const split = splitText(text)
  for (const problem of split.problems) report(explainSplit(problem))
  for (const document of split.pieces) {
    documents.push(document)
    const root = readTree(document, text, report)
    if (root === undefined) continue
    const context = { syntax: document.syntax, report, lineOf, firstLine: lineOf(document.start) }
    for (const object of manifestObjects(root, context)) {
      if (object.is === 'rbac') {
        const read = readObject(object, context)
        if (read !== undefined) objects.push(read)
      } else {
        notRead.push(readOther(object, lines, report))
      }
    }
  }
}

/** Characters that no YAML stream may hold, whatever quotes stand around them. Halves of surrogate pairs become U+FFFD. */
const CONTROL_CHARACTER = /[^\t\n\r\x20-\x7e\x85\xa0-\ufffd]/

/** The root of a document; undefined when it is empty, or is no YAML, which is reported. */
function readTree({ start, end, syntax }: PolicyDocument, text: string, report: Report): TreeNode | undefined {
  const source = text.slice(start, end)
  try {
    if (syntax === 'json') return parseJSON(source, start)
    const control = source.search(CONTROL_CHARACTER)
    if (control !== -1) {
      report(explainControlCharacter(source.charCodeAt(control), start + control))
      return undefined
    }
    // Whoever cuts lines apart ends each with a line break, the last one too; block scalars keep it.
    const { root, ignoredFrom } = parseYaml(source.endsWith('\n') ? source : `${source}\n`, start)
    if (ignoredFrom !== -1) reportIgnored(text, ignoredFrom, end, report)
    return root
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error
    report(explainSyntax(error, source, start))
    return undefined
  }
}

function readObject(object: Extract<ManifestObject, { is: 'rbac' }>, context: ReadingContext): RbacObject | undefined {
  let refused = false
  const report: Report = (problem) => {
    if (problem.severity === 'error') refused = true
    context.report(problem)
  }
  const struct = decodeObject(object.node, KINDS[object.kind], { ...context, report })
  validateObject(object.kind, struct, object.head, report)
  if (refused) return undefined
  lintObject(object.kind, struct, context.report)
  return rbacObject(object.kind, struct)
}

function readOther(object: Extract<ManifestObject, { is: 'other' }>, lines: LineIndex, report: Report): NotRead {
  const { apiVersion, kind, name, head } = object
  const what = name === '' ? excerpt(kind) : `${excerpt(kind)} “${excerpt(name)}”`
  report({
    severity: 'note',
    code: 'not-read',
    message: `${what} of ${excerpt(apiVersion)} decides nothing here and was not read.`,
    span: head,
    path: 'kind',
  })
  return { apiVersion, kind, name, range: lines.range(head) }
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
