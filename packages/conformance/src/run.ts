import {
  type AuthorizationMode,
  authorizerChain,
  DESIGNS,
  type Design,
  defaultRoles,
  type HTTPRequest,
  nodeAuthorizer,
  readObjects,
  readPolicy,
  ServerMemory,
  traceOf,
  userInfo,
} from '@authz-playground/engine'
import { vectorAnswer } from './answer.ts'
import { type Difference, differences } from './compare.ts'
import type { VectorAnswer, VectorRequest, VectorScenario } from './vector.ts'

/** Why a request was not compared: it needs something that the engine does not play yet. */
export type Beyond = `the design ${string}`

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
  const defaults = cluster.defaultRoles ? defaultRoles() : undefined
  const policy = readPolicy(scenario.policy, defaults && { defaults })
  const modes: readonly AuthorizationMode[] = cluster.authorizationModes ?? ['RBAC']
  const objects = modes.includes('Node') ? readObjects(cluster.objects ?? '') : undefined
  const refused = [...policy.diagnostics, ...(objects?.diagnostics ?? [])].filter(
    ({ severity }) => severity === 'error',
  )
  if (scenario.error !== undefined) {
    return [verdictFor(0, refused.length > 0 ? { kind: 'agrees' } : unread(scenario.error, 'the policy was read'))]
  }
  if (refused.length > 0) {
    const complaint = refused.map(({ range, message }) => `line ${range.line}: ${message}`).join('; ')
    return expect.map((_, i) => verdictFor(i, unread('texts that can be read', complaint)))
  }

  const design = designOf(scenario)
  if (typeof design === 'string')
    return expect.map((_, i) => verdictFor(i, { kind: 'beyond', needs: `the design ${design}` }))
  const authorizer = authorizerChain(policy, modes, {
    ...(defaults && { defaultRoles: defaults }),
    ...(objects && { node: nodeAuthorizer(objects) }),
  })
  const settings = {
    version: '1.36',
    constrainedImpersonation: cluster.constrainedImpersonation ?? true,
    authorizationModes: modes,
  } as const
  const memory = new ServerMemory()
  return scenario.requests.map((request, i) => {
    memory.wait(request.after ?? 0)
    const requestor = userInfo(request.requestor ?? scenario.requestor)
    const trace = traceOf(design, httpRequest(request), requestor, settings, authorizer, memory)
    const found = differences(expect[i] as VectorAnswer, vectorAnswer(trace), scenario.compare)
    return verdictFor(i, found.length === 0 ? { kind: 'agrees' } : { kind: 'disagrees', differences: found })
  })
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
