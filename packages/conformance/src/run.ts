import {
  type AuthorizationMode,
  accessRules,
  attributesOf,
  authorizerChain,
  CLUSTER_PARTS,
  DESIGNS,
  type Design,
  type HTTPRequest,
  readPolicy,
  ServerMemory,
  traceOf,
  type UserInfo,
  userInfo,
} from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/conditions'
import { vectorAnswer } from './answer.ts'
import { type Difference, differences } from './compare.ts'
import { conditionDifferences } from './condition-values.ts'
import type { VectorAnswer, VectorRequest, VectorScenario } from './vector.ts'

/**
 * Why a request was not compared: it needs something that the engine does not play. Which kinds there are beside those
 * of a policy is one such thing: it leaves such documents alone, for they may be a cluster's own kinds.
 */
export type Beyond = `the design ${string}` | 'the kinds of all APIs'

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
  const defaultRoles = cluster.defaultRoles ? CLUSTER_PARTS.defaultRoles() : undefined
  const policy = readPolicy(scenario.policy, defaultRoles && { defaults: defaultRoles })
  const { authorizationModes = [] } = cluster
  const modes: readonly AuthorizationMode[] = authorizationModes.length > 0 ? authorizationModes : ['RBAC']
  const node = modes.includes('Node') ? CLUSTER_PARTS.node(cluster.objects ?? '') : undefined
  const design = designOf(scenario)
  const readsConditions = typeof design === 'string' ? undefined : design.readsConditions
  const readsRules = modes.includes('AccessRules') || readsConditions === 'access-rules'
  const rules = readsRules ? accessRules(policy, CEL) : undefined
  const webhook = modes.includes('Webhook') ? CLUSTER_PARTS.webhook(cluster.webhook ?? '') : undefined
  const refused = [
    ...policy.diagnostics,
    ...(rules?.diagnostics ?? []),
    ...(node?.objects.diagnostics ?? []),
    ...(webhook?.table.diagnostics ?? []),
  ].filter(({ severity }) => severity === 'error')
  if (scenario.error !== undefined && scenario.error !== '') {
    if (refused.length > 0) return [verdictFor(0, { kind: 'agrees' })]
    if (policy.notRead.length > 0) return [verdictFor(0, { kind: 'beyond', needs: 'the kinds of all APIs' })]
    return [verdictFor(0, unread(scenario.error, 'the policy was read'))]
  }
  if (refused.length > 0) {
    const complaint = refused.map(({ range, message }) => `line ${range.line}: ${message}`).join('; ')
    return expect.map((_, i) => verdictFor(i, unread('texts that can be read', complaint)))
  }

  if (typeof design === 'string')
    return expect.map((_, i) => verdictFor(i, { kind: 'beyond', needs: `the design ${design}` }))
  const unknown = unknownAssumption(design, scenario)
  if (unknown !== undefined)
    return expect.map((_, i) => verdictFor(i, unread(`one of ${design.id}`, unknown, 'assumptions')))
  const authorizer = authorizerChain(
    {
      policy,
      ...(defaultRoles && { defaultRoles }),
      ...(node && { node: node.authorizer }),
      ...(readsConditions === 'rbac' && { rbac: CLUSTER_PARTS.compiledRBAC(policy, defaultRoles, CEL) }),
      ...(rules && { accessRules: rules.authorizer }),
      ...(webhook && { webhook: webhook.authorizer }),
    },
    modes,
  )
  const settings = {
    version: '1.36',
    constrainedImpersonation: cluster.constrainedImpersonation ?? true,
    authorizationModes: modes,
  } as const
  const memory = new ServerMemory()
  const changes = CLUSTER_PARTS.changes(CEL)
  const changeFor = (request: HTTPRequest, requestor: UserInfo) => {
    const read = attributesOf(request, requestor)
    return read.ok ? changes(scenario, request, { form: 'http', text: request.body }, read.attributes) : undefined
  }
  return scenario.requests.map((request, i) => {
    const requestor = userInfo({ username: '', ...(request.requestor ?? scenario.requestor) })
    memory.wait(request.after ?? 0)
    const sent = httpRequest(request)
    const change = design.readsChanges ? changeFor(sent, requestor) : undefined
    const complaint = change?.diagnostics.find(({ severity }) => severity === 'error')
    if (complaint !== undefined) return verdictFor(i, unread('a change that can be computed', complaint.message))
    const trace = traceOf(design, sent, requestor, settings, authorizer, {
      memory,
      change: change?.change,
      ...(scenario.assumptions && { assumptions: scenario.assumptions }),
    })
    const expected = expect[i] as VectorAnswer
    const found = [
      ...differences(expected, vectorAnswer(trace, design, sent), scenario.compare),
      ...conditionDifferences(expected, trace),
    ]
    return verdictFor(i, found.length === 0 ? { kind: 'agrees' } : { kind: 'disagrees', differences: found })
  })
}

function unread(expected: string, found: string, field = 'policy'): Verdict {
  return { kind: 'disagrees', differences: [{ field, expected, found }] }
}

/** The first choice that the design does not offer: its default would be compared in its place, and prove nothing. */
function unknownAssumption(design: Design, { assumptions = {} }: VectorScenario): string | undefined {
  const unknown = Object.entries(assumptions).find(
    ([id, chosen]) => !design.assumptions.find((one) => one.id === id)?.options.some((option) => option.id === chosen),
  )
  return unknown?.join(': ')
}

function designOf({ design, cluster }: VectorScenario): Design | string {
  const wanted = design ?? (cluster?.constrainedImpersonation === false ? 'legacy' : 'constrained')
  return DESIGNS.find(({ id }) => id === wanted) ?? wanted
}

/** A request of a vector as the engine takes it. */
export function httpRequest({ method, url, headers = [], body = '' }: VectorRequest): HTTPRequest {
  return { method, target: url, headers: headers.map(([name, value]) => ({ name, value })), body }
}
