import { isResourceTable, readResourceTable } from '../../discovery/index.ts'
import type { AccessRule } from '../../kube/index.ts'
import type { Problem, ReportProblem, Span, TextDocument } from '../../text/index.ts'
import { isError, MOST_PROBLEMS, TooManyErrors } from '../../text/index.ts'
import type { Stream, TreeNode } from '../../yaml/index.ts'
import { lineCounter, readTree } from '../../yaml/index.ts'
import { decodeObject } from '../decode/decode.ts'
import type { ReadingContext } from '../decode/reading-context.ts'
import { OPENSHIFT_KINDS } from '../schema/openshift-schema.ts'
import { KINDS } from '../schema/rbac-schema.ts'
import type { TemplateReader } from '../templates/template-reader.ts'
import { validateObject } from '../validate/validate.ts'
import { warnOfObject } from '../warnings/rules.ts'
import { readAccessRule } from './access-rule.ts'
import { type ManifestObject, manifestObjects, type OtherObject, reportNotRead } from './objects.ts'
import { isOpenShiftUsage, openShiftNote, storedObject } from './openshift-objects.ts'
import { type RbacObject, rbacObject } from './rbac-objects.ts'

/** The objects of one document of a policy, and the problems that reading it alone finds. */
export interface DocumentContent {
  readonly document: TextDocument
  /** The line of its first character. */
  readonly firstLine: number
  readonly objects: readonly RbacObject[]
  readonly accessRules: readonly AccessRule[]
  readonly others: readonly OtherObject[]
  readonly problems: readonly Problem[]
  /** A problem names lines of the whole text, so the result is wrong after the document moves to other lines. */
  readonly namesLines: boolean
}

/** Reads one document of the stream of a policy. Throws only what `report` throws. */
export function readDocument(
  document: TextDocument,
  stream: Stream,
  lineOf: (offset: number) => number,
  report: ReportProblem,
  templates: TemplateReader | undefined,
): DocumentContent {
  const { text } = stream
  const objects: RbacObject[] = []
  const accessRules: AccessRule[] = []
  const others: OtherObject[] = []
  const found: Problem[] = []
  let errors = 0
  let namesLines = false
  const noted: ReportProblem = (one) => {
    found.push(NO_JSON.test(one.detail ?? '') ? stream.worded(one, document.start) : one)
    if (isError(one) && ++errors > MOST_PROBLEMS) throw new TooManyErrors()
  }
  const firstLine = lineOf(document.start)
  const readObjects = (root: TreeNode): void => {
    const named = (offset: number): number => {
      namesLines = true
      return lineOf(offset)
    }
    const context: ReadingContext = {
      syntax: document.syntax,
      report: noted,
      lineOf: named,
      lineInDocument: lineCounter(text, document.start),
    }
    for (const object of manifestObjects(root, context)) {
      if (object.is === 'rbac') {
        const read = readObject(object, context, templates)
        if (read !== undefined) objects.push(read)
      } else if (object.is === 'access-rule') {
        const read = readAccessRule(object, context)
        if (read !== undefined) accessRules.push(read)
      } else {
        // A copy of the span: the node itself would keep the whole tree in memory.
        others.push({ ...object, head: { start: object.head.start, end: object.head.end } })
        reportNotRead(object, noted)
      }
    }
    if (errors === 0 && objects.length + accessRules.length > 0) templates?.lintDocument(text, document, noted)
  }
  if (document.syntax === 'yaml' && isResourceTable(text, document)) {
    readTable(text, document, noted)
    for (const problem of found) report(problem)
    return { document, firstLine, objects, accessRules, others, problems: found, namesLines }
  }
  let parsed = false
  try {
    const root = readTree(document, stream, noted)
    parsed = root !== undefined
    if (root !== undefined) readObjects(root)
  } catch (error) {
    // The errors that were found are reported below, unless a template explains them.
    if (!(error instanceof TooManyErrors)) throw error
  }
  const problems = namingSeparator(templates?.named(found, text, document, parsed) ?? found, lineOf)
  for (const problem of problems) report(problem)
  return { document, firstLine, objects, accessRules, others, problems, namesLines }
}

/** Reports a table of resources, which decides nothing but is used by commands, and the lines that are not of it. */
function readTable(text: string, document: TextDocument, report: ReportProblem): void {
  const { resources, problems, head } = readResourceTable(text, document)
  const count = `${resources.length.toLocaleString('en')} API resource${resources.length === 1 ? '' : 's'}`
  const message = `This is a table of ${count}. It does not affect decisions; commands get names, scope and versions from it.`
  report({ severity: 'note', code: 'resource-table', message, span: head })
  for (const problem of problems.slice(0, MOST_PROBLEMS)) report(problem)
}

/**
 * Names the cause first where a line with --- is missing between two objects: the first error is then about a field of the
 * first object that the second kind does not have.
 */
function namingSeparator(problems: readonly Problem[], lineOf: (offset: number) => number): readonly Problem[] {
  const again = problems.find(
    ({ code, path }) => code === 'duplicate-key' && (path === 'apiVersion' || path === 'kind'),
  )
  if (again === undefined) return problems
  const fix = `Another object begins in line ${lineOf(again.span.start)}: put a line with --- before it.`
  return problems.map((problem) =>
    (problem.code === 'unknown-field' || problem.code === 'duplicate-key') && !/[.[]/.test(problem.path ?? '')
      ? { ...problem, fix }
      : problem,
  )
}

/** Details of errors in the conversion from YAML to JSON. */
const NO_JSON = /^(?:yaml: |json: unsupported |unsupported map key)/

function readObject(
  object: Extract<ManifestObject, { is: 'rbac' }>,
  context: ReadingContext,
  templates: TemplateReader | undefined,
): RbacObject | undefined {
  let refused = false
  const report: ReportProblem = (problem) => {
    // In a typed list, kubectl overwrites both fields of each item.
    if (object.in === 'typed-list' && (problem.path === 'kind' || problem.path === 'apiVersion')) return
    // kubectl writes its own namespace into an item of a list before it reads the item's metadata.
    if (
      object.in !== undefined &&
      problem.path === 'metadata.namespace' &&
      / (?:number|bool) /.test(problem.detail ?? '')
    )
      return warnOfNamespace(problem, context.report)
    if (problem.severity === 'error') refused = true
    context.report(problem)
  }
  const kinds = object.openShift ? OPENSHIFT_KINDS : KINDS
  const struct = decodeObject(object.node, kinds[object.kind], { ...context, report, alone: object.in === undefined })
  validateObject(object.kind, struct, object.head, (problem) => {
    if (!object.openShift || !isOpenShiftUsage(problem)) report(problem)
  })
  if (refused) return undefined
  if (object.openShift) context.report(openShiftNote(object.head))
  warnOfObject(object.kind, struct, context.report)
  templates?.warnOfObject(struct, context.report)
  return object.openShift ? storedObject(object.kind, struct) : rbacObject(object.kind, struct)
}

/** Warns that kubectl overwrites a namespace that is not a string in a list. */
function warnOfNamespace({ span, path }: Problem, report: ReportProblem): void {
  report({
    severity: 'warning',
    code: 'namespace-replaced',
    message: 'This is not a string; in a list, kubectl overwrites it with “default”.',
    fix: 'Write it in quotes.',
    span,
    ...(path === undefined ? {} : { path }),
  })
}

/** Moves a document that was read by some characters; it now begins in the line `firstLine`. */
export function movedDocument(read: DocumentContent, by: number, firstLine: number): DocumentContent {
  if (by === 0) return read.firstLine === firstLine ? read : { ...read, firstLine }
  const span = ({ start, end }: Span): Span => ({ start: start + by, end: end + by })
  const spans = <T extends { readonly span: Span }>(all: readonly T[]): readonly T[] =>
    all.map((one) => ({ ...one, span: span(one.span) }))
  return {
    ...read,
    document: { ...read.document, ...span(read.document) },
    firstLine,
    objects: read.objects.map((object): RbacObject => {
      if ('role' in object) {
        const { role } = object
        const { aggregationRule } = role
        return {
          role: {
            ...role,
            rules: spans(role.rules),
            ...(aggregationRule && { aggregationRule: { ...aggregationRule, span: span(aggregationRule.span) } }),
            span: span(role.span),
            nameSpan: span(role.nameSpan),
          },
        }
      }
      const { binding, roleNameSpan } = object
      return {
        binding: {
          ...binding,
          roleRef: { ...binding.roleRef, span: span(binding.roleRef.span) },
          subjects: spans(binding.subjects),
          span: span(binding.span),
          nameSpan: span(binding.nameSpan),
        },
        roleNameSpan: span(roleNameSpan),
      }
    }),
    accessRules: read.accessRules.map((rule) => ({
      ...rule,
      ...(rule.filter && { filter: { ...rule.filter, span: span(rule.filter.span) } }),
      entries: spans(rule.entries).map((entry) => ({
        ...entry,
        condition: { ...entry.condition, span: span(entry.condition.span) },
      })),
      span: span(rule.span),
      nameSpan: span(rule.nameSpan),
    })),
    others: read.others.map((other) => ({ ...other, head: span(other.head) })),
    problems: spans(read.problems),
  }
}
