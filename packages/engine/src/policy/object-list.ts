import { RBAC_GROUP } from '../kube/index.ts'
import type { ReportProblem, Span } from '../text/index.ts'
import { excerpt } from '../text/index.ts'
import type { MappingNode, TreeNode } from '../yaml/index.ts'
import { entriesOf, type MappingEntry, quietly, scalarValue, withoutAlias } from '../yaml/index.ts'
import { checkAnyValue } from './decode.ts'
import { groupVersion, type HeaderField, type ObjectHeader, readHeader } from './header.ts'
import { checkListSchema } from './list-schema.ts'
import type { ReadingContext } from './reading-context.ts'

/** How objects are told apart, which is all that the texts of roles and those of stored objects differ in. */
export interface Classification<T> {
  /** Whether a list named for this kind and of this API group is taken apart, as one of kind `List` always is. */
  readonly isListOf: (kind: string, group: string) => boolean
  /** Whether kubectl goes through lists by the server's schema before it takes them apart. */
  readonly applied: boolean
  /** What an object is; undefined when that cannot be told, which has been reported. */
  readonly classify: (
    node: MappingNode,
    header: ObjectHeader,
    inherited: Inherited | undefined,
    context: ReadingContext,
  ) => T | undefined
}

/**
 * What the root of a document holds: one object, or those of a list. What is no object, or is one that cannot be told
 * to be of any kind, is reported and left out.
 */
export function objectsOf<T>(root: TreeNode, by: Classification<T>, context: ReadingContext): readonly T[] {
  const objects: T[] = []
  collect(root, undefined, objects, by, context)
  return objects
}

/** What the objects of a list are when they do not say it; empty in a list of any objects. */
export interface Inherited {
  readonly apiVersion: string
  readonly kind: string
  /** Nobody has looked whether each object in the list says what it is, as somebody has in a `List`. */
  readonly unchecked: boolean
  /** Errors about non-objects are already reported. */
  readonly told: boolean
}

function collect<T>(
  node: TreeNode,
  inherited: Inherited | undefined,
  objects: T[],
  by: Classification<T>,
  context: ReadingContext,
): void {
  const object = withoutAlias(node)
  if (object.kind !== 'mapping') {
    checkAnyValue(object, context)
    if (object.kind === 'scalar' && scalarValue(object).type === 'null' && inherited === undefined) return
    if (!inherited?.told) reportNoObject(node, object, context.report)
    return
  }
  const header = readHeader(object, context, inherited?.unchecked)
  const isChecked = inherited === undefined ? /.List$/.test(header.kind?.value ?? '') : !inherited.unchecked
  const told = isChecked && by.applied && checkListSchema(object, header, inherited === undefined, context)
  if (told && inherited !== undefined) return checkAnyValue(object, context)
  const items = inherited === undefined ? itemsOf(object, header, told, by, context) : undefined
  if (items !== undefined) {
    const kind = header.kind?.value.replace(/List$/, '') ?? ''
    const apiVersion = kind === '' ? '' : (header.apiVersion?.value ?? '')
    const inner = { apiVersion, kind, unchecked: kind !== '', told }
    for (const item of items) collect(item, inner, objects, by, context)
    return
  }
  const classified = by.classify(object, header, inherited, context)
  if (classified !== undefined) objects.push(classified)
  else checkAnyValue(object, context)
}

/** The entries of a list that is taken apart; undefined for any other object. */
function itemsOf<T>(
  object: MappingNode,
  { kind, apiVersion }: ObjectHeader,
  told: boolean,
  by: Classification<T>,
  context: ReadingContext,
): readonly TreeNode[] | undefined {
  if (kind === undefined) return undefined
  const single = kind.value.replace(/List$/, '')
  const { group, version } = groupVersion(apiVersion?.value ?? '') ?? {}
  const wanted =
    kind.value === 'List'
      ? version === '' || version === 'v1' || (group !== '' && group !== RBAC_GROUP)
      : single !== kind.value &&
        group !== undefined &&
        (group !== RBAC_GROUP || version === 'v1') &&
        by.isListOf(single, group)
  if (!wanted) return undefined
  if (version === '') reportNoVersion(kind, context.report)
  const entries = entriesOf(object, undefined, context)
  const items = entries.find(({ name }) => name === 'items')
  const node = items === undefined ? undefined : withoutAlias(items.value)
  for (const entry of entries) if (entry !== items) checkAnyValue(entry.value, context)
  if (node?.kind === 'sequence') return node.items
  if (!told) reportNoItems(kind, items, context.report)
  return []
}

/** Where an object begins, for one that does not say what it is. */
export function firstKey(node: MappingNode): Span {
  return node.pairs[0]?.key ?? node
}

/** The name in the metadata of an object of any kind; empty when there is none. */
export function metadataName(object: MappingNode, context: ReadingContext): string {
  const quiet = quietly(context)
  const inner = (node: TreeNode | undefined, field: string): TreeNode | undefined => {
    const mapping = node === undefined ? undefined : withoutAlias(node)
    if (mapping?.kind !== 'mapping') return undefined
    return entriesOf(mapping, undefined, quiet).find(({ name }) => name === field)?.value
  }
  const name = inner(inner(object, 'metadata'), 'name')
  const node = name === undefined ? undefined : withoutAlias(name)
  const scalar = node?.kind === 'scalar' ? scalarValue(node) : undefined
  return scalar?.type === 'string' ? scalar.value : ''
}

/** `object` is what stands there, `node` the place: an alias may stand for it. */
function reportNoObject(node: TreeNode, object: TreeNode, report: ReportProblem): void {
  const list = object.kind === 'sequence'
  report({
    severity: 'error',
    code: 'not-an-object',
    message: list
      ? 'This is a list, and an object is expected: a mapping with apiVersion and kind.'
      : `“${excerpt(object.kind === 'scalar' ? object.value : '')}” is not an object: a mapping with apiVersion and kind is expected.`,
    fix: list
      ? 'Remove the “- ”, and put a line with --- between objects, or begin with kind: List and items:.'
      : 'Begin with apiVersion: and kind:.',
    detail: 'invalid object to validate',
    span: list ? { start: node.start, end: Math.min(node.end, node.start + 1) } : node,
  })
}

function reportNoVersion(kind: HeaderField, report: ReportProblem): void {
  report({
    severity: 'error',
    code: 'missing-api-version',
    message: `This ${kind.value} has no “apiVersion”.`,
    fix: 'Write apiVersion: v1.',
    detail: 'apiVersion not set',
    span: kind.node,
    path: 'apiVersion',
  })
}

function reportNoItems(kind: HeaderField, items: MappingEntry | undefined, report: ReportProblem): void {
  report({
    severity: 'error',
    code: 'list-without-items',
    message: items === undefined ? `This ${kind.value} has no “items”.` : '“items” takes a list of objects.',
    fix: 'Put the objects under “items”, each after a “- ”; an empty list is items: [].',
    detail: 'invalid object to validate',
    span: items?.key ?? kind.node,
    path: 'items',
  })
}
