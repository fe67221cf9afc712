import {
  type AuthorizationMode,
  accessRules,
  authorizerChain,
  compiledRBAC,
  granting,
  nodeAuthorizer,
  rbac,
  webhook,
} from '../authorizers/index.ts'
import { CEL } from '../cel/index.ts'
import { changeReader } from '../changes/index.ts'
import { readObjects, readWebhook } from '../cluster/index.ts'
import { defaultRoles as readDefaultRoles, traceOf } from '../decide/index.ts'
import { type Design, ServerMemory } from '../designs/index.ts'
import { attributesOf, type HTTPRequest } from '../http/index.ts'
import { type Attributes, type UserInfo, userInfo } from '../kube/index.ts'
import { type Policy, policyReader, TEMPLATES, type UnreadObject } from '../policy/index.ts'
import { roleWriters } from '../role-writes/index.ts'
import type { Diagnostic } from '../text/index.ts'
import type { Trace } from '../trace/index.ts'
import type { VectorRequest, VectorScenario } from './vector.ts'

/** The answer to a request of a vector, or why its object or patch cannot be read. */
export type PlayedRequest =
  | { readonly request: HTTPRequest; readonly trace: Trace }
  | { readonly request: HTTPRequest; readonly complaint: Diagnostic }
  /** A sent role or binding cannot be read; the API server refuses it with a message of its own. */
  | { readonly request: HTTPRequest; readonly unreadable: Diagnostic }

/** The result of a scenario of a vectors file. */
export type VectorPlay =
  /** The API server cannot read a text. `diagnostics` has its errors. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'unknown-design'; readonly design: string }
  /** A choice that the design does not offer, as `assumption: option`. */
  | { readonly kind: 'unknown-assumption'; readonly design: Design; readonly chosen: string }
  | {
      readonly kind: 'played'
      readonly design: Design
      readonly requests: readonly PlayedRequest[]
      readonly policy: Policy
      /** Absent where the roles and bindings that kube-apiserver creates itself do not count. */
      readonly defaultRoles?: Policy
      readonly authorizationModes: readonly AuthorizationMode[]
      /** Documents of the policy of other kinds, which were not read. */
      readonly notRead: readonly UnreadObject[]
    }

/** Reads the policy of a scenario, in which bindings with one name all count. */
export function readVectorPolicy(text: string, defaults?: Policy): Policy {
  return policyReader((objects) => objects)(text, defaults && { defaults }, TEMPLATES)
}

/**
 * Answers every request of a scenario, one after the other on one server.
 * @param designs what a scenario may name: those of `loadDesigns`
 * @param granted reviews that RBAC allows beside those that the policy grants, as `granting` of `DecideOptions`
 */
export function playScenario(
  scenario: VectorScenario,
  designs: readonly Design[],
  granted: readonly Attributes[] = [],
): VectorPlay {
  const { cluster = {} } = scenario
  const defaultRoles = cluster.defaultRoles ? readDefaultRoles() : undefined
  const policy = readVectorPolicy(scenario.policy, defaultRoles)
  const { authorizationModes = [] } = cluster
  const modes: readonly AuthorizationMode[] = authorizationModes.length > 0 ? authorizationModes : ['RBAC']
  const objects = modes.includes('Node') ? readObjects(cluster.objects ?? '') : undefined
  const design = designOf(scenario, designs)
  const readsConditions = typeof design === 'string' ? undefined : design.readsConditions
  const readsRules = modes.includes('AccessRules') || readsConditions === 'access-rules'
  const rules = readsRules ? accessRules(policy, CEL) : undefined
  const table = modes.includes('Webhook') ? readWebhook(cluster.webhook ?? '') : undefined
  const refused = [
    ...policy.diagnostics,
    ...(rules?.diagnostics ?? []),
    ...(objects?.diagnostics ?? []),
    ...(table?.diagnostics ?? []),
  ].filter(({ severity }) => severity === 'error')
  if (refused.length > 0) return { kind: 'refused', diagnostics: refused }
  if (typeof design === 'string') return { kind: 'unknown-design', design }
  const unknown = unknownAssumption(design, scenario)
  if (unknown !== undefined) return { kind: 'unknown-assumption', design, chosen: unknown }
  const ofPolicy = readsConditions === 'rbac' ? compiledRBAC(policy, defaultRoles, CEL) : rbac(policy, defaultRoles)
  const authorizer = authorizerChain(
    {
      policy,
      ...(defaultRoles && { defaultRoles }),
      ...(objects && { node: nodeAuthorizer(objects) }),
      rbac: granted.length === 0 ? ofPolicy : granting(ofPolicy, granted),
      ...(rules && { accessRules: rules.authorizer }),
      ...(table && { webhook: webhook(table) }),
    },
    modes,
  )
  const settings = {
    version: '1.36',
    constrainedImpersonation: cluster.constrainedImpersonation ?? true,
    authorizationModes: modes,
  } as const
  const memory = new ServerMemory()
  const changes = changeReader(CEL)
  const writes = roleWriters(policy, defaultRoles)()
  const writeFor = (request: HTTPRequest, requestor: UserInfo) => {
    const read = attributesOf(request, requestor)
    return read.ok ? writes(request, { form: 'http', text: request.body }, read.attributes) : undefined
  }
  const changeFor = (request: HTTPRequest, requestor: UserInfo) => {
    const read = attributesOf(request, requestor)
    return read.ok ? changes(scenario, request, { form: 'http', text: request.body }, read.attributes) : undefined
  }
  const requests = scenario.requests.map((one): PlayedRequest => {
    const requestor = userInfo({ username: '', ...(one.requestor ?? scenario.requestor) })
    memory.wait(one.after ?? 0)
    const request = httpRequest(one)
    const change = design.readsChanges ? changeFor(request, requestor) : undefined
    const write = writeFor(request, requestor)
    const complaint = change?.diagnostics.find(({ severity }) => severity === 'error')
    if (complaint !== undefined) return { request, complaint }
    const unreadable = write?.diagnostics.find(({ severity }) => severity === 'error')
    if (unreadable !== undefined) return { request, unreadable }
    const trace = traceOf(design, request, requestor, settings, authorizer, {
      memory,
      change: change?.change,
      write: write?.write,
      ...(scenario.assumptions && { assumptions: scenario.assumptions }),
    })
    return { request, trace }
  })
  return {
    kind: 'played',
    design,
    requests,
    policy,
    ...(defaultRoles && { defaultRoles }),
    authorizationModes: modes,
    notRead: policy.notRead,
  }
}

/** The first choice that the design does not offer. Comparing its default instead would prove nothing. */
function unknownAssumption(design: Design, { assumptions = {} }: VectorScenario): string | undefined {
  const unknown = Object.entries(assumptions).find(
    ([id, chosen]) => !design.assumptions.find((one) => one.id === id)?.options.some((option) => option.id === chosen),
  )
  return unknown?.join(': ')
}

function designOf({ design, cluster }: VectorScenario, designs: readonly Design[]): Design | string {
  const wanted = design ?? (cluster?.constrainedImpersonation === false ? 'legacy' : 'constrained')
  return designs.find(({ id }) => id === wanted) ?? wanted
}

/** A request of a vector as the engine's `HTTPRequest`. */
export function httpRequest({ method, url, headers = [], body = '' }: VectorRequest): HTTPRequest {
  return { method, target: url, headers: headers.map(([name, value]) => ({ name, value })), body }
}
