import { goQuote } from '../go/index.ts'
import type { Problem, Report } from '../text/index.ts'
import { excerpt } from '../text/index.ts'
import type { ScalarNode, TreeNode } from '../yaml/index.ts'
import { MAX_DEPTH } from '../yaml/index.ts'
import { type Path, printPath } from './field-path.ts'
import { booleanKeyText, type Entry } from './mapping-entries.ts'
import type { StructType } from './schema.ts'
import { suggestField } from './suggest.ts'

// What is said where a value cannot be decoded.

/** Reports a field that its type has not, and answers which one it was probably meant to be. */
export function reportUnknownField(
  entry: Entry,
  given: ReadonlySet<string>,
  type: StructType,
  path: Path | undefined,
  report: Report,
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
        ? `“${excerpt(entry.name)}” is no field of ${ownerOf(path, type)}.`
        : `“${word}” without quotes is the boolean ${entry.name} in YAML 1.1, and so no field of ${ownerOf(path, type)}.`,
    fix: suggestion?.fix ?? `Remove it. Fields here are ${[...type.fields.keys()].slice(0, 12).join(', ')}.`,
    detail: `strict decoding error: unknown field ${goQuote(printed)}`,
    span: entry.key,
    path: printed,
  })
  return suggestion?.field
}

/** What has the fields at a path, in words. */
export function ownerOf(path: Path | undefined, type: StructType): string {
  return path === undefined ? `a ${type.name}` : `“${printPath(path)}”`
}

/** Warns of a key that looks like a name and is a boolean. */
export function warnOfBooleanKey(entry: Entry, path: Path, report: Report): void {
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

/** Reports a value that no JSON can be made of. */
export function reportNoJSON(node: ScalarNode, problem: string, path: Path | undefined, report: Report): void {
  const tagged = node.tag !== ''
  report({
    severity: 'error',
    code: tagged ? 'tag-mismatch' : 'not-finite',
    message: tagged
      ? `“${excerpt(node.value)}” does not fit the tag before it.`
      : `“${node.value}” is a number without a finite value, which JSON has not.`,
    fix: tagged ? 'Remove the tag, or write a value of its type.' : `Write "${node.value}" in quotes if it is a text.`,
    detail: problem,
    span: node,
    path: printPath(path),
  })
}

/** Reports aliases inside of aliases. */
export function reportTooDeep(node: TreeNode, report: Report): void {
  report({
    severity: 'error',
    code: 'nested-too-deep',
    message: `Aliases make this value nest deeper than ${MAX_DEPTH} levels.`,
    fix: 'Write out what the aliases stand for; RBAC objects go about ten levels deep.',
    span: node,
  })
}

/** Says of a namespace that is no string what becomes of it in a list. */
export function warnOfNamespace({ span, path }: Problem, report: Report): void {
  report({
    severity: 'warning',
    code: 'namespace-replaced',
    message: 'This is no string, and in a list kubectl writes “default” over it.',
    fix: 'Write it in quotes.',
    span,
    ...(path === undefined ? {} : { path }),
  })
}
