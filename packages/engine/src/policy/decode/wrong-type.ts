import { goQuote } from '../../go/index.ts'
import type { Problem } from '../../text/index.ts'
import { excerpt } from '../../text/index.ts'
import type { ScalarNode, ScalarValue, TreeNode } from '../../yaml/index.ts'
import { type Path, printGoField, printPath, timeWords } from '../../yaml/index.ts'
import type { FieldType } from '../schema/rbac-schema.ts'
import type { ReadingContext } from './reading-context.ts'

/** A value that does not have the type of its field. */
export interface WrongType {
  readonly written: TreeNode
  /** The scalar, if the value is one. */
  readonly node?: ScalarNode
  readonly scalar?: ScalarValue
  /** The JSON type of the value. */
  readonly found: 'string' | 'bool' | 'number' | 'object' | 'array'
  readonly type: FieldType
  readonly path: Path
}

/** Reports a value that does not have the type of its field. */
export function reportWrongType(wrong: WrongType, { report, syntax, alone }: ReadingContext): void {
  const path = printPath(wrong.path)
  const words = friendly(wrong, path)
  const detail =
    words.code === 'wrong-time' ? timeWords(wrong.node?.value ?? '') : printed(wrong, syntax, alone === true)
  report({
    severity: 'error',
    ...words,
    span: wrong.written,
    path,
    ...(detail === undefined ? {} : { detail }),
  })
}

function friendly(
  { node, scalar, found, type }: WrongType,
  path: string,
): Pick<Problem, 'code' | 'message'> & { readonly fix: string } {
  const text = node?.value ?? ''
  const wanted = WANTED[type.is]
  if (type.is === 'string' && scalar?.type === 'boolean') {
    const isObvious = text === 'true' || text === 'false'
    return {
      code: 'boolean-not-string',
      message: isObvious
        ? `“${text}” without quotes is a boolean, and “${path}” takes a string.`
        : `“${text}” without quotes is the boolean ${scalar.value} in YAML 1.1, and “${path}” takes a string.`,
      fix: `Write "${text}" in quotes.`,
    }
  }
  if (type.is === 'string' && scalar?.type === 'number') {
    return {
      code: 'number-not-string',
      message: `“${excerpt(text)}” without quotes is a number, and “${path}” takes a string.`,
      fix: `Write "${excerpt(text)}" in quotes.`,
    }
  }
  if (type.is === 'list' && scalar !== undefined) {
    const quoted = scalar.type === 'string' ? text : String(text)
    return {
      code: 'list-expected',
      message: `“${path}” takes a list, and “${excerpt(text)}” is a single value.`,
      fix: type.of.is === 'string' ? `Write ${listOf(quoted)}.` : 'Put a “- ” before each entry.',
    }
  }
  if (type.is === 'list' && found === 'object') {
    return {
      code: 'list-expected',
      message: `“${path}” takes a list, and this is a single mapping.`,
      fix: 'Put a “- ” before the first key of each entry, and indent its other keys as far as the first.',
    }
  }
  if (type.is === 'time' && found === 'string') {
    return {
      code: 'wrong-time',
      message: `“${excerpt(text)}” is not a time.`,
      fix: 'Write it as 2026-01-31T12:00:00Z, or leave the field out.',
    }
  }
  return {
    code: 'wrong-type',
    message: `“${path}” takes ${wanted}, and this is ${FOUND[found]}.`,
    fix: `Write ${wanted}.`,
  }
}

/** A scalar as a list in one line. Entries that are separated by commas, as `get,delete`, become entries of the list. */
function listOf(text: string): string {
  const entries = text.split(',').map((entry) => entry.trim())
  const all = entries.every((entry) => /^[\w.:*/-]+$/.test(entry)) ? entries : [text]
  return `[${all.map((entry) => goQuote(excerpt(entry))).join(', ')}]`
}

const WANTED: Readonly<Record<FieldType['is'], string>> = {
  string: 'a string',
  boolean: 'true or false',
  integer: 'a whole number',
  time: 'a time',
  any: 'any value',
  map: 'a mapping from names to strings',
  list: 'a list',
  struct: 'a mapping of fields',
}

const FOUND = {
  string: 'a string',
  bool: 'a boolean',
  number: 'a number',
  object: 'a mapping',
  array: 'a list',
} as const

/** The error of Go's JSON decoder. */
function printed(
  { node, scalar, found, type, path }: WrongType,
  syntax: 'yaml' | 'json',
  alone: boolean,
): string | undefined {
  // `timeWords` has the error of Go's time parser.
  if (type.is === 'time' && found === 'string') return undefined
  const number =
    type.is === 'integer' && scalar?.type === 'number' ? (syntax === 'json' ? node?.value : scalar.json) : undefined
  const field = alone
    ? printGoField(path)
        .replace(/^\w*\.metadata$/, 'metadataOnlyObject.metadata')
        .replace(/^\w*\.(apiVersion|kind)$/, 'metadataOnlyObject.TypeMeta.$1')
    : printGoField(path)
  const value = number === undefined ? found : `number ${number}`
  return `json: cannot unmarshal ${value} into Go struct field ${field} of type ${type.is === 'time' ? 'string' : type.go}`
}
