import {
  attributesOf,
  auditEvent,
  auditYAML,
  type Decided,
  fieldsOf,
  type HTTPRequest,
  increments,
  noImpersonationMetrics,
  printClientGo,
  printCurl,
  printHTTP,
  printIncrements,
  printKubeconfig,
  printKubectl,
  responseOf,
  type Scenario,
  type Trace,
  targetOf,
  userInfo,
} from '@authz-playground/engine'
import type { Details, Effects, RequestViews } from './answer.ts'
import { changesView } from './changes-view.ts'
import { type Reading, sentViews } from './sent-views.ts'

/** What a person looks at after the answer: what it does to client, audit log and metrics, and the request in every form. */
export function detailsOf(decided: Decided, scenario: Scenario, read: Reading): Details {
  const {
    trace,
    design,
    request: { request },
  } = decided
  const sent = sentViews(decided.sent, scenario, read)
  const history = sent.length > 1 ? { sent } : {}
  if (request === undefined) return history
  const effects = trace && effectsOf(trace, design, request, scenario)
  const changes = changesView(decided, scenario)
  return {
    ...history,
    ...(effects && { effects }),
    ...(changes && { changes }),
    views: requestViews(request, scenario),
  }
}

function effectsOf(
  trace: Trace,
  design: Decided['design'],
  request: HTTPRequest,
  { cluster }: Scenario,
): Effects | undefined {
  const response = responseOf(trace.outcome)
  if (response === undefined) return undefined
  const attributes = attributesOf(request, trace.requestor)
  const event = auditEvent(trace, design, request, attributes.ok ? attributes.attributes : undefined)
  const note = targetOf(request.headers).kind === 'target' ? noImpersonationMetrics(trace, cluster.version) : undefined
  return {
    response,
    ...(event && { audit: auditYAML(event) }),
    metrics: printIncrements(increments(trace, cluster.version)),
    ...(note !== undefined && { metricsNote: note }),
  }
}

function requestViews(request: HTTPRequest, { requestor }: Scenario): RequestViews {
  return {
    forms: { http: printHTTP(request), kubectl: printKubectl(request), curl: printCurl(request) },
    kubeconfig: printKubeconfig(request, userInfo(requestor).username),
    clientGo: printClientGo(request),
    fields: fieldsOf(request),
  }
}
