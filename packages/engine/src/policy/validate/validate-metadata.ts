import {
  byteLength,
  dnsLabelProblems,
  goJSON,
  goQuote,
  labelKeyProblems,
  labelValueProblems,
  pathSegmentProblems,
} from '../../go/index.ts'
import type { ReportProblem, Span } from '../../text/index.ts'
import { excerpt } from '../../text/index.ts'
import type { MapEntry, Struct } from '../decode/decoded-value.ts'
import { groupVersion } from '../decode/header.ts'
import type { RbacKind } from '../schema/rbac-schema.ts'
import { namespaceIgnored } from '../warnings/namespace-ignored.ts'
import { problemOf } from '../warnings/rule.ts'
import { fieldSpan, invalidValue, requiredField, tooLongValue } from './field-error.ts'

type MetadataKind = RbacKind | 'ClusterAccessRule'

/**
 * Validates the metadata of a new role or binding (Go: `ValidateObjectMeta` in `k8s.io/kubernetes/pkg/apis/core/validation`
 * and `k8s.io/apimachinery/pkg/api/validation`, as `rest.BeforeCreate` calls it). Errors point at `head` when there is no
 * metadata. `managedFields` are not validated: the API server replaces them before it validates.
 */
export function validateMetadata(kind: MetadataKind, object: Struct, head: Span, report: ReportProblem): void {
  if (object.unread.includes('metadata')) return
  const metadata = object.struct('metadata')
  const key = object.field('metadata')?.key ?? head
  validateName(kind, metadata, key, report)
  if (metadata === undefined) return
  validateNamespace(kind, metadata, report)
  validateGeneration(metadata, key, report)
  validateLabels('metadata.labels', metadata.map('labels'), report)
  validateAnnotations(metadata, key, report)
  validateOwnerReferences(metadata, key, report)
  validateFinalizers(metadata, key, report)
}

function validateName(kind: MetadataKind, metadata: Struct | undefined, key: Span, report: ReportProblem): void {
  const prefix = metadata?.text('generateName') ?? ''
  const name = metadata?.text('name') ?? ''
  const span = fieldSpan(metadata, 'name', key)
  for (const words of pathSegmentProblems(prefix)) {
    report(
      invalidValue('metadata.generateName', goQuote(prefix), words, {
        ...nameAdvice(kind, prefix, words),
        span: fieldSpan(metadata, 'generateName', key),
      }),
    )
  }
  if (name !== '') {
    for (const words of pathSegmentProblems(name)) {
      report(invalidValue('metadata.name', goQuote(name), words, { ...nameAdvice(kind, name, words), span }))
    }
  } else if (prefix !== '') {
    report({
      severity: 'warning',
      code: 'generated-name',
      message: `The API server would append five random characters to “${excerpt(prefix)}”. Here the name is “${excerpt(prefix)}xxxxx”.`,
      fix: 'Write a “name” in place of “generateName”.',
      span: fieldSpan(metadata, 'generateName', key),
      path: 'metadata.generateName',
    })
  } else if (
    metadata === undefined ||
    !(metadata.unread.includes('name') || metadata.unread.includes('generateName'))
  ) {
    report(
      requiredField('metadata.name', 'name or generateName is required', {
        code: 'missing-name',
        message: `This ${kind} has no name.`,
        fix: 'Write “name” under “metadata”.',
        span,
      }),
    )
  }
}

function nameAdvice(kind: MetadataKind, name: string, words: string) {
  return {
    code: 'invalid-name',
    message: `“${excerpt(name)}” is not a valid name for a ${kind}: it ${words}.`,
    fix: "Use any other characters; “.” and “..” alone, “/” and “%” cannot be in the object's URL.",
  }
}

function validateNamespace(kind: MetadataKind, metadata: Struct, report: ReportProblem): void {
  const field = metadata.field('namespace')
  const namespace = metadata.text('namespace')
  if (field === undefined || namespace === '') return
  if (kind !== 'Role' && kind !== 'RoleBinding') {
    const namespaced =
      kind === 'ClusterAccessRule'
        ? ''
        : `, or make it a ${kind === 'ClusterRole' ? 'Role' : 'RoleBinding'} if it is to count in one namespace only`
    // Only a warning: `EnsureObjectNamespaceMatchesRequestNamespace` clears it before validation, which forbids it.
    report(
      problemOf(namespaceIgnored, {
        message: `A ${kind} belongs to no namespace; the API server drops “${excerpt(namespace)}”.`,
        fix: `Remove “namespace”${namespaced}.`,
        span: field.key,
        path: 'metadata.namespace',
      }),
    )
    return
  }
  for (const words of dnsLabelProblems(namespace)) {
    report(
      invalidValue('metadata.namespace', goQuote(namespace), words, {
        code: 'invalid-namespace',
        message: `“${excerpt(namespace)}” is not a valid name of a namespace.`,
        fix: 'Use at most 63 of a-z, 0-9 and “-”, with a letter or digit at both ends.',
        span: field.node,
      }),
    )
  }
}

function validateGeneration(metadata: Struct, key: Span, report: ReportProblem): void {
  const generation = metadata.field('generation')?.value
  if (typeof generation !== 'number' || generation >= 0) return
  report(
    invalidValue('metadata.generation', String(generation), 'must be greater than or equal to 0', {
      code: 'invalid-generation',
      message: `“generation” is ${generation}, and cannot be negative.`,
      fix: 'Leave it out; the API server sets it.',
      span: fieldSpan(metadata, 'generation', key),
    }),
  )
}

/** Validates labels of an object, and those of a selector's `matchLabels`. */
export function validateLabels(path: string, labels: readonly MapEntry[], report: ReportProblem): void {
  for (const { name, key, node, value } of labels) {
    for (const words of labelKeyProblems(name))
      report(invalidValue(path, goQuote(name), words, { ...labelKeyAdvice(name), span: key }))
    for (const words of labelValueProblems(value)) {
      report(invalidValue(path, goQuote(value), words, { ...labelValueAdvice(value), span: node }))
    }
  }
}

export function labelKeyAdvice(key: string) {
  return {
    code: 'invalid-label-key',
    message: `“${excerpt(key)}” is not a valid label key.`,
    fix: 'Use at most 63 letters, digits, “-”, “_” and “.”, with a letter or digit at both ends, perhaps after a domain and “/”: example.com/team.',
  }
}

export function labelValueAdvice(value: string) {
  return {
    code: 'invalid-label-value',
    message: `“${excerpt(value)}” is not a valid label value.`,
    fix: 'Use at most 63 letters, digits, “-”, “_” and “.”, with a letter or digit at both ends.',
  }
}

/** The limit for all keys and values of annotations together, in bytes. */
const ANNOTATIONS_LIMIT = 256 * 1024

function validateAnnotations(metadata: Struct, key: Span, report: ReportProblem): void {
  let size = 0
  for (const { name, key: annotation, value } of metadata.map('annotations')) {
    size += byteLength(name) + byteLength(value)
    for (const words of labelKeyProblems(name.toLowerCase())) {
      report(
        invalidValue('metadata.annotations', goQuote(name), words, {
          ...labelKeyAdvice(name),
          code: 'invalid-annotation-key',
          message: `“${excerpt(name)}” is not a valid annotation key.`,
          span: annotation,
        }),
      )
    }
  }
  if (size <= ANNOTATIONS_LIMIT) return
  report(
    tooLongValue('metadata.annotations', ANNOTATIONS_LIMIT, {
      code: 'annotations-too-long',
      message: `The annotations are ${size} bytes long, and the limit is ${ANNOTATIONS_LIMIT}.`,
      fix: 'Remove what is not needed, such as kubectl.kubernetes.io/last-applied-configuration.',
      span: metadata.field('annotations')?.key ?? key,
    }),
  )
}

function validateOwnerReferences(metadata: Struct, key: Span, report: ReportProblem): void {
  const path = 'metadata.ownerReferences'
  // The API server removes repeated references first (Go: `dedupOwnerReferences`).
  const references = [
    ...new Map(
      metadata
        .structs('ownerReferences')
        .toReversed()
        .map((one) => [goJSON(printedOwner(one.value)), one]),
    ).values(),
  ].reverse()
  for (const [index, { value: owner, node }] of references.entries()) {
    const at = `${path}[${index}]`
    const gv = groupVersion(owner.text('apiVersion'))
    const problems: (readonly [string, string])[] = []
    if ((gv?.version ?? '') === '') problems.push(['apiVersion', 'version must not be empty'])
    for (const field of ['kind', 'name', 'uid'])
      if (owner.text(field) === '') problems.push([field, 'must not be empty'])
    for (const [field, words] of problems.filter(([name]) => !owner.unread.includes(name))) {
      report({
        ...invalidValue(`${path}.${field}`, goQuote(owner.text(field)), words, {
          code: 'invalid-owner',
          message: `“${field}” of the owner is missing or empty.`,
          fix: 'Give the owner apiVersion, kind, name and uid, or remove it.',
          span: fieldSpan(owner, field, node),
        }),
        path: `${at}.${field}`,
      })
    }
    if (owner.text('apiVersion') === 'v1' && owner.text('kind') === 'Event') {
      report({
        ...invalidValue(path, goJSON(printedOwner(owner)), '/v1, Kind=Event is disallowed from being an owner', {
          code: 'invalid-owner',
          message: 'An Event cannot own anything.',
          fix: 'Remove this owner.',
          span: fieldSpan(owner, 'kind', node),
        }),
        path: at,
      })
    }
  }
  validateControllers(
    references.map(({ value }) => value),
    metadata,
    key,
    report,
  )
}

function validateControllers(owners: readonly Struct[], metadata: Struct, key: Span, report: ReportProblem): void {
  const [first, ...others] = owners.filter((owner) => owner.field('controller')?.value === true)
  for (const other of others) {
    const named = (owner: Struct | undefined) => `${owner?.text('kind')}/${owner?.text('name')}`
    const words = `Only one reference can have Controller set to true. Found "true" in references for ${named(first)} and ${named(other)}`
    report(
      invalidValue('metadata.ownerReferences', goJSON(owners.map(printedOwner)), words, {
        code: 'invalid-owner',
        message: `Both ${named(first)} and ${named(other)} say that they control the object.`,
        fix: 'Leave “controller: true” at one of them.',
        span: fieldSpan(other, 'controller', fieldSpan(metadata, 'ownerReferences', key)),
      }),
    )
  }
}

function printedOwner(owner: Struct) {
  const flag = (name: string) => (owner.field(name) === undefined ? {} : { [name]: owner.field(name)?.value })
  const texts = ['apiVersion', 'kind', 'name', 'uid'].map((name) => [name, owner.text(name)])
  return { ...Object.fromEntries(texts), ...flag('controller'), ...flag('blockOwnerDeletion') } as Record<
    string,
    unknown
  >
}

const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion'])

function validateFinalizers(metadata: Struct, key: Span, report: ReportProblem): void {
  const finalizers = metadata.texts('finalizers')
  for (const { index, value, node } of finalizers) {
    const advice = {
      code: 'invalid-finalizer',
      message: `“${excerpt(value)}” is not a valid name of a finalizer.`,
      fix: 'Write it with a domain: example.com/cleanup.',
      span: node,
    }
    for (const words of labelKeyProblems(value))
      report(invalidValue('metadata.finalizers', goQuote(value), words, advice))
    if (value.includes('/') || STANDARD_FINALIZERS.has(value)) continue
    const words = 'name is neither a standard finalizer name nor is it fully qualified'
    report(invalidValue(`metadata.finalizers[${index}]`, goQuote(value), words, advice))
  }
  const names = finalizers.map(({ value }) => value)
  if (!names.includes('orphan') || !names.includes('foregroundDeletion')) return
  report(
    invalidValue('metadata.finalizers', goJSON(names), 'finalizer orphan and foregroundDeletion cannot be both set', {
      code: 'invalid-finalizer',
      message: 'The finalizers orphan and foregroundDeletion exclude each other.',
      fix: 'Keep one of them.',
      span: fieldSpan(metadata, 'finalizers', key),
    }),
  )
}
