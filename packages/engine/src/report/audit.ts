import type { Design } from '../designs/index.ts'
import type { Attributes, UserInfo } from '../kube/index.ts'
import { plainUser } from '../kube/index.ts'
import { type HTTPRequest, printedTarget } from '../request/index.ts'
import type { Check, Trace } from '../trace/index.ts'
import { yaml } from './review.ts'

/**
 * The audit event of a request at level Metadata and stage ResponseComplete (Go: `k8s.io/apiserver/pkg/audit`), as far
 * as a scenario says it: no times, addresses or audit ID. Undefined where the API server writes none: a path that it
 * cannot understand is answered before auditing begins.
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
    ...(attributes.isResourceRequest && { objectRef: objectRef(attributes) }),
    responseStatus: responseStatus(trace),
    ...annotations(trace.steps.findLast((step) => step.check?.phase === 'request')?.check),
  }
}

/** Where the client sent nothing but a review, or was refused that, the only event is the review’s. */
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
  return yaml(event)
}

function objectRef({
  resource,
  namespace,
  name,
  apiGroup,
  apiVersion,
  subresource,
}: Attributes): Record<string, unknown> {
  return {
    ...(resource !== '' && { resource }),
    ...(namespace !== '' && { namespace }),
    ...(name !== '' && { name }),
    ...(apiGroup !== '' && { apiGroup }),
    ...(apiVersion !== '' && { apiVersion }),
    ...(subresource !== '' && { subresource }),
  }
}

/** A success is shown with 200, whatever code the handler behind the authorization gives it. */
function responseStatus({ outcome }: Trace): Record<string, unknown> {
  const failure = outcome.kind === 'forbidden' || outcome.kind === 'bad-request' ? outcome.status : undefined
  if (failure === undefined) return { metadata: {}, code: outcome.code }
  const { status, message, reason, details, code } = failure
  return { metadata: {}, status, message, reason, ...(details && { details }), code }
}

/** What `WithAuthorization` notes. A request that the impersonation filter refused never comes there. */
function annotations(check: Check | undefined): Record<string, unknown> {
  if (check === undefined) return {}
  // Of an authorizer that fails, the API server notes that and no decision.
  if (check.answer.error !== undefined && check.answer.decision !== 'Allow')
    return { annotations: { 'authorization.k8s.io/reason': 'internal error' } }
  return {
    annotations: {
      'authorization.k8s.io/decision': check.answer.decision === 'Allow' ? 'allow' : 'forbid',
      'authorization.k8s.io/reason': check.answer.reason,
    },
  }
}
