import type { Design } from '../designs/index.ts'
import { type HTTPRequest, printedTarget } from '../http/index.ts'
import type { Attributes, UserInfo } from '../kube/index.ts'
import { plainUser } from '../kube/index.ts'
import type { Check, SentNames, Trace } from '../trace/index.ts'
import { yamlOf } from '../yaml/index.ts'

/**
 * The audit event of a request at level Metadata and stage ResponseComplete (Go: `k8s.io/apiserver/pkg/audit`), without
 * times, addresses and audit ID, which a scenario does not have. Undefined where the API server writes none: it answers a
 * path that it cannot parse before auditing begins.
 */
export function auditEvent(
  trace: Trace,
  design: Pick<Design, 'auditConstraint'>,
  request: HTTPRequest,
  attributes: Attributes | undefined,
): Record<string, unknown> | undefined {
  const authorized = trace.steps.some(({ check }) => check?.phase === 'request')
  if (attributes === undefined || (trace.outcome.kind === 'internal-error' && !authorized)) return undefined
  const review = reviewEvent(trace)
  if (review) return review
  const { impersonatedUser, constraint } = trace
  const constraintIn = (place: Design['auditConstraint']): Record<string, unknown> | undefined =>
    constraint !== undefined && design.auditConstraint === place ? { impersonationConstraint: constraint } : undefined
  const inMetadata = constraintIn('authenticationMetadata')
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Metadata',
    stage: 'ResponseComplete',
    requestURI: printedTarget(request.target),
    verb: attributes.verb,
    user: auditedUser(trace.requestor),
    ...(impersonatedUser && {
      impersonatedUser: { ...auditedUser(impersonatedUser), ...constraintIn('impersonatedUser') },
    }),
    ...(inMetadata && { authenticationMetadata: inMetadata }),
    ...(attributes.isResourceRequest && { objectRef: objectRef(attributes, trace.sent) }),
    responseStatus: responseStatus(trace),
    ...annotations(trace.steps.findLast((step) => step.check?.phase === 'request')?.check),
  }
}

/** Where the client sent only a review, or the review was refused, the only event is that of the review. */
function reviewEvent(trace: Trace): Record<string, unknown> | undefined {
  const { outcome, steps } = trace
  const refused = outcome.kind === 'forbidden' && outcome.phase === 'review'
  if (!refused && outcome.kind !== 'not-sent') return undefined
  const check = steps.find((step) => step.check?.phase === 'review')?.check
  if (check === undefined) return undefined
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Metadata',
    stage: 'ResponseComplete',
    requestURI: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    verb: 'create',
    user: auditedUser(trace.requestor),
    objectRef: objectRef(check.attributes),
    responseStatus: responseStatus(trace),
    ...annotations(check),
  }
}

function auditedUser(user: UserInfo): Record<string, unknown> {
  const { username, ...rest } = plainUser(user)
  return { ...(username !== '' && { username }), ...rest }
}

/** An audit event (`auditEvent`) as YAML. */
export function auditYAML(event: Record<string, unknown>): string {
  return yamlOf(event)
}

/**
 * The reference to the object. Fields that the request line does not have come from the object in the body (Go:
 * `LogRequestObject`).
 */
function objectRef(
  { resource, apiGroup, apiVersion, subresource, ...line }: Attributes,
  sent?: SentNames,
): Record<string, unknown> {
  const namespace = line.namespace === '' ? sent?.namespace : line.namespace
  const name = line.name === '' ? sent?.name : line.name
  return {
    ...(resource !== '' && { resource }),
    ...(namespace && { namespace }),
    ...(name && { name }),
    ...(sent?.uid && { uid: sent.uid }),
    ...(sent?.resourceVersion && { resourceVersion: sent.resourceVersion }),
    ...(apiGroup !== '' && { apiGroup }),
    ...(apiVersion !== '' && { apiVersion }),
    ...(subresource !== '' && { subresource }),
  }
}

/** A success has the code 200, except for roles and bindings: only their handler is simulated. */
function responseStatus({ outcome }: Trace): Record<string, unknown> {
  const failure = 'status' in outcome ? outcome.status : undefined
  if (failure === undefined) return { metadata: {}, code: outcome.code }
  const { status, message, reason, details, code } = failure
  return { metadata: {}, status, message, ...(reason && { reason }), ...(details && { details }), code }
}

/** The annotations of `WithAuthorization`. A request that the impersonation filter refused does not reach it. */
function annotations(check: Check | undefined): Record<string, unknown> {
  if (check === undefined) return {}
  // Where an authorizer fails, the API server records the failure and no decision.
  if (check.answer.error !== undefined && check.answer.decision !== 'Allow')
    return { annotations: { 'authorization.k8s.io/reason': 'internal error' } }
  return {
    annotations: {
      'authorization.k8s.io/decision': check.answer.decision === 'Allow' ? 'allow' : 'forbid',
      'authorization.k8s.io/reason': check.answer.reason,
    },
  }
}
