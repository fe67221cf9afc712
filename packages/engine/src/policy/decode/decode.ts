import { goQuote, isTimestamp } from '../../go/index.ts'
import type { ReportProblem } from '../../text/index.ts'
import { excerpt } from '../../text/index.ts'
import type { MappingNode, ScalarNode, SequenceNode, TreeNode } from '../../yaml/index.ts'
import {
  booleanKeyText,
  entriesOf,
  type JsonEntry,
  MAX_DEPTH,
  type Path,
  printPath,
  type ScalarValue,
  scalarValue,
  withoutAlias,
} from '../../yaml/index.ts'
import type { FieldType, StructType } from '../schema/rbac-schema.ts'
import {
  AnyValue,
  type DecodedField,
  type DecodedValue,
  List,
  type ListItem,
  type MapEntry,
  StringMap,
  Struct,
} from './decoded-value.ts'
import type { ReadingContext } from './reading-context.ts'
import { suggestField } from './suggest.ts'
import { reportWrongType, type WrongType } from './wrong-type.ts'

/**
 * Decodes a mapping into a type as kube-apiserver does with strict field validation (Go: `sigs.k8s.io/json`): names of
 * fields in exact case, no unknown and no repeated fields, no conversion between types, null as if absent. Unlike the Go
 * code, it continues after an error, so that one run reports them all.
 */
export function decodeObject(node: MappingNode, type: StructType, context: ReadingContext): Struct {
  return new Decoder(context).struct(node, type, undefined)
}

/** Reports everything in a value that cannot be converted to JSON, whatever its type should be. */
export function checkAnyValue(node: TreeNode, context: ReadingContext): void {
  new Decoder(context).any(node, undefined, 0)
}

class Decoder {
  constructor(readonly context: ReadingContext) {}

  struct(node: MappingNode, type: StructType, path: Path | undefined): Struct {
    const fields: DecodedField[] = []
    let given: Set<string> | undefined
    let unread: readonly string[] = NO_NAMES
    let nullKeys: Struct['nullKeys'] = NO_KEYS
    const entries = entriesOf(node, path, this.#knowing(type))
    for (const entry of entries) {
      const field = type.fields.get(entry.name)
      if (entry.overwritten === true) {
        // From JSON, the API server decodes both values of a repeated key, so both must have the field's type.
        if (this.context.syntax === 'json' && field !== undefined) {
          this.#value(entry.value, field.type, { parent: path, field: field.name, owner: type })
        } else this.#overwritten(entry.value, path)
        continue
      }
      if (type.others?.has(entry.name) === true) {
        this.any(entry.value, path, 0)
        continue
      }
      if (field === undefined) {
        given ??= new Set(entries.map(({ name }) => name))
        const meant =
          type.others === undefined
            ? this.#unknownField(entry, given, type, path)
            : this.#ignoredField(entry, given, type, path)
        if (meant !== undefined && this.context.ignoresUnknown !== true) unread = [...unread, meant]
        continue
      }
      const value =
        plainString(entry.value, field.type) ??
        this.#value(entry.value, field.type, { parent: path, field: field.name, owner: type })
      if (value === REFUSED) unread = [...unread, field.name]
      else if (value === undefined) nullKeys = [...nullKeys, { name: field.name, key: entry.key }]
      else fields.push({ name: field.name, key: entry.key, node: entry.value, value })
    }
    return new Struct(type, node, fields, unread, nullKeys)
  }

  /** Checks a value that a repeated key replaces before the conversion to JSON: infinity and NaN are not errors in it. */
  #overwritten(value: TreeNode, path: Path | undefined, depth = 0): void {
    const report: ReadingContext['report'] = (problem) => {
      if (problem.code !== 'not-finite') this.context.report(problem)
    }
    new Decoder({ ...this.context, report }).any(value, path, depth)
  }

  /** The context for reading a type's entries: of an unknown JSON field the API server does not report the repetition. */
  #knowing(type: StructType): ReadingContext {
    const { syntax, report } = this.context
    if (syntax === 'yaml') return this.context
    return {
      ...this.context,
      report: (problem) => {
        if (problem.code !== 'duplicate-key' || type.fields.has((problem.path ?? '').split('.').at(-1) ?? ''))
          report(problem)
      },
    }
  }

  /** Reports the entry, and returns the field that was probably meant. */
  #unknownField(
    entry: JsonEntry,
    given: ReadonlySet<string>,
    type: StructType,
    path: Path | undefined,
  ): string | undefined {
    const meant = reportUnknownField(entry, given, type, path, this.context.report)
    this.any(entry.value, path, 0)
    return meant
  }

  /** As {@link #unknownField}, for a type that is read in part: only probable misspellings are reported. */
  #ignoredField(
    entry: JsonEntry,
    given: ReadonlySet<string>,
    type: StructType,
    path: Path | undefined,
  ): string | undefined {
    this.any(entry.value, path, 0)
    return this.context.onUnknownField?.(entry, given, type, path, this.context.report)
  }

  /** The value, undefined for null, or REFUSED after reporting. */
  #value(written: TreeNode, type: FieldType, path: Path): DecodedValue | undefined | typeof REFUSED {
    const node = withoutAlias(written)
    if (type.is === 'any') {
      this.any(node, path, 0)
      return new AnyValue(node)
    }
    if (node.kind === 'mapping') {
      if (type.is === 'struct') return this.struct(node, type.struct, path)
      if (type.is === 'map') return this.#map(node, type.of, path)
      return this.#refuse(written, 'object', type, path)
    }
    if (node.kind === 'sequence') {
      if (type.is === 'list') return this.#list(node, type.of, path)
      return this.#refuse(written, 'array', type, path)
    }
    return this.#scalar(written, node, type, path)
  }

  #scalar(written: TreeNode, node: ScalarNode, type: FieldType, path: Path): DecodedValue | undefined | typeof REFUSED {
    const scalar = scalarValue(node)
    switch (scalar.type) {
      case 'null':
        return undefined
      case 'invalid':
        reportNoJSON(node, scalar.problem, path, this.context.report)
        return REFUSED
      case 'string':
        if (type.is === 'string') return scalar.value
        if (type.is === 'time' && isTimestamp(scalar.value)) return scalar.value
        break
      case 'boolean':
        if (type.is === 'boolean') return scalar.value
        break
      case 'number': {
        const number = type.is === 'integer' ? this.#integer(node, scalar) : undefined
        if (number !== undefined) return number
        break
      }
    }
    this.#wrongType({ written, node, scalar, found: JSON_NAMES[scalar.type], type, path })
    return REFUSED
  }

  /** A number that fits Go's int64; undefined for any other number, and for `1.0` in JSON. */
  #integer(node: ScalarNode, { json }: Extract<ScalarValue, { type: 'number' }>): number | undefined {
    const text = this.context.syntax === 'json' ? node.value : json
    if (!/^-?[0-9]{1,19}$/.test(text)) return undefined
    const value = BigInt(text)
    return value >= -(2n ** 63n) && value < 2n ** 63n ? Number(value) : undefined
  }

  #refuse(written: TreeNode, found: 'object' | 'array', type: FieldType, path: Path): typeof REFUSED {
    this.#wrongType({ written, found, type, path })
    this.any(written, path, 0)
    return REFUSED
  }

  #wrongType(wrong: WrongType): void {
    reportWrongType(wrong, this.context)
  }

  #list(node: SequenceNode, of: FieldType, path: Path): List {
    const items: ListItem[] = []
    node.items.forEach((item, index) => {
      const decoded = plainString(item, of) ?? this.#value(item, of, { parent: path, index })
      if (decoded === REFUSED) return
      items.push({ index, node: item, value: decoded ?? zero(of, item) })
    })
    return new List(items, node.items.length)
  }

  #map(node: MappingNode, of: FieldType, path: Path): StringMap {
    const entries: MapEntry[] = []
    for (const entry of entriesOf(node, path, this.context)) {
      const { name, key, value: written, overwritten } = entry
      if (overwritten === true) {
        // From JSON, the API server decodes both values of a repeated key.
        if (this.context.syntax === 'json') this.#value(written, of, { parent: path, key: name })
        else this.#overwritten(written, path)
        continue
      }
      const value = this.#value(written, of, { parent: path, key: name })
      if (value === undefined || typeof value === 'string')
        entries.push({ name, key, node: written, value: value ?? '', ...(value === undefined && { isNull: true }) })
      if (booleanKeyText(entry) !== undefined) warnOfBooleanKey(entry, path, this.context.report)
    }
    return new StringMap(entries)
  }

  /** Reports repeated keys, and keys and values that JSON does not have. */
  any(written: TreeNode, path: Path | undefined, depth: number): void {
    // A JSON text holds nothing but JSON.
    if (this.context.syntax === 'json') return
    const node = withoutAlias(written)
    if (depth > MAX_DEPTH) return reportTooDeep(written, this.context.report)
    if (node.kind === 'mapping') {
      for (const { value, overwritten } of entriesOf(node, path, this.context)) {
        if (overwritten === true) this.#overwritten(value, path, depth + 1)
        else this.any(value, path, depth + 1)
      }
    } else if (node.kind === 'sequence') {
      for (const item of node.items) this.any(item, path, depth + 1)
    } else {
      const scalar = scalarValue(node)
      if (scalar.type === 'invalid') reportNoJSON(node, scalar.problem, path, this.context.report)
    }
  }
}

/** The fast path for most of a policy: a string in a field for strings. Undefined for everything else. */
function plainString(node: TreeNode, type: FieldType): string | undefined {
  if (type.is !== 'string' || node.kind !== 'scalar') return undefined
  const scalar = scalarValue(node)
  return scalar.type === 'string' ? scalar.value : undefined
}

/** Returned in place of a value of the wrong type, after reporting it. */
const REFUSED = Symbol('refused')

const NO_NAMES: readonly string[] = []
const NO_KEYS: Struct['nullKeys'] = []

const JSON_NAMES = { string: 'string', boolean: 'bool', number: 'number' } as const

/** The Go zero value, which a null entry of a list becomes. */
function zero(type: FieldType, node: TreeNode): DecodedValue {
  return type.is === 'struct' ? new Struct(type.struct, node, [], NO_NAMES, NO_KEYS) : ''
}

/** Reports a field that the type does not have, and returns the field that was probably meant. */
function reportUnknownField(
  entry: JsonEntry,
  given: ReadonlySet<string>,
  type: StructType,
  path: Path | undefined,
  report: ReportProblem,
): string | undefined {
  const before = printPath(path)
  const printed = before === '' ? entry.name : `${before}.${entry.name}`
  const word = booleanKeyText(entry)
  const suggestion = suggestField(entry.name, type, given)
  report({
    severity: 'error',
    code: 'unknown-field',
    message:
      word === undefined
        ? `“${excerpt(entry.name)}” is not a field of ${ownerOf(path, type)}.`
        : `“${word}” without quotes is the boolean ${entry.name} in YAML 1.1, so it is not a field of ${ownerOf(path, type)}.`,
    fix: suggestion?.fix ?? `Remove it. Fields here are ${[...type.fields.keys()].slice(0, 12).join(', ')}.`,
    detail: `strict decoding error: unknown field ${goQuote(printed)}`,
    span: entry.key,
    path: printed,
  })
  return suggestion?.field
}

/** The owner of the fields at a path, in words: `a Role`, `“rules[0]”`. */
export function ownerOf(path: Path | undefined, type: StructType): string {
  return path === undefined ? `a ${type.name}` : `“${printPath(path)}”`
}

/** Warns of a key that looks like a name and is a YAML 1.1 boolean. */
function warnOfBooleanKey(entry: JsonEntry, path: Path, report: ReportProblem): void {
  const word = booleanKeyText(entry)
  report({
    severity: 'warning',
    code: 'boolean-key',
    message: `“${word}” without quotes is the boolean ${entry.name} in YAML 1.1, so this key becomes “${entry.name}”.`,
    fix: `Write "${word}" in quotes.`,
    span: entry.key,
    path: printPath({ parent: path, key: entry.name }),
  })
}

/** Reports a value that cannot be converted to JSON. */
function reportNoJSON(node: ScalarNode, problem: string, path: Path | undefined, report: ReportProblem): void {
  const tagged = node.tag !== ''
  report({
    severity: 'error',
    code: tagged ? 'tag-mismatch' : 'not-finite',
    message: tagged
      ? `“${excerpt(node.value)}” does not fit the tag before it.`
      : `“${node.value}” is a number without a finite value, which JSON does not have.`,
    fix: tagged ? 'Remove the tag, or write a value of its type.' : `Write "${node.value}" in quotes if it is a text.`,
    detail: problem,
    span: node,
    path: printPath(path),
  })
}

/** Reports aliases that are nested in aliases. */
function reportTooDeep(node: TreeNode, report: ReportProblem): void {
  report({
    severity: 'error',
    code: 'nested-too-deep',
    message: `Aliases make this value nest deeper than ${MAX_DEPTH} levels.`,
    fix: 'Write out what the aliases stand for; RBAC objects go about ten levels deep.',
    span: node,
  })
}
