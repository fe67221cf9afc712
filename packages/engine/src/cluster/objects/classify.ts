import { goQuote } from '../../go/index.ts'
import { type KubernetesVersion, RBAC_GROUP } from '../../kube/index.ts'
import {
  type Classification,
  firstKey,
  type GroupVersion,
  groupVersion,
  type Inherited,
  isRbacKind,
  metadataName,
  type ObjectHeader,
  type ReadingContext,
  type StructType,
} from '../../policy/index.ts'
import { excerpt, nearest, type Span } from '../../text/index.ts'
import type { MappingNode } from '../../yaml/index.ts'
import { isStoredKind, STORED_KINDS, type StoredKind } from './kinds.ts'

/** One object of a document, or of a list in it. */
export type ClassifiedObject =
  | {
      readonly is: 'stored'
      readonly kind: StoredKind
      readonly type: StructType
      readonly node: MappingNode
      readonly head: Span
    }
  /** An object of a kind that gives no node access to anything. */
  | {
      readonly is: 'other'
      readonly apiVersion: string
      readonly kind: string
      readonly name: string
      readonly head: Span
      /** The reason why it gives no access, as the rest of a sentence, for kinds of which users may expect access. */
      readonly why: string
    }

/** How the objects are read that the Node authorizer of a version uses. */
export function storedObjects(version: KubernetesVersion): Classification<ClassifiedObject> {
  return {
    isListOf: (kind, group) => isStoredKind(kind, version) && STORED_KINDS[kind].group === group,
    classify: (node, header, inherited, context) => classify(node, header, inherited, context, version),
    applied: false,
  }
}

const KIND_NAMES = Object.keys(STORED_KINDS) as StoredKind[]

function classify(
  node: MappingNode,
  header: ObjectHeader,
  inherited: Inherited | undefined,
  context: ReadingContext,
  version: KubernetesVersion,
): ClassifiedObject | undefined {
  if (header.notStrings.length > 0) return undefined
  const typed = header.kind !== undefined || header.apiVersion !== undefined
  const apiVersion = typed ? (header.apiVersion?.value ?? '') : (inherited?.apiVersion ?? '')
  const kind = typed ? (header.kind?.value ?? '') : (inherited?.kind ?? '')
  const head = header.kind?.node ?? header.apiVersion?.node ?? firstKey(node)
  const meant = isStoredKind(kind, version) ? kind : nearestKind(kind, version)
  const found: Found = { apiVersion, kind, meant, header, head, version }
  const gv = groupVersion(apiVersion)
  if (kind === '') reportMissing('kind', found, context)
  if (gv?.version === '') reportMissing('apiVersion', found, context)
  if (kind === '' || gv?.version === '') return undefined
  if (gv === undefined) return reportVersion(found, `unexpected GroupVersion string: ${apiVersion}`, context)
  const noMatches = `no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`
  if (isStoredKind(kind, version)) {
    const { group, versions } = STORED_KINDS[kind]
    const type = gv.group === group ? versions.get(gv.version) : undefined
    if (type !== undefined) return { is: 'stored', kind, type, node, head }
    if (isKubernetesGroup(gv.group)) return reportVersion(found, noMatches, context)
  } else if (found.meant !== undefined && STORED_KINDS[found.meant].group === gv.group) {
    return reportKind(found, noMatches, context)
  }
  return { is: 'other', apiVersion, kind, name: metadataName(node, context), head, why: whyNot(kind, gv) }
}

/** The kind that an object declares. */
interface Found {
  readonly apiVersion: string
  readonly kind: string
  /** The kind that it probably is. */
  readonly meant: StoredKind | undefined
  readonly header: ObjectHeader
  readonly head: Span
  readonly version: KubernetesVersion
}

/** Other domains have kinds of their own: a Pod of `example.com/v1` is not a Kubernetes Pod. */
function isKubernetesGroup(group: string): boolean {
  return !group.includes('.') || /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)
}

function nearestKind(kind: string, version: KubernetesVersion): StoredKind | undefined {
  const kinds = KIND_NAMES.filter((one) => isStoredKind(one, version))
  return nearest(kind.replace(/s$/i, ''), kinds) as StoredKind | undefined
}

function versionOf(kind: StoredKind): string {
  const { group, versions } = STORED_KINDS[kind]
  const [version = ''] = versions.keys()
  return group === '' ? version : `${group}/${version}`
}

function reportMissing(field: 'kind' | 'apiVersion', { meant, head }: Found, { report }: ReadingContext): void {
  const write =
    field === 'kind'
      ? 'Pod, PersistentVolume, VolumeAttachment or ResourceSlice'
      : meant === undefined
        ? 'and the version that the kind belongs to'
        : versionOf(meant)
  report({
    severity: 'error',
    code: field === 'kind' ? 'missing-kind' : 'missing-api-version',
    message: `This object has no “${field}”.`,
    fix: `Write ${field}: ${write}.`,
    detail: `Object '${field === 'kind' ? 'Kind' : 'apiVersion'}' is missing`,
    span: head,
    path: field,
  })
}

function reportVersion(
  { apiVersion, kind, meant, header, head, version }: Found,
  detail: string,
  { report }: ReadingContext,
): undefined {
  const malformed = groupVersion(apiVersion) === undefined
  report({
    severity: 'error',
    code: 'wrong-api-version',
    message: malformed
      ? `“${excerpt(apiVersion)}” is not an API version: it has more than one “/”.`
      : `Kubernetes ${version} has no ${kind} of “${excerpt(apiVersion)}”.`,
    fix:
      meant === undefined
        ? 'Write it as group/version, such as apps/v1, or v1 for the core group.'
        : `Write apiVersion: ${versionOf(meant)}.`,
    detail,
    span: header.apiVersion?.node ?? head,
    path: 'apiVersion',
  })
}

function reportKind(
  { apiVersion, kind, meant, header, head }: Found,
  detail: string,
  { report }: ReadingContext,
): undefined {
  report({
    severity: 'error',
    code: 'unknown-kind',
    message: `“${excerpt(kind)}” is not a kind of ${excerpt(apiVersion)}.`,
    fix: `Write kind: ${meant}.`,
    detail,
    span: header.kind?.node ?? head,
    path: 'kind',
  })
}

function whyNot(kind: string, { group }: GroupVersion): string {
  if (group === RBAC_GROUP && isRbacKind(kind))
    return 'is in the wrong text: roles and bindings are read from the policy'
  // Feature gate PodCertificateRequest: beta since 1.35, off by default before 1.37. Off, the API server does not watch these
  // objects for the Node authorizer.
  if (group === 'certificates.k8s.io' && kind === 'PodCertificateRequest')
    return 'counts only with the feature gate PodCertificateRequest, which is off by default before 1.37'
  return 'ties nothing to a node'
}
