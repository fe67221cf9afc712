import type { Design } from '../designs/index.ts'
import { attributesOf, type HTTPRequest, printFieldRequirement, printLabelRequirement } from '../http/index.ts'
import { plainUser } from '../kube/index.ts'
import { auditEvent } from '../report/index.ts'
import type { Check, Trace } from '../trace/index.ts'
import { type VectorAnswer, type VectorCheck, vectorChain, vectorMetrics } from './vector.ts'

/** The trace of a request as a vector's answer. */
export function vectorAnswer(trace: Trace, design: Design, request: HTTPRequest): VectorAnswer {
  const { outcome, impersonatedUser, constraint } = trace
  const understood = attributesOf(request, trace.requestor)
  const audit = auditEvent(trace, design, request, understood.ok ? understood.attributes : undefined)
  return {
    checks: trace.steps.flatMap(({ check }) => (check === undefined ? [] : [vectorCheck(check)])),
    ...(impersonatedUser && { impersonatedUser: plainUser(impersonatedUser) }),
    ...(constraint !== undefined && { constraint }),
    code: outcome.code,
    ...('message' in outcome && { message: outcome.message }),
    metrics: vectorMetrics(trace),
    chain: vectorChain(trace),
    ...(audit && { audit }),
  }
}

function vectorCheck({ phase, attributes, answer, settled, evaluator }: Check): VectorCheck {
  const { user, isResourceRequest, path, fieldSelector, labelSelector, ...named } = attributes
  const texts = {
    verb: named.verb,
    apiGroup: named.apiGroup,
    apiVersion: named.apiVersion,
    resource: named.resource,
    subresource: named.subresource,
    namespace: named.namespace,
    name: named.name,
    path: isResourceRequest ? '' : path,
    accessRule: named.accessRule ?? '',
    reason: answer.reason,
  }
  return {
    phase,
    user: plainUser(user),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(fieldSelector.length > 0 && { fieldSelector: fieldSelector.map(printFieldRequirement) }),
    ...(labelSelector.length > 0 && { labelSelector: labelSelector.map(printLabelRequirement) }),
    decision: answer.decision,
    ...(settled && { settled: settled.decision, ...(evaluator && { evaluator }) }),
  }
}
