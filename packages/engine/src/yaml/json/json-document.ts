import type { ReportProblem } from '../../text/index.ts'
import {
  type Diagnostic,
  LineIndex,
  ProblemCollector,
  type SourceId,
  type Span,
  TooManyErrors,
} from '../../text/index.ts'
import { documentTrees } from '../document-tree.ts'
import { type EntriesContext, entriesOf, lineCounter } from '../mapping-entries.ts'
import { scalarValue } from '../scalar-value.ts'
import { type TreeNode, withoutAlias } from '../tree.ts'

/** A JSON value. Whole numbers that a double cannot represent exactly are bigints. */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject

/** An object without a prototype, so that `__proto__` and `constructor` are ordinary keys. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Keys and indexes from the root of a document to a value. */
export type JsonPath = readonly (string | number)[]

/** The value of one document, with the places of its parts. */
export interface JsonDocument {
  readonly value: JsonValue
  /** The span of the value at a path; where there is none, of the nearest value that would contain it. */
  readonly spanOf: (path: JsonPath) => Span
  /** The span of the key of the value at a path; for a value without a key, of the value. */
  readonly keySpanOf: (path: JsonPath) => Span
}

/** The result of reading a text of JSON or YAML documents. */
export interface JsonTexts {
  readonly lines: LineIndex
  readonly documents: readonly JsonDocument[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Longer texts are refused, because each keystroke reads the text again. Objects in a cluster rarely have a hundredth of it. */
const LONGEST = 1_000_000

export interface ReadJsonOptions {
  /** The whole text, if `text` is a part of it: ranges refer to it. */
  readonly whole?: string
  /** The offset of `text` in `whole`. */
  readonly offset?: number
  /** The limit of the length, in characters. */
  readonly longest?: number
}

/**
 * Reads the values of YAML or JSON documents, with their places. Takes any text and never throws; errors are in
 * `diagnostics`.
 */
export function readJsonTexts(
  text: string,
  source: SourceId,
  { whole = text, offset = 0, longest = LONGEST }: ReadJsonOptions = {},
): JsonTexts {
  const lines = new LineIndex(source, whole)
  const problems = new ProblemCollector()
  const documents: JsonDocument[] = []
  const shifted: ReportProblem = (problem) => problems.report(moved(problem, offset))
  const lineOf = (at: number) => lines.range({ start: at + offset, end: at + offset }).line
  try {
    if (text.length > longest) shifted(tooLong(text, longest))
    else {
      for (const { document, root } of documentTrees(text, shifted)) {
        if (root === undefined) continue
        const context = {
          syntax: document.syntax,
          report: shifted,
          lineOf,
          lineInDocument: lineCounter(text, document.start),
        }
        documents.push({
          value: jsonValueOf(root, context),
          spanOf: (path) => moved({ span: placeIn(root, path) }, offset).span,
          keySpanOf: (path) => moved({ span: placeIn(root, path, true) }, offset).span,
        })
      }
    }
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error
  }
  return { lines, documents, diagnostics: problems.resolve(lines, whole.length) }
}

function moved<Placed extends { readonly span: Span }>(placed: Placed, by: number): Placed {
  return { ...placed, span: { start: placed.span.start + by, end: placed.span.end + by } }
}

function tooLong(text: string, longest: number) {
  return {
    severity: 'error' as const,
    code: 'object-too-large',
    message: `This text has ${text.length} characters, and the playground reads ${longest} at most.`,
    fix: 'Leave out what the request does not change.',
    span: { start: 0, end: Math.min(text.length, 80) },
  }
}

function jsonValueOf(written: TreeNode, context: EntriesContext): JsonValue {
  const node = withoutAlias(written)
  if (node.kind === 'sequence') return node.items.map((item) => jsonValueOf(item, context))
  if (node.kind === 'mapping') {
    const object: Record<string, JsonValue> = Object.create(null)
    for (const { name, value, overwritten } of entriesOf(node, undefined, context)) {
      if (!overwritten) object[name] = jsonValueOf(value, context)
    }
    return object
  }
  const scalar = scalarValue(node)
  switch (scalar.type) {
    case 'null':
      return null
    case 'number': {
      const number = Number(scalar.json)
      return scalar.integer && !Number.isSafeInteger(number) ? BigInt(scalar.json) : number
    }
    case 'invalid':
      context.report({
        severity: 'error',
        code: 'no-json-value',
        message: 'This is not a JSON value.',
        fix: 'Put quotes around it if it is a text.',
        detail: scalar.problem,
        span: node,
      })
      return null
    default:
      return scalar.value
  }
}

function placeIn(root: TreeNode, path: JsonPath, atKey = false): Span {
  let node: TreeNode = root
  let place: Span = root
  for (const step of path) {
    const inner = withoutAlias(node)
    const pair =
      inner.kind === 'mapping'
        ? inner.pairs.findLast(({ key }) => key.kind === 'scalar' && key.value === String(step))
        : undefined
    const next: TreeNode | undefined = inner.kind === 'sequence' ? inner.items[Number(step)] : pair?.value
    if (next === undefined) break
    node = next
    place = atKey && pair !== undefined ? pair.key : next
  }
  return { start: place.start, end: place.end }
}
