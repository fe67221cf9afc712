import type { BaseIssue } from 'valibot'
import type { Diagnostic, LineIndex, Severity, Span } from '../kube/index.ts'
import { type JsonDocument, type JsonPath, nearest } from '../manifests/index.ts'
import { DOCUMENT } from './schema.ts'

/** An error of a scenario document, at a place that can be seen. */
export function problem(lines: LineIndex, code: string, message: string, fix: string, span: Span): Diagnostic {
  const severity: Severity = 'error'
  const { start, end } = span
  return { severity, code, message, fix, range: lines.range({ start, end: Math.max(end, start + 1) }) }
}

/** A value that does not fit the schema, in words. */
export function fromIssue(issue: BaseIssue<unknown>, read: JsonDocument, lines: LineIndex): Diagnostic {
  const path = (issue.path ?? []).map(({ key }) => key as string | number)
  const key = String(path.at(-1))
  const name = printPath(path)
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const known = fieldsAt(path.slice(0, -1))
    const near = nearest(key, known)
    const owner = path.length === 1 ? 'a scenario document' : `“${printPath(path.slice(0, -1))}”`
    const fix = near === undefined ? `Remove it. Fields here are ${known.join(', ')}.` : `Did you mean “${near}”?`
    return problem(lines, 'unknown-field', `“${key}” is no field of ${owner}.`, fix, read.keySpanOf(path))
  }
  const wanted = WANTED[issue.expected ?? ''] ?? wantedIn(issue)
  if (issue.input === undefined) {
    return problem(lines, 'missing-field', `“${name}” is missing.`, `Write ${key}: and ${wanted}.`, read.spanOf(path))
  }
  const { input } = issue
  const bare = typeof input === 'number' || typeof input === 'boolean'
  const unquoted = bare && (wanted === 'a text' || issue.expected?.includes(`"${input}"`) === true)
  return problem(
    lines,
    'wrong-value',
    `“${name}” is ${foundIn(input)}, and ${wanted} is expected.`,
    unquoted ? 'Put quotes around it.' : `Write ${wanted}.`,
    read.spanOf(path),
  )
}

const WANTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'a mapping',
}

/** What stands there, in words. */
function foundIn(value: unknown): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  return typeof value === 'string' ? `“${value.slice(0, 40)}”` : String(value)
}

/** What is expected, where the library says it as code: `("a" | "b")`, `>=1`, or nothing. */
function wantedIn({ type, expected, message }: BaseIssue<unknown>): string {
  if (type === 'custom') return message
  if (type === 'integer') return 'a whole number'
  if (type === 'min_length') return 'one entry at least'
  const words = (expected ?? 'another value').replaceAll(/^\(|\)$/g, '').replaceAll(' | ', ' or ')
  return words.replace(/^>=/, 'a number of at least ')
}

/** Names of the fields of the mapping at a path. */
function fieldsAt(path: JsonPath): readonly string[] {
  let at: Shape | undefined = shapeOf(DOCUMENT)
  for (const step of path) {
    const inner: unknown = at?.entries?.[step] ?? at?.item
    at = inner === undefined ? undefined : shapeOf(inner)
  }
  return Object.keys(at?.entries ?? {})
}

/** What a schema of the library is made of, as far as it matters here. */
interface Shape {
  readonly entries?: Readonly<Record<string, unknown>>
  readonly item?: unknown
  readonly wrapped?: unknown
  readonly pipe?: readonly unknown[]
}

/** The mapping or list that a schema is, behind what may stand around it. */
function shapeOf(schema: unknown): Shape | undefined {
  const shape = schema as Shape
  if (shape.wrapped !== undefined) return shapeOf(shape.wrapped)
  if (shape.entries !== undefined || shape.item !== undefined) return shape
  for (const part of shape.pipe ?? []) {
    const found = part === schema ? undefined : shapeOf(part)
    if (found !== undefined) return found
  }
  return undefined
}

function printPath(path: JsonPath): string {
  return path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('')
}
