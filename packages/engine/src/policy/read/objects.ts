import { goQuote } from '../../go/index.ts'
import { RBAC_GROUP } from '../../kube/index.ts'
import type { ReportProblem, Span } from '../../text/index.ts'
import { excerpt, nearest } from '../../text/index.ts'
import type { MappingNode, TreeNode } from '../../yaml/index.ts'
import { checkAnyValue, decodeObject } from '../decode/decode.ts'
import { type GroupVersion, groupVersion, type HeaderField, type ObjectHeader } from '../decode/header.ts'
import type { ReadingContext } from '../decode/reading-context.ts'
import { ACCESS_RULE_GROUP, ACCESS_RULE_KIND, ACCESS_RULE_VERSION } from '../schema/access-rule-schema.ts'
import { OPENSHIFT_GROUP } from '../schema/openshift-schema.ts'
import { ANY_OBJECT, isRbacKind, KINDS, type RbacKind } from '../schema/rbac-schema.ts'
import { firstKey, type Inherited, metadataName, objectsOf } from './object-list.ts'
import { effectOf, objectInWords } from './other-kinds.ts'

/** One object of a document, after lists are split. */
export type ManifestObject =
  | {
      readonly is: 'rbac'
      readonly kind: RbacKind
      readonly node: MappingNode
      readonly head: Span
      /** `list`: an item of a `List`. `typed-list`: an item that gets its kind from its list, such as a `RoleList`. */
      readonly in: 'list' | 'typed-list' | undefined
      /** It is of OpenShift's group, which has the same kinds. */
      readonly openShift?: true
    }
  | { readonly is: 'access-rule'; readonly node: MappingNode; readonly head: Span }
  /** An object that grants nothing in RBAC. */
  | {
      readonly is: 'other'
      readonly apiVersion: string
      readonly kind: string
      readonly name: string
      readonly head: Span
    }

/** An object that grants nothing in RBAC. */
export type OtherObject = Extract<ManifestObject, { is: 'other' }>

/** The object of a document, or those of its list. Values that are not objects of a recognizable kind are reported and left out. */
export function manifestObjects(root: TreeNode, context: ReadingContext): readonly ManifestObject[] {
  return objectsOf(root, { isListOf, classify, applied: true }, context)
}

function isListOf(kind: string, group: string): boolean {
  const holdsRbac = group === RBAC_GROUP || group === OPENSHIFT_GROUP
  return (holdsRbac && isRbacKind(kind)) || (group === ACCESS_RULE_GROUP && kind === ACCESS_RULE_KIND)
}

/** Classifies the usual case, a role or binding with the exact `apiVersion` and `kind`; all else goes to {@link classifyOther}. */
function classify(
  node: MappingNode,
  header: ObjectHeader,
  inherited: Inherited | undefined,
  context: ReadingContext,
): ManifestObject | undefined {
  const { apiVersion, kind, notStrings, server } = header
  const plain =
    notStrings.length === 0 &&
    server === undefined &&
    inherited === undefined &&
    apiVersion?.key.value === 'apiVersion' &&
    apiVersion.value === `${RBAC_GROUP}/v1` &&
    kind?.key.value === 'kind' &&
    isRbacKind(kind.value)
  return plain
    ? { is: 'rbac', kind: kind.value, node, head: kind.node, in: undefined }
    : classifyOther(node, header, inherited, context)
}

const RBAC_VERSION = `${RBAC_GROUP}/v1`
/** The names that a kind can have: those of Go types. */
const KIND = /^[A-Za-z][A-Za-z0-9]*$/

/**
 * Classifies an object in a list, of a group that is no longer served, of another kind, or without a kind. Reports objects
 * that have no recognizable kind.
 */
function classifyOther(
  node: MappingNode,
  header: ObjectHeader,
  inherited: Inherited | undefined,
  context: ReadingContext,
): ManifestObject | undefined {
  if (header.notStrings.length > 0) {
    if (inherited === undefined && header.kind !== undefined && header.apiVersion !== undefined)
      checkMetadata(node, context)
    return undefined
  }
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
      `“${excerpt(apiVersion)}” is not an API version: it has more than one “/”.`,
      kind,
      // In a typed list kubectl has not checked the objects before, and reports a missing kind.
      inherited?.unchecked ? NO_KIND : `unexpected GroupVersion string: ${apiVersion}`,
      context,
    )
    return undefined
  }
  const rbac = gv.group === RBAC_GROUP && gv.version === 'v1' && isRbacKind(kind)
  const sent = rbac || apiVersion === ACCESS_RULE_VERSION
  if (inherited === undefined && kind !== '' && header.apiVersion !== undefined && !sent) checkMetadata(node, context)
  if (kind === '' || gv.version === '') {
    if (kind !== '' && gv.group !== '' && gv.version === '') {
      const message = `“${excerpt(apiVersion)}” names no version.`
      const detail =
        inherited !== undefined
          ? NO_API_VERSION
          : gv.group === RBAC_GROUP && isRbacKind(kind)
            ? 'the server could not find the requested resource'
            : `no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`
      reportVersion(header, head, message, kind, detail, context)
      return undefined
    }
    reportMissing(kind === '', gv.version === '', head, kind, header, inherited, context)
    return undefined
  }
  if (rbac) {
    reportServerKind(header, context)
    const list = typed ? 'list' : 'typed-list'
    return { is: 'rbac', kind, node, head, in: inherited === undefined ? undefined : list }
  }
  if (gv.group === OPENSHIFT_GROUP && gv.version === 'v1' && isRbacKind(kind)) {
    const list = typed ? 'list' : 'typed-list'
    return { is: 'rbac', kind, node, head, in: inherited === undefined ? undefined : list, openShift: true }
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
      message: `A ${kind} of “${excerpt(apiVersion)}” is not the same kind as that of ${RBAC_VERSION}, and is not read.`,
      fix: `Write apiVersion: ${RBAC_VERSION} if it is meant to grant permissions.`,
      span: header.apiVersion?.node ?? head,
      path: 'apiVersion',
    })
  }
  // kubectl converts the text to JSON before it knows the kind, and uses the last value of a repeated key. The first
  // values may be a role that is lost because a line of `---` is missing, so the repetition is reported then.
  const lost = kindsOf(node).some((one) => isRbacKind(one) || one === ACCESS_RULE_KIND || one.endsWith('List'))
  checkAnyValue(node, {
    ...context,
    report: (problem) => {
      if (problem.code !== 'duplicate-key' || lost) context.report(problem)
    },
  })
  return { is: 'other', apiVersion, kind, name: metadataName(node, context), head }
}

/** The values of all `kind` keys of an object. */
function kindsOf(node: MappingNode): readonly string[] {
  return node.pairs.flatMap(({ key, value }) =>
    key.kind === 'scalar' && key.value === 'kind' && value.kind === 'scalar' ? [value.value] : [],
  )
}

/**
 * Checks whether kubectl can read the metadata of an object. It does so for every kind, before it looks at the kind (Go:
 * `metadataValidatingDecoder` in `k8s.io/cli-runtime/pkg/resource`).
 */
function checkMetadata(node: MappingNode, context: ReadingContext): void {
  const report: ReadingContext['report'] = (problem) => {
    const label = /^metadata\.(?:labels|annotations)\./
    if (problem.code === 'wrong-time' || /^json: cannot /.test(problem.detail ?? '')) context.report(problem)
    else if (context.syntax === 'json' && problem.code === 'duplicate-key' && label.test(problem.path ?? ''))
      context.report({ ...problem, detail: `duplicate key: ${problem.path?.replace(label, '')}` })
  }
  decodeObject(node, ANY_OBJECT, { ...context, report, alone: true })
}

/**
 * Whether an object of another group was probably meant to be an RBAC object: its kind is one of RBAC's, and its group is
 * the core group, a group of Kubernetes, or a misspelling. Groups with other domains have kinds of their own: Crossplane
 * has Roles that are not RBAC objects.
 */
function isRbacLike(kind: string, { group }: GroupVersion): boolean {
  if (nearest(group, [RBAC_GROUP]) !== undefined) return nearestKind(kind) !== undefined
  const single = kind.replace(/List$/, '').toLowerCase()
  if (!Object.keys(KINDS).some((name) => name.toLowerCase() === single)) return false
  return !group.includes('.') || /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)
}

const NO_TYPE = 'unable to get type info from the object "*unstructured.Unstructured": '
const NO_KIND = `${NO_TYPE}Object 'Kind' is missing in 'object has no kind field '`
const NO_API_VERSION = `${NO_TYPE}Object 'apiVersion' is missing in 'object has no apiVersion field'`

/** Reports a second `kind` or `apiVersion` in another case: kubectl ignores it, the API server uses it. */
function reportServerKind({ kind, apiVersion, server }: ObjectHeader, { report }: ReadingContext): void {
  const given = server?.apiVersion ?? server?.kind
  if (given === undefined) return
  const version = (server?.apiVersion ?? apiVersion)?.value ?? ''
  report({
    severity: 'error',
    code: 'other-case',
    message: 'The API server reads this, too.',
    fix: 'Remove it.',
    detail: unregistered((server?.kind ?? kind)?.value ?? '', version),
    span: given.key,
    path: given.key.value,
  })
}

function unregistered(kind: string, version: string): string {
  return `no kind ${goQuote(kind)} is registered for version ${goQuote(version)} in scheme "pkg/runtime/scheme.go:111"`
}

/** Reports a field in the wrong case: kubectl does not find it. The API server would find it, and then refuse it as unknown. */
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

/** Reports a ClusterAccessRule with another version than that of the review thread. No released API server has this kind. */
function reportAccessRuleVersion(
  header: ObjectHeader,
  head: Span,
  apiVersion: string,
  { report }: ReadingContext,
): void {
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
  header: ObjectHeader,
  head: Span,
  context: ReadingContext,
): void {
  const version = gv.group === '' ? gv.version : apiVersion
  // kubectl finds kinds in lower case, too; the API server does not.
  const found = apiVersion === RBAC_VERSION && kind === nearestKind(kind)?.toLowerCase()
  const detail = found
    ? unregistered(kind, version)
    : `no matches for kind ${goQuote(kind)} in version ${goQuote(version)}`
  if (apiVersion !== RBAC_VERSION && KIND.test(kind)) {
    const old = gv.group === RBAC_GROUP ? OLD_VERSIONS.get(gv.version) : undefined
    const message = old ?? `There is no kind “${excerpt(kind)}” in the API version “${excerpt(apiVersion)}”.`
    return reportVersion(header, head, message, kind, detail, context)
  }
  const near = nearestKind(kind)
  context.report({
    severity: 'error',
    code: 'unknown-kind',
    message: KIND.test(kind)
      ? `“${excerpt(kind)}” is not a kind of ${RBAC_VERSION}.`
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
  header: ObjectHeader,
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
  header: ObjectHeader,
  inherited: Inherited | undefined,
  { report }: ReadingContext,
): void {
  // kubectl has other words for an object in a list of one kind.
  const inList = inherited?.unchecked === true
  if (noKind) {
    report({
      severity: 'error',
      code: 'missing-kind',
      message: 'This object has no “kind”.',
      fix: 'Write kind: Role, ClusterRole, RoleBinding or ClusterRoleBinding.',
      detail:
        header.kind === undefined && !inList
          ? 'kind not set'
          : inherited === undefined
            ? "Object 'Kind' is missing"
            : NO_KIND,
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
        ? NO_API_VERSION
        : header.apiVersion === undefined
          ? 'apiVersion not set'
          : `no matches for kind ${goQuote(kind)} in version ""`,
    span: head,
    path: 'apiVersion',
  })
}

/** Notes that an object was not read, and what it has to do with decisions. */
export function reportNotRead({ apiVersion, kind, name, head }: OtherObject, report: ReportProblem): void {
  const { does, more } = effectOf(apiVersion, kind, name)
  const object = `${objectInWords({ kind, name })} of ${excerpt(apiVersion)}`
  report({
    severity: 'note',
    code: 'not-read',
    message: `${object} ${does} and was not read.${more === undefined ? '' : ` ${more}`}`,
    span: head,
    path: 'kind',
  })
}
