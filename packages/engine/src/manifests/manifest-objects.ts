import type { Span } from '../kube/index.ts'
import { RBAC_GROUP } from '../kube/index.ts'
import { ACCESS_RULE_GROUP, ACCESS_RULE_KIND, ACCESS_RULE_VERSION } from './access-rules/schema.ts'
import { checkAnyValue } from './decode.ts'
import { excerpt, goQuote } from './go-text.ts'
import { type GroupVersion, groupVersion, type Header, type HeaderField } from './header.ts'
import { entriesOf, quietly, type ReadingContext, withoutAlias } from './mapping-entries.ts'
import { firstKey, type Inherited, metadataName, objectsOf } from './object-list.ts'
import { isRbacKind, KINDS, type RbacKind } from './schema.ts'
import { nearest } from './suggest.ts'
import { scalarValue } from './yaml/scalar-value.ts'
import type { MappingNode, TreeNode } from './yaml/tree.ts'

/** One object of a document, after lists are taken apart. */
export type ManifestObject =
  | { readonly is: 'rbac'; readonly kind: RbacKind; readonly node: MappingNode; readonly head: Span }
  | { readonly is: 'access-rule'; readonly node: MappingNode; readonly head: Span }
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
  return objectsOf(root, { isListOf, classify }, context)
}

function isListOf(kind: string, group: string): boolean {
  return (group === RBAC_GROUP && isRbacKind(kind)) || (group === ACCESS_RULE_GROUP && kind === ACCESS_RULE_KIND)
}

function classify(
  node: MappingNode,
  header: Header,
  inherited: Inherited | undefined,
  context: ReadingContext,
): ManifestObject | undefined {
  if (header.notStrings.length > 0) return undefined
  for (const field of ['apiVersion', 'kind'] as const) reportCase(field, header[field], context)
  const typed = Boolean(header.kind?.value || header.apiVersion?.value)
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
    if (kind !== '' && gv.group !== '' && gv.version === '') {
      const message = `“${excerpt(apiVersion)}” names no version.`
      const detail =
        gv.group === RBAC_GROUP && isRbacKind(kind)
          ? 'the server could not find the requested resource'
          : `no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`
      reportVersion(header, head, message, kind, detail, context)
      return undefined
    }
    reportMissing(kind === '', gv.version === '', head, kind, header, inherited, context)
    return undefined
  }
  const rbac = gv.group === RBAC_GROUP && gv.version === 'v1'
  if (rbac && isRbacKind(kind)) {
    if (inherited !== undefined && isRbacKind(inherited.kind)) reportFieldsOf(inherited.kind, node, context)
    return { is: 'rbac', kind, node, head }
  }
  if (kind === ACCESS_RULE_KIND && gv.group === ACCESS_RULE_GROUP) {
    if (apiVersion === ACCESS_RULE_VERSION) return { is: 'access-rule', node, head }
    reportAccessRuleVersion(header, head, apiVersion, context)
    return undefined
  }
  if (gv.group === RBAC_GROUP || isRbacLike(kind, gv) || !KIND.test(kind) || kind === 'List') {
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
  // kubectl makes JSON of it before it knows the kind; of a key that is given twice it takes the last then.
  checkAnyValue(node, {
    ...context,
    report: (problem) => {
      if (problem.code !== 'duplicate-key') context.report(problem)
    },
  })
  return { is: 'other', apiVersion, kind, name: metadataName(node, context), head }
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

/** In a list of roles or bindings kubectl takes every object for one of the kind that the list is named for. */
function reportFieldsOf(kind: RbacKind, node: MappingNode, context: ReadingContext): void {
  const entries = entriesOf(node, undefined, quietly(context))
  const type = `io.k8s.api.rbac.v1.${kind}`
  const report = (detail: string, span: Span) => {
    context.report({
      severity: 'error',
      code: 'wrong-kind-in-list',
      message: `In a ${kind}List every object is read as a ${kind}.`,
      fix: 'Write kind: List and apiVersion: v1 for objects of several kinds.',
      detail: `${detail} in ${type}`,
      span,
    })
  }
  for (const { name, key, value } of entries) {
    const written = withoutAlias(value)
    // What is null kubectl passes over.
    const nothing = written.kind === 'scalar' && scalarValue(written).type === 'null'
    if (!nothing && !KINDS[kind].fields.has(name)) report(`unknown field ${goQuote(name)}`, key)
  }
  if (kind.endsWith('Binding') && !entries.some(({ name }) => name === 'roleRef'))
    report('missing required field "roleRef"', firstKey(node))
}

/** The API server would still find the field, and then refuse it as unknown; kubectl does not even look. */
function reportCase(field: 'apiVersion' | 'kind', found: HeaderField | undefined, { report }: ReadingContext): void {
  if (found === undefined || found.key.value === field) return
  report({
    severity: 'error',
    code: `missing-${field === 'kind' ? field : 'api-version'}`,
    message: `“${excerpt(found.key.value)}” is not “${field}”.`,
    fix: `Write “${field}”.`,
    detail: `${field} not set`,
    span: found.key,
    path: field,
  })
}

/** No server has this kind: its version is the one that the review thread writes. */
function reportAccessRuleVersion(header: Header, head: Span, apiVersion: string, { report }: ReadingContext): void {
  report({
    severity: 'error',
    code: 'wrong-api-version',
    message: `“${excerpt(apiVersion)}” has no ${ACCESS_RULE_KIND}.`,
    fix: `Write apiVersion: ${ACCESS_RULE_VERSION}.`,
    detail: `no matches for kind ${goQuote(ACCESS_RULE_KIND)} in version ${goQuote(apiVersion)}`,
    span: header.apiVersion?.node ?? head,
    path: 'apiVersion',
  })
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
  const version = gv.group === '' ? gv.version : apiVersion
  // kubectl finds kinds in lower case, too; the API server does not.
  const found = apiVersion === RBAC_VERSION && kind === nearestKind(kind)?.toLowerCase()
  const detail = found
    ? `no kind ${goQuote(kind)} is registered for version ${goQuote(version)} in scheme "pkg/runtime/scheme.go:111"`
    : `no matches for kind ${goQuote(kind)} in version ${goQuote(version)}`
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
  header: Header,
  inherited: Inherited | undefined,
  { report }: ReadingContext,
): void {
  // In a list of one kind kubectl has other words.
  const inList = inherited !== undefined && inherited.kind !== ''
  if (noKind) {
    report({
      severity: 'error',
      code: 'missing-kind',
      message: 'This object has no “kind”.',
      fix: 'Write kind: Role, ClusterRole, RoleBinding or ClusterRoleBinding.',
      detail: header.kind === undefined && !inList ? 'kind not set' : "Object 'Kind' is missing",
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
    detail:
      inList || (inherited !== undefined && header.apiVersion !== undefined)
        ? "Object 'apiVersion' is missing"
        : header.apiVersion === undefined
          ? 'apiVersion not set'
          : `no matches for kind ${goQuote(kind)} in version ""`,
    span: head,
    path: 'apiVersion',
  })
}
