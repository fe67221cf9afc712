import type { Span } from '../kube/index.ts'
import { RBAC_GROUP } from '../kube/index.ts'
import { checkAnyValue } from './decode.ts'
import { excerpt, goQuote } from './go-text.ts'
import { type GroupVersion, groupVersion, type Header, type HeaderField, readHeader } from './header.ts'
import { type Entry, entriesOf, quietly, type ReadingContext, withoutAlias } from './mapping-entries.ts'
import { isRbacKind, KINDS, type RbacKind } from './schema.ts'
import { nearest } from './suggest.ts'
import { scalarValue } from './yaml/scalar-value.ts'
import { MAX_DEPTH } from './yaml/scanner.ts'
import type { MappingNode, TreeNode } from './yaml/tree.ts'

/** One object of a document, after lists are taken apart. */
export type ManifestObject =
  | { readonly is: 'rbac'; readonly kind: RbacKind; readonly node: MappingNode; readonly head: Span }
  /** Of a kind that decides nothing here. */
  | {
      readonly is: 'other'
      readonly apiVersion: string
      readonly kind: string
      readonly name: string
      readonly head: Span
    }

const RBAC_VERSION = `${RBAC_GROUP}/v1`
/** What can be the name of a kind at all: that of a Go type. */
const KIND = /^[A-Za-z][A-Za-z0-9]*$/

/**
 * What the root of a document holds: one object, or those of a list. What is no object, or is one that cannot be told
 * to be of any kind, is reported and left out.
 */
export function manifestObjects(root: TreeNode, context: ReadingContext): readonly ManifestObject[] {
  const objects: ManifestObject[] = []
  collect(root, undefined, objects, 0, context)
  return objects
}

/** What the objects of a list are when they do not say it. */
interface Inherited {
  readonly apiVersion: string
  readonly kind: string
}

function collect(
  node: TreeNode,
  inherited: Inherited | undefined,
  objects: ManifestObject[],
  depth: number,
  context: ReadingContext,
): void {
  const object = withoutAlias(node)
  if (object.kind !== 'mapping') {
    checkAnyValue(object, context)
    if (object.kind === 'scalar' && scalarValue(object).type === 'null' && depth === 0) return
    reportNoObject(node, object, context)
    return
  }
  const header = readHeader(object, context)
  const items = depth < MAX_DEPTH ? itemsOf(object, header, context) : undefined
  if (items !== undefined) {
    const kind = header.kind?.value.replace(/List$/, '') ?? ''
    const inner = kind === '' ? undefined : { apiVersion: header.apiVersion?.value ?? '', kind }
    for (const item of items) collect(item, inner, objects, depth + 1, context)
    return
  }
  const classified = classify(object, header, inherited, context)
  if (classified !== undefined) objects.push(classified)
  else checkAnyValue(object, context)
}

function reportNoObject(node: TreeNode, object: TreeNode, { report }: ReadingContext): void {
  const list = object.kind === 'sequence'
  report({
    severity: 'error',
    code: 'not-an-object',
    message: list
      ? 'This is a list, and an object is expected: a mapping with apiVersion and kind.'
      : `“${excerpt(object.kind === 'scalar' ? object.value : '')}” is no object: a mapping with apiVersion and kind is expected.`,
    fix: list
      ? 'Remove the “- ”, and put a line with --- between objects, or begin with kind: List and items:.'
      : 'Begin with apiVersion: and kind:.',
    detail: `couldn't get version/kind; json parse error: json: cannot unmarshal ${list ? 'array' : jsonName(object)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    span: list ? { start: node.start, end: Math.min(node.end, node.start + 1) } : node,
  })
}

function jsonName(node: TreeNode): string {
  const scalar = node.kind === 'scalar' ? scalarValue(node) : undefined
  return scalar?.type === 'boolean' ? 'bool' : (scalar?.type ?? 'object')
}

/** The entries of a `List`, or of a list of RBAC objects; undefined for any other object. Other lists are not taken apart. */
function itemsOf(
  object: MappingNode,
  { kind, apiVersion }: Header,
  context: ReadingContext,
): readonly TreeNode[] | undefined {
  if (kind === undefined) return undefined
  const single = kind.value.replace(/List$/, '')
  const group = groupVersion(apiVersion?.value ?? '')?.group
  const wanted = kind.value === 'List' || (single !== kind.value && isRbacKind(single) && group === RBAC_GROUP)
  if (!wanted) return undefined
  const entries = entriesOf(object, undefined, context)
  const items = entries.find(({ name }) => name === 'items')
  const node = items === undefined ? undefined : withoutAlias(items.value)
  for (const entry of entries) if (entry !== items) checkAnyValue(entry.value, context)
  if (node?.kind === 'sequence') return node.items
  reportNoItems(kind, items, context)
  return []
}

function reportNoItems(kind: HeaderField, items: Entry | undefined, { report }: ReadingContext): void {
  report({
    severity: 'error',
    code: 'list-without-items',
    message: items === undefined ? `This ${kind.value} has no “items”.` : '“items” takes a list of objects.',
    fix: 'Put the objects under “items”, each behind a “- ”; an empty list is items: [].',
    span: items?.key ?? kind.node,
    path: 'items',
  })
}

function classify(
  node: MappingNode,
  header: Header,
  inherited: Inherited | undefined,
  context: ReadingContext,
): ManifestObject | undefined {
  if (header.refused) return undefined
  const typed = header.kind !== undefined || header.apiVersion !== undefined
  const apiVersion = typed ? (header.apiVersion?.value ?? '') : (inherited?.apiVersion ?? '')
  const kind = typed ? (header.kind?.value ?? '') : (inherited?.kind ?? '')
  const head = header.kind?.node ?? header.apiVersion?.node ?? firstKey(node)
  const gv = groupVersion(apiVersion)
  if (gv === undefined) {
    reportVersion(
      header,
      head,
      `“${excerpt(apiVersion)}” is no API version: it has more than one “/”.`,
      kind,
      `unexpected GroupVersion string: ${apiVersion}`,
      context,
    )
    return undefined
  }
  if (kind === '' || gv.version === '') {
    reportMissing(kind === '', gv.version === '', head, kind, context)
    return undefined
  }
  const rbac = gv.group === RBAC_GROUP && gv.version === 'v1'
  if (rbac && isRbacKind(kind)) return { is: 'rbac', kind, node, head }
  if (gv.group === RBAC_GROUP || isRbacLike(kind, gv) || !KIND.test(kind)) {
    reportWrongKind(kind, apiVersion, gv, header, head, context)
    return undefined
  }
  if (isRbacKind(kind)) {
    context.report({
      severity: 'warning',
      code: 'foreign-role',
      message: `A ${kind} of “${excerpt(apiVersion)}” is something else than one of ${RBAC_VERSION}, and is not read.`,
      fix: `Write apiVersion: ${RBAC_VERSION} if it is meant to grant permissions.`,
      span: header.apiVersion?.node ?? head,
      path: 'apiVersion',
    })
  }
  return { is: 'other', apiVersion, kind, name: metadataName(node, context), head }
}

function firstKey(node: MappingNode): Span {
  return node.pairs[0]?.key ?? node
}

/**
 * Whether an object of another group was meant to be an RBAC object: its kind is one, and its group is the core group,
 * one of Kubernetes' own, or a slip of the pen. A domain of somebody else's has kinds of its own: Crossplane and
 * OpenShift know Roles that are no RBAC objects.
 */
function isRbacLike(kind: string, { group }: GroupVersion): boolean {
  if (nearest(group, [RBAC_GROUP]) !== undefined) return nearestKind(kind) !== undefined
  const single = kind.replace(/List$/, '').toLowerCase()
  if (!Object.keys(KINDS).some((name) => name.toLowerCase() === single)) return false
  return !group.includes('.') || /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)
}

function nearestKind(kind: string): string | undefined {
  return nearest(kind, Object.keys(KINDS))
}

function reportWrongKind(
  kind: string,
  apiVersion: string,
  gv: GroupVersion,
  header: Header,
  head: Span,
  context: ReadingContext,
): void {
  const detail = `no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`
  if (apiVersion !== RBAC_VERSION && KIND.test(kind)) {
    const old = gv.group === RBAC_GROUP ? OLD_VERSIONS.get(gv.version) : undefined
    const message = old ?? `No API version “${excerpt(apiVersion)}” has a kind “${excerpt(kind)}”.`
    return reportVersion(header, head, message, kind, detail, context)
  }
  const near = nearestKind(kind)
  context.report({
    severity: 'error',
    code: 'unknown-kind',
    message: KIND.test(kind)
      ? `“${excerpt(kind)}” is no kind of ${RBAC_VERSION}.`
      : `“${excerpt(kind)}” cannot be the name of a kind.`,
    fix: `Write kind: ${near ?? 'Role, ClusterRole, RoleBinding or ClusterRoleBinding'}.`,
    detail,
    span: header.kind?.node ?? head,
    path: 'kind',
  })
}

const OLD_VERSIONS: ReadonlyMap<string, string> = new Map([
  ['v1beta1', `${RBAC_GROUP}/v1beta1 was served until Kubernetes 1.21.`],
  ['v1alpha1', `${RBAC_GROUP}/v1alpha1 was served until Kubernetes 1.21.`],
])

function reportVersion(
  header: Header,
  head: Span,
  message: string,
  kind: string,
  detail: string,
  { report }: ReadingContext,
): void {
  const rbac = isRbacKind(kind) || nearestKind(kind) !== undefined
  report({
    severity: 'error',
    code: 'wrong-api-version',
    message,
    fix: rbac
      ? `Write apiVersion: ${RBAC_VERSION}.`
      : 'Write it as group/version, such as apps/v1, or v1 for the core group.',
    detail,
    span: header.apiVersion?.node ?? head,
    path: 'apiVersion',
  })
}

function reportMissing(
  noKind: boolean,
  noVersion: boolean,
  head: Span,
  kind: string,
  { report }: ReadingContext,
): void {
  if (noKind) {
    report({
      severity: 'error',
      code: 'missing-kind',
      message: 'This object has no “kind”.',
      fix: 'Write kind: Role, ClusterRole, RoleBinding or ClusterRoleBinding.',
      detail: "Object 'Kind' is missing",
      span: head,
      path: 'kind',
    })
  }
  if (!noVersion) return
  const rbac = noKind || isRbacKind(kind)
  report({
    severity: 'error',
    code: 'missing-api-version',
    message: 'This object has no “apiVersion”.',
    fix: rbac ? `Write apiVersion: ${RBAC_VERSION}.` : 'Write apiVersion: and the version that the kind belongs to.',
    detail: "Object 'apiVersion' is missing",
    span: head,
    path: 'apiVersion',
  })
}

/** The name in the metadata of an object of any kind; empty when there is none. */
function metadataName(object: MappingNode, context: ReadingContext): string {
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
