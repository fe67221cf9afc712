import type { HTTPRequest, ReadRequest } from '../http/index.ts'
import {
  ACCESS_REVIEWS,
  type AccessReviewKind,
  ANY_VERSION,
  type Attributes,
  attributesFor,
  isAccessReviewKind,
  isOfNoRequest,
  meantByReview,
  missingGroups,
  REVIEW_VERSION,
  reviewedAttributes,
  reviewedUser,
  type UserInfo,
  userInfo,
  type WrittenReview,
} from '../kube/index.ts'
import { decodeObject, fieldSpan, type ReadingContext, type Struct } from '../policy/index.ts'
import { excerpt, LineIndex, type Problem, ProblemCollector, quoted, type Span, TooManyErrors } from '../text/index.ts'
import {
  documentTrees,
  lineCounter,
  type MappingNode,
  scalarValue,
  type TreeNode,
  withoutAlias,
} from '../yaml/index.ts'
import { extraType, reviewTypeOf } from './review-schema.ts'
import { type ReadSelectors, readSelectors } from './selectors.ts'

/**
 * Reads a SubjectAccessReview, LocalSubjectAccessReview or SelfSubjectAccessReview in YAML or JSON: the question that it asks,
 * and the request that sends it. As strict as the API server with strict field validation, and with the errors of its
 * validation (Go: `pkg/apis/authorization/validation`). Takes any text and never throws.
 */
export function readReview(text: string): ReadRequest {
  const lines = new LineIndex('request', text)
  const problems = new ProblemCollector()
  const { report } = problems
  const lineOf = (offset: number) => lines.range({ start: offset, end: offset }).line
  let read: Pick<ReadRequest, 'request' | 'question'> = {}
  try {
    const trees = [...documentTrees(text, report)].flatMap(({ document, root }) => {
      const lineInDocument = lineCounter(text, document.start)
      return root === undefined
        ? []
        : [{ root, context: { syntax: document.syntax, report, lineOf, lineInDocument, alone: true } }]
    })
    const [first, second] = trees
    if (second !== undefined) report(severalReviews(second.root))
    else if (first !== undefined) read = readRoot(first.root, first.context)
    else if (text.trim() === '' || trees.length === 0) report(noReview(text))
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error
  }
  return { ...read, diagnostics: problems.resolve(lines, text.length) }
}

const KINDS = Object.keys(ACCESS_REVIEWS).join(', ')

function noReview(text: string): Problem {
  const fix = `Begin it with “apiVersion: ${REVIEW_VERSION}” and “kind: SubjectAccessReview”.`
  return {
    severity: 'error',
    code: 'empty-request',
    message: 'There is no review yet.',
    fix,
    span: { start: 0, end: text.length },
  }
}

function severalReviews(second: TreeNode): Problem {
  const fix = 'Keep one of them: one request is decided at a time.'
  return { severity: 'error', code: 'two-reviews', message: 'This is a second document.', fix, span: second }
}

function readRoot(root: TreeNode, context: ReadingContext): Pick<ReadRequest, 'request' | 'question'> {
  const node = withoutAlias(root)
  const kind = node.kind === 'mapping' ? kindOf(node) : undefined
  if (node.kind !== 'mapping' || kind === undefined) {
    const found = textOf(node, 'kind')
    const message = found === undefined ? 'This is not a review.' : `${quoted(excerpt(found))} is not a kind of review.`
    context.report({ severity: 'error', code: 'not-a-review', message, fix: `The kinds are ${KINDS}.`, span: root })
    return {}
  }
  let refused = false
  const report: ReadingContext['report'] = (problem) => {
    if (problem.severity === 'error') refused = true
    context.report(problem)
  }
  const groups = textOf(node, 'apiVersion') === BETA_VERSION ? 'group' : 'groups'
  const review = decodeObject(node, reviewTypeOf(kind, groups), { ...context, report })
  const read = readObject({ kind, review, node, groups, context: { ...context, report } })
  return refused || read === undefined ? {} : read
}

function kindOf(node: MappingNode): AccessReviewKind | undefined {
  const kind = textOf(node, 'kind') ?? ''
  return isAccessReviewKind(kind) ? kind : undefined
}

function textOf(node: TreeNode, field: string): string | undefined {
  if (node.kind !== 'mapping') return undefined
  const pair = node.pairs.findLast(({ key }) => key.kind === 'scalar' && key.value === field)
  const value = pair && withoutAlias(pair.value)
  const scalar = value?.kind === 'scalar' ? scalarValue(value) : undefined
  return scalar?.type === 'string' ? scalar.value : undefined
}

/** A review whose fields were decoded. */
interface DecodedReview {
  readonly kind: AccessReviewKind
  readonly review: Struct
  readonly node: MappingNode
  /** The field that has the groups. */
  readonly groups: 'groups' | 'group'
  readonly context: ReadingContext
}

function readObject(of: DecodedReview): Pick<ReadRequest, 'request' | 'question'> | undefined {
  const { kind, review } = of
  checkVersion(of)
  checkMetadata(of)
  const spec = review.struct('spec')
  const asked = spec && readAsked(of, spec)
  if (spec === undefined || asked === undefined) {
    if (spec === undefined && !review.unread.includes('spec')) reportAttributes(of, review.field('spec')?.key)
    return undefined
  }
  const user = kind === 'SelfSubjectAccessReview' ? undefined : readUser(of, spec)
  const { attributes, version, selectors } = asked
  const namespace = review.struct('metadata')?.text('namespace') ?? ''
  const body = {
    kind,
    apiVersion: REVIEW_VERSION,
    metadata: kind === 'LocalSubjectAccessReview' ? { namespace } : {},
    spec: { ...withSelectors(reviewedAttributes({ ...attributes, apiVersion: version }), selectors), ...userOf(user) },
  }
  const status = statusOf(review)
  const written: WrittenReview = { kind, ...(user && { user }), ...(status && { status }) }
  return {
    request: requestFor(kind, namespace, body),
    question: {
      kind: 'access',
      attributes,
      meant: meantByReview(attributes, attributes.resource, ANY_VERSION),
      ...(isOfNoRequest(attributes) && { isOfNoRequest: true }),
      quiet: false,
      warnings: [],
      written,
    },
  }
}

function userOf(user: UserInfo | undefined): object {
  return user === undefined ? {} : reviewedUser(user)
}

/** The request that sends a review. */
function requestFor(kind: AccessReviewKind, namespace: string, body: object): HTTPRequest {
  const inNamespace = kind === 'LocalSubjectAccessReview' ? `namespaces/${encodeURIComponent(namespace)}/` : ''
  return {
    method: 'POST',
    target: `/apis/${REVIEW_VERSION}/${inNamespace}${ACCESS_REVIEWS[kind]}`,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    body: JSON.stringify(body),
  }
}

/** The version before, which has `group` for the groups (Go: `k8s.io/api/authorization/v1beta1`). */
const BETA_VERSION = 'authorization.k8s.io/v1beta1'

function checkVersion({ review, node, context: { report } }: DecodedReview): void {
  const version = review.text('apiVersion')
  if (version === REVIEW_VERSION || review.unread.includes('apiVersion')) return
  if (version === BETA_VERSION) {
    report({
      severity: 'warning',
      code: 'review-version',
      message: `${BETA_VERSION} was served until Kubernetes 1.21. The check is decided here as one of ${REVIEW_VERSION}.`,
      fix: `Write apiVersion: ${REVIEW_VERSION}, and groups: in place of group:, before you send the review.`,
      span: fieldSpan(review, 'apiVersion', node),
      path: 'apiVersion',
    })
    return
  }
  report({
    severity: 'error',
    code: 'unknown-version',
    message:
      version === ''
        ? 'The review has no apiVersion.'
        : `The playground reads reviews of ${REVIEW_VERSION}, and this one is of ${quoted(excerpt(version))}.`,
    fix: `Write apiVersion: ${REVIEW_VERSION}.`,
    span: fieldSpan(review, 'apiVersion', review.field('kind')?.key ?? node),
    path: 'apiVersion',
  })
}

/** The API server accepts no metadata in a review, except for the namespace of a local one. */
function checkMetadata({ kind, review, node, context: { report } }: DecodedReview): void {
  const metadata = review.struct('metadata')
  const isLocal = kind === 'LocalSubjectAccessReview'
  if (isLocal && (metadata?.text('namespace') ?? '') === '' && !review.unread.includes('metadata')) {
    report({
      severity: 'error',
      code: 'missing-namespace',
      message: 'A LocalSubjectAccessReview needs a namespace in its metadata.',
      fix: 'Write the same namespace there as in resourceAttributes.',
      detail: 'namespace is required on this type: ',
      span: fieldSpan(review, 'metadata', review.field('kind')?.key ?? node),
      path: 'metadata.namespace',
    })
  }
  const given = metadata?.fields.find(({ name }) => name !== 'managedFields' && !(isLocal && name === 'namespace'))
  if (given === undefined) return
  report({
    severity: 'warning',
    code: 'review-metadata',
    message: `The API server refuses a ${kind} with metadata.${given.name}. The check is decided here all the same.`,
    fix: 'Remove the field before you send the review.',
    detail: `metadata: Invalid value: must be empty${isLocal ? ' except for namespace' : ''}`,
    span: given.key,
    path: `metadata.${given.name}`,
  })
}

/** The check that a review asks about. */
interface Asked {
  readonly attributes: Omit<Attributes, 'user'>
  /** As it was written: empty for all versions. */
  readonly version: string
  readonly selectors: ReadSelectors
}

function readAsked(of: DecodedReview, spec: Struct): Asked | undefined {
  const { kind, context } = of
  const resource = spec.struct('resourceAttributes')
  const path = spec.struct('nonResourceAttributes')
  const isUnread = ['resourceAttributes', 'nonResourceAttributes'].some((field) => spec.unread.includes(field))
  if ((resource === undefined) === (path === undefined)) {
    if (!isUnread) reportAttributes(of, (spec.field('nonResourceAttributes') ?? of.review.field('spec'))?.key)
    return undefined
  }
  if (path !== undefined && kind === 'LocalSubjectAccessReview') {
    context.report({
      severity: 'error',
      code: 'local-path',
      message: 'A LocalSubjectAccessReview asks about resources only.',
      fix: 'Make it a SubjectAccessReview.',
      detail: 'spec.nonResourceAttributes: Invalid value: disallowed on this kind of request',
      span: fieldSpan(spec, 'nonResourceAttributes', path.node),
      path: 'spec.nonResourceAttributes',
    })
  }
  const selectors = readSelectors(resource, context)
  const { user: _, ...attributes } = attributesFor(NOBODY, {
    isResourceRequest: resource !== undefined,
    verb: (resource ?? path)?.text('verb') ?? '',
    apiGroup: resource?.text('group') ?? '',
    // Without a version the API server asks for all of them (Go: `matchAllVersionIfEmpty`).
    apiVersion: resource === undefined ? '' : resource.text('version') || '*',
    resource: resource?.text('resource') ?? '',
    subresource: resource?.text('subresource') ?? '',
    namespace: resource?.text('namespace') ?? '',
    name: resource?.text('name') ?? '',
    path: path?.text('path') ?? '',
    fieldSelector: selectors.fieldSelector,
    labelSelector: selectors.labelSelector,
    selectorNotParsed: selectors.selectorNotParsed,
  })
  checkLocalNamespace(of, resource)
  const rule = spec.struct('accessRule')?.text('name')
  return {
    attributes: rule === undefined ? attributes : { ...attributes, accessRule: rule },
    version: resource?.text('version') ?? '',
    selectors,
  }
}

const NOBODY = userInfo({ username: '' })

function reportAttributes({ node, context: { report } }: DecodedReview, key: Span | undefined): void {
  report({
    severity: 'error',
    code: 'one-of-attributes',
    message: 'A review has either resourceAttributes or nonResourceAttributes.',
    fix: 'Write one of them below “spec:”.',
    detail: 'spec: Invalid value: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    span: key ?? node.pairs[0]?.key ?? node,
    path: 'spec',
  })
}

function checkLocalNamespace({ kind, review, context: { report } }: DecodedReview, resource: Struct | undefined): void {
  if (kind !== 'LocalSubjectAccessReview' || resource === undefined) return
  const namespace = review.struct('metadata')?.text('namespace') ?? ''
  if (namespace === '' || resource.text('namespace') === namespace) return
  report({
    severity: 'error',
    code: 'other-namespace',
    message: 'The namespace of resourceAttributes is not that of the metadata.',
    fix: `Write namespace: ${excerpt(namespace)}.`,
    detail: 'spec.resourceAttributes.namespace: Invalid value: must match metadata.namespace',
    span: fieldSpan(resource, 'namespace', resource.node),
    path: 'spec.resourceAttributes.namespace',
  })
}

/** The user whom a review names. A review asks about exactly the groups that it lists. */
function readUser({ review, groups, context }: DecodedReview, spec: Struct): UserInfo {
  const written = spec.field('extra')
  const node = written && withoutAlias(written.node)
  const extra = node?.kind === 'mapping' ? decodeObject(node, extraType(node), context) : undefined
  const user: UserInfo = {
    username: spec.text('user'),
    uid: spec.text('uid'),
    groups: spec.texts(groups).map(({ value }) => value),
    extra: new Map(extra?.fields.map(({ name }) => [name, extra.texts(name).map(({ value }) => value)])),
  }
  const key = review.field('spec')?.key ?? review.node
  const isUnread = ['user', groups].some((field) => spec.unread.includes(field))
  if (user.username === '' && user.groups.length === 0 && !isUnread) {
    context.report({
      severity: 'error',
      code: 'review-of-nobody',
      message: 'The review names neither a user nor a group.',
      fix: 'Write user: below “spec:”.',
      detail: 'spec.user: Invalid value: "": at least one of user or group must be specified',
      span: fieldSpan(spec, 'user', key),
      path: 'spec.user',
    })
  }
  const missing = user.username === '' ? [] : missingGroups(user)
  if (missing.length > 0) {
    context.report({
      severity: 'note',
      code: 'review-groups',
      message: `A review asks about exactly the groups that it lists. Authentication would add ${missing.map(quoted).join(' and ')}.`,
      fix: `Add them to ${groups}: to ask what the user may do after authentication.`,
      span: fieldSpan(spec, groups, spec.field('user')?.key ?? key),
      path: `spec.${groups}`,
    })
  }
  return user
}

/** The answer of a cluster. A Go client writes “allowed: false” into a review that nobody has answered. */
function statusOf(review: Struct): WrittenReview['status'] {
  const status = review.struct('status')
  const allowed = status?.field('allowed')?.value
  if (status === undefined || typeof allowed !== 'boolean') return undefined
  const { start, end } = review.field('status')?.key ?? status.node
  return {
    allowed,
    denied: status.field('denied')?.value === true,
    reason: status.text('reason'),
    span: { start, end },
  }
}

/** The spec with the selectors as they were written. */
function withSelectors(spec: Record<string, unknown>, { raw }: ReadSelectors): Record<string, unknown> {
  const { resourceAttributes } = spec
  if (typeof resourceAttributes !== 'object' || Object.keys(raw).length === 0) return spec
  return { resourceAttributes: { ...resourceAttributes, ...raw } }
}
