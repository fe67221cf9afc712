import { goQuote } from '../go/index.ts'
import type { ReportProblem } from '../text/index.ts'
import { excerpt } from '../text/index.ts'
import { type Path, printPath } from './field-path.ts'
import { keyWords } from './problems/upstream-words.ts'
import { isMergeKey, NOT_FINITE, plainValue, scalarValue } from './scalar-value.ts'
import { lineIndexAt } from './scanner/cursor.ts'
import { type MappingNode, type ScalarNode, type TreeNode, withoutAlias } from './tree.ts'

/** An entry of a mapping after the conversion to JSON: the key is a string, and merge keys (`<<`) are resolved. */
export interface JsonEntry {
  readonly name: string
  readonly key: ScalarNode
  readonly value: TreeNode
  /** The mapping repeats the key with the value that counts. */
  readonly overwritten?: true
}

/** The context of reading the mappings of one document. */
export interface EntriesContext {
  readonly syntax: 'yaml' | 'json'
  readonly report: ReportProblem
  /** The line of an offset in the whole text, from 1. */
  readonly lineOf: (offset: number) => number
  /** The line of an offset in its document, from 1, as YAML 1.1 breaks lines: the API server prints these. */
  readonly lineInDocument: (offset: number) => number
  /**
   * Unknown fields are dropped, as without strict field validation. Validation then also reports a missing field whose
   * key is probably misspelt.
   */
  readonly ignoresUnknown?: true
}

/** Counts lines in the document that begins at an offset. Places in the order of the text take one reading together. */
export function lineCounter(text: string, start: number): EntriesContext['lineInDocument'] {
  const beginning = { offset: start, line: 1 }
  let last = beginning
  return (offset) => {
    const { offset: from, line } = offset < last.offset ? beginning : last
    last = { offset, line: line + lineIndexAt(text.slice(from, offset), offset - from) }
    return last.line
  }
}

/** A context that reports nothing, for looking ahead at entries that are read and reported later. */
export function quietly<Context extends EntriesContext>(context: Context): Context {
  const report = () => {
    // The later reading reports the problem.
  }
  return { ...context, report }
}

/**
 * The entries of a mapping, in the order of the text. A repeated key is reported: its last entry counts, and the others
 * are at the end, marked as overwritten. Keys that are not strings are converted as `sigs.k8s.io/yaml` does.
 */
export function entriesOf(mapping: MappingNode, path: Path | undefined, context: EntriesContext): readonly JsonEntry[] {
  const found: JsonEntry[] = []
  // A linear search is fast enough for a few entries only.
  const seen = mapping.pairs.length > 16 ? new Map<string, number>() : undefined
  collect(mapping, path, context, found, seen)
  return found
}

function collect(
  mapping: MappingNode,
  path: Path | undefined,
  context: EntriesContext,
  found: JsonEntry[],
  seen: Map<string, number> | undefined,
): void {
  for (const { key, value } of mapping.pairs) {
    if (key.kind === 'scalar' && context.syntax === 'yaml' && isMergeKey(key)) {
      for (const source of mergeSources(value, path, context)) collect(source, path, context, found, seen)
      continue
    }
    const entry = readKey(key, value, path, context)
    if (entry === undefined) continue
    const at = seen === undefined ? indexOf(found, entry.name) : (seen.get(entry.name) ?? -1)
    if (at === -1) {
      seen?.set(entry.name, found.length)
      found.push(entry)
    } else {
      const earlier = found[at] as JsonEntry
      reportRepeated(earlier, entry, path, context)
      found[at] = entry
      found.push({ ...earlier, overwritten: true })
    }
  }
}

function indexOf(found: readonly JsonEntry[], name: string): number {
  for (let i = 0; i < found.length; i++) if ((found[i] as JsonEntry).name === name) return i
  return -1
}

function readKey(
  key: TreeNode,
  value: TreeNode,
  path: Path | undefined,
  context: EntriesContext,
): JsonEntry | undefined {
  const node = withoutAlias(key)
  if (node.kind !== 'scalar') {
    const what = node.kind === 'mapping' ? 'a mapping' : 'a list'
    const message = `A key must be a single value, and this is ${what}.`
    reportKey(key, message, 'yaml: invalid map key', path, context, key)
    return undefined
  }
  const resolved = context.syntax === 'json' ? { type: 'string' as const, value: node.value } : scalarValue(node)
  switch (resolved.type) {
    case 'string':
      return { name: resolved.value, key: node, value }
    case 'boolean':
      return { name: String(resolved.value), key: node, value }
    case 'number': {
      const tooLarge = resolved.integer && BigInt(resolved.json) >= 2n ** 63n
      if (tooLarge) break
      const name = resolved.integer ? resolved.json : floatKey(Number(resolved.json))
      return { name, key: node, value }
    }
    case 'invalid': {
      const name = NOT_FINITE.get(resolved.problem)
      if (name !== undefined) return { name, key: node, value }
      reportKey(key, `“${excerpt(node.value)}” does not fit the tag before it.`, resolved.problem, path, context)
      return undefined
    }
    case 'null':
      break
  }
  const what = resolved.type === 'null' ? 'Nothing (null)' : `The number ${resolved.json}`
  // Upstream reads the value before it refuses the key, so an error in the value comes first.
  reportKey(key, `${what} cannot be a key.`, 'unsupported map key', path, context, value)
  return undefined
}

function reportKey(
  key: TreeNode,
  message: string,
  detail: string,
  path: Path | undefined,
  { report }: EntriesContext,
  first?: TreeNode,
): void {
  report({
    severity: 'error',
    code: 'unsupported-key',
    message,
    fix: 'Give the key a name, in quotes if it looks like something else.',
    detail: first === undefined ? detail : keyWords(first, detail),
    span: key,
    path: printPath(path),
  })
}

/** A float as a key (Go: `strconv.FormatFloat(f, 'g', -1, 32)`): the shortest text that is the same 32-bit float. */
function floatKey(value: number): string {
  const single = Math.fround(value)
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf'
  if (single === 0) return Object.is(single, -0) ? '-0' : '0'
  let digits = 1
  while (digits < 9 && Math.fround(Number(single.toPrecision(digits))) !== single) digits++
  const [mantissa = '', exponentText = '0'] = single.toExponential(digits - 1).split('e')
  const exponent = Number(exponentText)
  if (exponent >= -4 && exponent < 6) return String(Number(single.toPrecision(digits)))
  const sign = exponent < 0 ? '-' : '+'
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`
}

function mergeSources(value: TreeNode, path: Path | undefined, context: EntriesContext): readonly MappingNode[] {
  const node = withoutAlias(value)
  if (node.kind === 'mapping') return [node]
  // libyaml allows an alias to one mapping here, not to a list of mappings.
  const items = node.kind === 'sequence' && value.kind === 'sequence' ? node.items.map(withoutAlias) : []
  const mappings = items.filter((item) => item.kind === 'mapping')
  if (node.kind !== 'sequence' || value.kind !== 'sequence' || mappings.length < items.length) {
    context.report({
      severity: 'error',
      code: 'merge-needs-mapping',
      message: '`<<` takes over the keys of a mapping or of a list of mappings, and this is neither.',
      fix: 'Refer to a mapping with an anchor: `<<: *name`.',
      detail: 'yaml: map merge requires map or sequence of maps as the value',
      span: value,
      path: printPath(path),
    })
  }
  return mappings.reverse()
}

function reportRepeated(first: JsonEntry, again: JsonEntry, path: Path | undefined, context: EntriesContext): void {
  const { syntax, report, lineOf, lineInDocument } = context
  const inner = printPath(path)
  const common = {
    severity: 'error' as const,
    span: again.key,
    path: inner === '' ? again.name : `${inner}.${again.name}`,
  }
  const where = `line ${lineOf(first.key.start)}`
  const begins = path === undefined && (again.name === 'kind' || again.name === 'apiVersion')
  const fix = begins ? 'Keep one of them, or put a line with --- between two objects.' : 'Keep one of them.'
  if (syntax === 'json') {
    const detail = `strict decoding error: duplicate field ${goQuote(common.path)}`
    const message = `“${excerpt(again.name)}” is given twice, the first time in ${where}.`
    report({ ...common, code: 'duplicate-key', message, fix, detail })
  } else if (identity(first.key) === identity(again.key)) {
    const printed = scalarValue(again.key).type === 'string' ? goQuote(again.name) : again.name
    const detail = `strict decoding error: yaml: unmarshal errors:\n  line ${lineInDocument(again.value.propertiesStart ?? again.value.start)}: key ${printed} already set in map`
    const message = `“${excerpt(again.name)}” is given twice, the first time in ${where}.`
    report({ ...common, code: 'duplicate-key', message, fix, detail })
  } else {
    const message = `This key and the one in ${where} both become “${excerpt(again.name)}”, and the API server keeps one of them at random.`
    report({ ...common, code: 'ambiguous-key', message, fix })
  }
}

/** The identity of a YAML key: `1`, `"1"` and `1.0` are different, and `.nan` does not equal itself. */
function identity(key: ScalarNode): string {
  const value = scalarValue(key)
  if (value.type === 'number') return `${value.integer ? 'integer' : 'float'} ${value.json}`
  if (value.type === 'invalid') return value.problem.endsWith('NaN') ? `NaN ${key.start}` : value.problem
  return value.type === 'null' ? 'null' : `${value.type} ${value.value}`
}

/** The text of a key that looks like a name and is a boolean in YAML 1.1, such as `on` or `y`; undefined for other keys. */
export function booleanKeyText({ key, name }: JsonEntry): string | undefined {
  const looksLikeName = key.plain && key.value !== name && plainValue(key.value).type === 'boolean'
  return looksLikeName ? key.value : undefined
}
