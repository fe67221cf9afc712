import { RBAC_GROUP } from '../../kube/index.ts'
import type { ReportProblem, Span } from '../../text/index.ts'
import { excerpt } from '../../text/index.ts'
import type { MappingNode, TreeNode } from '../../yaml/index.ts'
import { entriesOf, type JsonEntry, quietly, scalarValue, withoutAlias } from '../../yaml/index.ts'
import { checkAnyValue } from '../decode/decode.ts'
import { groupVersion, type HeaderField, type ObjectHeader, readHeader } from '../decode/header.ts'
import type { ReadingContext } from '../decode/reading-context.ts'
import { checkListSchema } from '../validate/list-schema.ts'

/** How to classify the objects of a text: the only difference between reading roles and reading stored objects. */
export interface Classification<T> {
  /** Whether a list of this kind and API group, such as `RoleList`, is split into its objects, as a `List` always is. */
  readonly isListOf: (kind: string, group: string) => boolean
  /** Whether kubectl validates lists by the server's schema before it splits them. */
  readonly applied: boolean
  /** Classifies an object; reports one that cannot be classified, and returns undefined. */
  readonly classify: (
    node: MappingNode,
    header: ObjectHeader,
    inherited: Inherited | undefined,
    context: ReadingContext,
  ) => T | undefined
}

/** The object of a document, or those of its list. Values that are not objects of a recognizable kind are reported and left out. */
export function objectsOf<T>(root: TreeNode, by: Classification<T>, context: ReadingContext): readonly T[] {
  const objects: T[] = []
  collect(root, undefined, objects, by, context)
  return objects
}

/** The `apiVersion` and `kind` that the objects of a typed list get from it; empty in a `List`. */
export interface Inherited {
  readonly apiVersion: string
  readonly kind: string
  /** The list is typed, so kubectl has not checked that each object has `apiVersion` and `kind`, as it does in a `List`. */
  readonly unchecked: boolean
  /** Errors about non-objects are already reported. */
  readonly reported: boolean
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
    if (!inherited?.reported) reportNoObject(node, object, context.report)
    return
  }
  const header = readHeader(object, context, inherited?.unchecked)
  const isChecked = inherited === undefined ? /.List$/.test(header.kind?.value ?? '') : !inherited.unchecked
  const reported = isChecked && by.applied && checkListSchema(object, header, inherited === undefined, context)
  if (reported && inherited !== undefined) return checkAnyValue(object, context)
  const items = inherited === undefined ? itemsOf(object, header, reported, by, context) : undefined
  if (items !== undefined) {
    const kind = header.kind?.value.replace(/List$/, '') ?? ''
    const apiVersion = kind === '' ? '' : (header.apiVersion?.value ?? '')
    const inner = { apiVersion, kind, unchecked: kind !== '', reported }
    for (const item of items) collect(item, inner, objects, by, context)
    return
  }
  const classified = by.classify(object, header, inherited, context)
  if (classified !== undefined) objects.push(classified)
  else checkAnyValue(object, context)
}

/** The items of a list that is to be split; undefined for any other object. */
function itemsOf<T>(
  object: MappingNode,
  { kind, apiVersion }: ObjectHeader,
  reported: boolean,
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
  if (!reported) reportNoItems(kind, items, context.report)
  return []
}

/** The first key of an object: the place of errors about a missing `kind` or `apiVersion`. */
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

/** `node` is the place in the text; `object` is its value, which differs where `node` is an alias. */
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

function reportNoItems(kind: HeaderField, items: JsonEntry | undefined, report: ReportProblem): void {
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
