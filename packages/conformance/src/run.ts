import {
  type AuthorizationMode,
  authorizerChain,
  DESIGNS,
  type Design,
  type HTTPRequest,
  readPolicy,
  type Trace,
  traceOf,
  userInfo,
} from '@authz-playground/engine'
import { vectorAnswer } from './answer.ts'
import { type Difference, differences } from './compare.ts'
import type { VectorAnswer, VectorRequest, VectorScenario } from './vector.ts'

/** Why a request was not compared: it needs something that the engine does not play yet. */
export type Beyond = 'the Node authorizer' | 'the caches between requests' | 'default roles' | `the design ${string}`

/** What came of one request of a vectors file. */
export type Verdict =
  | { readonly kind: 'agrees' }
  | { readonly kind: 'disagrees'; readonly differences: readonly Difference[] }
  | { readonly kind: 'beyond'; readonly needs: Beyond }

export interface RequestVerdict {
  readonly scenario: string
  /** Index of the request in its scenario. */
  readonly request: number
  readonly verdict: Verdict
}

/** Answers every request of a scenario and compares. A policy that the API server does not read counts as one request. */
export function runScenario(scenario: VectorScenario): readonly RequestVerdict[] {
  const { id, cluster = {}, expect = [] } = scenario
  const verdictFor = (request: number, verdict: Verdict): RequestVerdict => ({ scenario: id, request, verdict })
  const policy = readPolicy(scenario.policy)
  const refused = policy.diagnostics.filter(({ severity }) => severity === 'error')
  if (scenario.error !== undefined) {
    return [verdictFor(0, refused.length > 0 ? { kind: 'agrees' } : unread(scenario.error, 'the policy was read'))]
  }
  if (refused.length > 0) {
    const complaint = refused.map(({ range, message }) => `line ${range.line}: ${message}`).join('; ')
    return expect.map((_, i) => verdictFor(i, unread('a policy that can be read', complaint)))
  }

  const design = designOf(scenario)
  if (typeof design === 'string')
    return expect.map((_, i) => verdictFor(i, { kind: 'beyond', needs: `the design ${design}` }))
  if (cluster.defaultRoles) return expect.map((_, i) => verdictFor(i, { kind: 'beyond', needs: 'default roles' }))
  const modes: readonly AuthorizationMode[] = cluster.authorizationModes ?? ['RBAC']
  const authorizer = authorizerChain(policy, modes)
  const remembered = new Set<string>()
  return scenario.requests.map((request, i) => {
    const requestor = userInfo(request.requestor ?? scenario.requestor)
    const http = httpRequest(request)
    const settings = {
      version: '1.36',
      constrainedImpersonation: cluster.constrainedImpersonation ?? true,
      authorizationModes: modes,
    } as const
    const trace = traceOf(design, http, requestor, settings, authorizer)
    const before = remembered.has(requestor.username)
    const expected = expect[i] as VectorAnswer
    if (expected.impersonatedUser !== undefined && trace.featureEnabled) remembered.add(requestor.username)
    return verdictFor(i, verdictOf(trace, expected, scenario, before && impersonates(trace)))
  })
}

function verdictOf(trace: Trace, expected: VectorAnswer, scenario: VectorScenario, cached: boolean): Verdict {
  if (trace.outcome.kind === 'not-decided') return { kind: 'beyond', needs: 'the Node authorizer' }
  if (cached) return { kind: 'beyond', needs: 'the caches between requests' }
  const found = differences(expected, vectorAnswer(trace), scenario.compare)
  return found.length === 0 ? { kind: 'agrees' } : { kind: 'disagrees', differences: found }
}

function impersonates(trace: Trace): boolean {
  return (
    trace.impersonatedUser !== undefined ||
    (trace.outcome.kind === 'forbidden' && trace.outcome.phase === 'impersonation')
  )
}

function unread(expected: string, found: string): Verdict {
  return { kind: 'disagrees', differences: [{ field: 'policy', expected, found }] }
}

function designOf({ design, cluster }: VectorScenario): Design | string {
  const wanted = design ?? (cluster?.constrainedImpersonation === false ? 'legacy' : 'constrained')
  return DESIGNS.find(({ id }) => id === wanted) ?? wanted
}

function httpRequest({ method, url, headers = [] }: VectorRequest): HTTPRequest {
  return { method, target: url, headers: headers.map(([name, value]) => ({ name, value })), body: '' }
}
