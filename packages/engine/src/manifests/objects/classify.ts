import { RBAC_GROUP, type Span } from '../../kube/index.ts'
import { excerpt, goQuote } from '../go-text.ts'
import { type GroupVersion, groupVersion, type Header } from '../header.ts'
import type { ReadingContext } from '../mapping-entries.ts'
import { type Classification, firstKey, type Inherited, metadataName } from '../object-list.ts'
import { isRbacKind } from '../schema.ts'
import { nearest } from '../suggest.ts'
import type { MappingNode } from '../yaml/tree.ts'
import { isStoredKind, type KindSchema, STORED_KINDS, type StoredKind } from './kinds.ts'

/** One object of a document, after lists are taken apart. */
export type ClassifiedObject =
  | { readonly is: 'stored'; readonly kind: StoredKind; readonly node: MappingNode; readonly head: Span }
  /** Of a kind that ties nothing to a node. */
  | {
      readonly is: 'other'
      readonly apiVersion: string
      readonly kind: string
      readonly name: string
      readonly head: Span
      /** Why it ties nothing, for those that people may expect to. */
      readonly why: string
    }

export const STORED_OBJECTS: Classification<ClassifiedObject> = {
  isListOf: (kind, group) => isStoredKind(kind) && STORED_KINDS[kind].group === group,
  classify,
}

const KIND_NAMES = Object.keys(STORED_KINDS) as StoredKind[]

function classify(
  node: MappingNode,
  header: Header,
  inherited: Inherited | undefined,
  context: ReadingContext,
): ClassifiedObject | undefined {
  if (header.refused) return undefined
  const typed = header.kind !== undefined || header.apiVersion !== undefined
  const apiVersion = typed ? (header.apiVersion?.value ?? '') : (inherited?.apiVersion ?? '')
  const kind = typed ? (header.kind?.value ?? '') : (inherited?.kind ?? '')
  const head = header.kind?.node ?? header.apiVersion?.node ?? firstKey(node)
  const gv = groupVersion(apiVersion)
  const meant = isStoredKind(kind) ? kind : nearestKind(kind)
  if (kind === '') reportMissing('kind', head, 'Pod, PersistentVolume, VolumeAttachment or ResourceSlice', context)
  if (gv?.version === '') {
    const fix = meant === undefined ? 'and the version that the kind belongs to' : versionOf(meant)
    reportMissing('apiVersion', head, fix, context)
  }
  if (kind === '' || gv?.version === '') return undefined
  if (gv !== undefined && isServed(kind, gv)) return { is: 'stored', kind, node, head }
  if (gv === undefined || (isStoredKind(kind) && isKubernetesGroup(gv.group))) {
    const message =
      gv === undefined
        ? `“${excerpt(apiVersion)}” is no API version: it has more than one “/”.`
        : `Kubernetes 1.36 has no ${kind} of “${excerpt(apiVersion)}”.`
    context.report({
      severity: 'error',
      code: 'wrong-api-version',
      message,
      fix: `Write apiVersion: ${meant === undefined ? 'group/version, such as apps/v1, or v1 for the core group' : versionOf(meant)}.`,
      detail:
        gv === undefined
          ? `unexpected GroupVersion string: ${apiVersion}`
          : `no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`,
      span: header.apiVersion?.node ?? head,
      path: 'apiVersion',
    })
    return undefined
  }
  if (meant !== undefined && meant !== kind && STORED_KINDS[meant].group === gv.group) {
    context.report({
      severity: 'error',
      code: 'unknown-kind',
      message: `“${excerpt(kind)}” is no kind of ${excerpt(apiVersion)}.`,
      fix: `Write kind: ${meant}.`,
      detail: `no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`,
      span: header.kind?.node ?? head,
      path: 'kind',
    })
    return undefined
  }
  return { is: 'other', apiVersion, kind, name: metadataName(node, context), head, why: whyNot(kind, gv) }
}

function isServed(kind: string, { group, version }: GroupVersion): kind is StoredKind {
  return isStoredKind(kind) && STORED_KINDS[kind].group === group && STORED_KINDS[kind].versions.includes(version)
}

/** Domains of others have kinds of their own: a Pod of `example.com/v1` is none of these. */
function isKubernetesGroup(group: string): boolean {
  return !group.includes('.') || /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)
}

function nearestKind(kind: string): StoredKind | undefined {
  return nearest(kind.replace(/s$/i, ''), KIND_NAMES) as StoredKind | undefined
}

function versionOf(kind: StoredKind): string {
  const { group, versions }: KindSchema = STORED_KINDS[kind]
  return group === '' ? (versions[0] ?? '') : `${group}/${versions[0] ?? ''}`
}

function reportMissing(field: 'kind' | 'apiVersion', head: Span, write: string, { report }: ReadingContext): void {
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

function whyNot(kind: string, { group }: GroupVersion): string {
  if (group === RBAC_GROUP && isRbacKind(kind))
    return 'stands in the wrong text: roles and bindings are read from the policy'
  // Feature gate PodCertificateRequest: beta since 1.35, off by default, 1.36 included. Off, the API server does not
  // watch these objects for the Node authorizer.
  if (group === 'certificates.k8s.io' && kind === 'PodCertificateRequest')
    return 'counts only with the feature gate PodCertificateRequest, which is off by default in 1.36'
  return 'ties nothing to a node'
}
