import { goQuote } from '../../go/index.ts'
import { RBAC_GROUP } from '../../kube/index.ts'
import type { Problem, ReportProblem, Span } from '../../text/index.ts'
import type { AliasNode, MappingNode, TreeNode } from '../../yaml/index.ts'
import { entriesOf, quietly, scalarValue, withoutAlias } from '../../yaml/index.ts'
import type { ObjectHeader } from '../decode/header.ts'
import type { ReadingContext } from '../decode/reading-context.ts'
import { type FieldType, isRbacKind, KINDS, object, type RbacKind } from '../schema/rbac-schema.ts'

/**
 * Reports the errors that only kubectl finds in a list of roles or bindings, or in an object of a `List`. kubectl splits
 * lists, and validates them by the server's schema before it sends anything (Go:
 * `k8s.io/kube-openapi/pkg/util/proto/validation`). It refuses null in a list, and reads every object of a `RoleList` as
 * a Role. Returns whether it is a list of one kind.
 */
export function checkListSchema(
  node: MappingNode,
  { kind, apiVersion }: ObjectHeader,
  outermost: boolean,
  context: ReadingContext,
): boolean {
  const inner = !outermost && isInnerList(node, context)
  const single = kind?.value.replace(/List$/, '') ?? ''
  if (kind === undefined || apiVersion?.value !== `${RBAC_GROUP}/v1` || !isRbacKind(single)) return inner
  const type = object(KINDS[single])
  if (single === kind.value) {
    reportNulls(node, type, single, context)
    return inner
  }
  const advice: Advice = {
    code: 'list-field',
    message: `A ${kind.value} has apiVersion, kind, metadata and items only.`,
    fix: 'Remove it.',
  }
  reportFields(
    node,
    new Set(['apiVersion', 'kind', 'metadata', 'items']),
    kind.value,
    RBAC + kind.value,
    advice,
    context,
  )
  reportItems(node, kind.value, context)
  for (const { name, value } of entriesIn(node, context)) {
    const inner = withoutAlias(value)
    if (name === 'metadata' && inner.kind === 'mapping')
      reportFields(inner, LIST_META, `${kind.value}.metadata`, `${META}ListMeta`, advice, context)
    if (name !== 'items') continue
    reportNulls(value, { is: 'list', go: '', of: type }, `${kind.value}.items`, context)
    for (const [index, item] of (inner.kind === 'sequence' ? inner.items : []).entries())
      reportFieldsOf(single, withoutAlias(item), `${kind.value}.items[${index}]`, context)
  }
  return true
}

/** Whether this is a list in a list, which kubectl refuses (Go: `ExtractList` in `k8s.io/apimachinery/pkg/api/meta`). */
function isInnerList(node: MappingNode, context: ReadingContext): boolean {
  const items = entriesIn(node, context).find(({ name }) => name === 'items')
  if (items === undefined || withoutAlias(items.value).kind !== 'sequence') return false
  context.report({
    severity: 'error',
    code: 'list-in-list',
    message: 'This is a list in a list, which kubectl does not accept.',
    fix: 'Put its objects into the list around it.',
    detail: '*unstructured.Unstructured is not a list: no Items field in this object',
    span: items.key,
    path: 'items',
  })
  return true
}

function reportItems(node: MappingNode, list: string, context: ReadingContext): void {
  const items = entriesIn(node, context).find(({ name }) => name === 'items')
  const found = items === undefined ? 'null' : typeName(withoutAlias(items.value))
  if (found === 'array') return
  const missing = found === 'null'
  context.report({
    severity: 'error',
    code: 'list-without-items',
    message: missing ? `This ${list} has no “items”.` : '“items” takes a list of objects.',
    fix: 'Put the objects under “items”, each after a “- ”; an empty list is items: [].',
    detail: missing
      ? `ValidationError(${list}): missing required field "items" in ${RBAC}${list}`
      : `ValidationError(${list}.items): invalid type for ${RBAC}${list}.items: got "${found}", expected "array"`,
    span: items?.key ?? node.pairs[0]?.key ?? node,
    path: 'items',
  })
}

const RBAC = 'io.k8s.api.rbac.v1.'
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.'
const LIST_META: ReadonlySet<string> = new Set(['selfLink', 'resourceVersion', 'continue', 'remainingItemCount'])

type Advice = Pick<Problem, 'code' | 'message'> & { readonly fix: string }

/** Reports fields that a type does not have. kubectl skips null values. */
function reportFields(
  node: MappingNode,
  known: { has(name: string): boolean },
  at: string,
  type: string,
  advice: Advice,
  context: ReadingContext,
): void {
  for (const { name, key, value } of entriesIn(node, context)) {
    if (isNull(value) || known.has(name)) continue
    const detail = `ValidationError(${at}): unknown field ${goQuote(name)} in ${type}`
    context.report({ severity: 'error', ...advice, detail, span: key })
  }
}

function reportFieldsOf(kind: RbacKind, node: Exclude<TreeNode, AliasNode>, at: string, context: ReadingContext): void {
  if (node.kind !== 'mapping') {
    if (isNull(node)) return
    const words = `invalid type for ${RBAC}${kind}: got "${typeName(node)}", expected "map"`
    context.report({
      severity: 'error',
      code: 'not-an-object',
      message: `This is not an object, and every item of a ${kind}List is a ${kind}.`,
      fix: 'Begin it with metadata:.',
      detail: `ValidationError(${at}): ${words}`,
      span: node,
    })
    return
  }
  const advice: Advice = {
    code: 'wrong-kind-in-list',
    message: `In a ${kind}List every object is read as a ${kind}.`,
    fix: 'Write kind: List and apiVersion: v1 for objects of several kinds.',
  }
  reportFields(node, KINDS[kind].fields, at, RBAC + kind, advice, context)
  const bound = entriesIn(node, context).some(({ name, value }) => name === 'roleRef' && !isNull(value))
  if (bound || !kind.endsWith('Binding')) return
  const detail = `ValidationError(${at}): missing required field "roleRef" in ${RBAC}${kind}`
  context.report({ severity: 'error', ...advice, detail, span: node.pairs[0]?.key ?? node })
}

function reportNulls(written: TreeNode, type: FieldType, at: string, context: ReadingContext): void {
  const node = withoutAlias(written)
  if (node.kind === 'sequence' && type.is === 'list') {
    for (const [index, item] of node.items.entries()) {
      const inner = `${at}[${index}]`
      if (isNull(item)) reportNull(`ValidationError(${at}): ${nil(inner)}`, item, context.report)
      else reportNulls(item, type.of, inner, context)
    }
  } else if (node.kind === 'mapping' && (type.is === 'struct' || type.is === 'map')) {
    for (const { name, value } of entriesIn(node, context)) {
      const field = type.is === 'map' ? type.of : type.struct.fields.get(name)?.type
      const inner = `${at}.${name}`
      if (!isNull(value)) {
        if (field !== undefined) reportNulls(value, field, inner, context)
      } else if (type.is === 'map') reportNull(nil(inner), value, context.report)
    }
  }
}

function nil(at: string): string {
  return `unknown object type "nil" in ${at}`
}

function reportNull(detail: string, span: Span, report: ReportProblem): void {
  report({
    severity: 'error',
    code: 'null-in-list',
    message: 'This value is empty (null), which kubectl does not accept in a list.',
    fix: 'Write a value, "" for an empty text, or remove the entry.',
    detail,
    span,
  })
}

function entriesIn(node: MappingNode, context: ReadingContext) {
  return entriesOf(node, undefined, quietly(context)).filter(({ overwritten }) => overwritten !== true)
}

function isNull(written: TreeNode): boolean {
  const node = withoutAlias(written)
  return node.kind === 'scalar' && scalarValue(node).type === 'null'
}

/** kubectl's name for the type of a value. */
function typeName(node: Exclude<TreeNode, AliasNode>): string {
  if (node.kind !== 'scalar') return node.kind === 'mapping' ? 'map' : 'array'
  const value = scalarValue(node)
  return value.type === 'number' ? (value.integer ? 'integer' : 'number') : value.type
}
