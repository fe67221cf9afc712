import { accessRules, compiledRBAC, nodeAuthorizer } from '../authorizers/index.ts'
import { CEL } from '../cel/index.ts'
import { ChangeReader } from '../changes/index.ts'
import {
  type Cluster,
  type ClusterChunks,
  ClusterReader,
  configuredChain,
  defaultWebhook,
  readObjects,
  readWebhook,
} from '../cluster/index.ts'
import { type BodyReaders, defaultRoles, Server, ServerRequest } from '../decide/index.ts'
import type { Design } from '../designs/index.ts'
import type { HTTPRequest } from '../http/index.ts'
import { type Attributes, type Policy, UNNAMED_VERSION } from '../kube/index.ts'
import { PolicyReader, TEMPLATES } from '../policy/index.ts'
import { RoleWriters } from '../role-writes/index.ts'
import { type Diagnostic, isError } from '../text/index.ts'
import type { Trace } from '../trace/index.ts'
import type { VectorCheck, VectorRequest, VectorScenario } from './vector.ts'

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
      readonly cluster: Cluster
    }

function vectorPolicyReader(): PolicyReader {
  return new PolicyReader({ templates: TEMPLATES, counting: (objects) => objects })
}

/** Reads the policy of a scenario, in which bindings with one name all count. */
export function readVectorPolicy(text: string, defaults?: Policy): Policy {
  return vectorPolicyReader().read(text, defaults && { defaults })
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
  const design = designOf(scenario, designs)
  const cluster = clusterOf(scenario, typeof design === 'string' ? {} : design)
  const texts = [cluster.authorizationConfig, cluster.policy, cluster.objects, cluster.webhook]
  const refused = texts.flatMap((text) => (text?.diagnostics ?? []).filter(isError))
  if (refused.length > 0) return { kind: 'refused', diagnostics: refused }
  if (typeof design === 'string') return { kind: 'unknown-design', design }
  const unknown = unknownAssumption(design, scenario)
  if (unknown !== undefined) return { kind: 'unknown-assumption', design, chosen: unknown }
  const { assumptions = {} } = scenario
  const server = new Server({ design, cluster, authorizer: cluster.granting(granted), assumptions })
  const bodies = bodiesOf(scenario, design, cluster)
  const requests = scenario.requests.map((one): PlayedRequest => {
    const request = httpRequest(one)
    const requestor = { username: '', ...(one.requestor ?? scenario.requestor) }
    const sent = { request: { form: 'http', text: request.body }, requestor, after: one.after ?? 0 } as const
    return played(new ServerRequest(sent, { request, diagnostics: [] }, bodies), request, server)
  })
  return { kind: 'played', design, requests, cluster }
}

/** The cluster of a scenario: of {@link UNNAMED_VERSION}, with the gate on, unless it says otherwise. */
function clusterOf(
  { cluster = {}, policy, schema = '', expect = [] }: VectorScenario,
  design: Pick<Design, 'readsConditions'>,
): Cluster {
  const {
    version = UNNAMED_VERSION,
    authorizationModes = [],
    constrainedImpersonation = true,
    objects,
    webhook,
    authorizationConfig,
  } = cluster
  const settings = {
    version,
    constrainedImpersonation,
    authorizePodWebsocketUpgradeCreatePermission:
      cluster.authorizePodWebsocketUpgradeCreatePermission ?? expect.some(({ checks }) => checks.some(isOfConnection)),
    authorizationModes: authorizationModes.length > 0 ? authorizationModes : (['RBAC'] as const),
    defaultRoles: cluster.defaultRoles ?? false,
  } as const
  const texts = {
    policy,
    schema,
    ...(objects !== undefined && { objects }),
    ...(webhook !== undefined && { webhook }),
    ...(authorizationConfig !== undefined && { authorizationConfig }),
  }
  return new ClusterReader().read({ ...texts, cluster: settings }, { chunks: CHUNKS, cel: CEL, design })
}

function isOfConnection({ phase, resource }: VectorCheck): boolean {
  return phase === 'handler' && resource === 'pods'
}

const CHUNKS: Required<ClusterChunks> = {
  cluster: { defaultWebhook, nodeAuthorizer, readObjects, readWebhook },
  configured: { configuredChain },
  conditions: { accessRules, compiledRBAC },
  defaultRoles: { defaultRoles },
  templates: { templateReader: vectorPolicyReader },
}

function bodiesOf(scenario: VectorScenario, design: Design, cluster: Cluster): BodyReaders {
  const write = new RoleWriters(cluster).ofScenario()
  if (!design.readsChanges) return { write }
  const changes = new ChangeReader(CEL)
  return { write, change: (request, written, attributes) => changes.read(scenario, request, written, attributes) }
}

/** @throws BeyondLimit where a limit is reached: a vector has an answer to each request */
function played(sent: ServerRequest, request: HTTPRequest, server: Server): PlayedRequest {
  const complaint = sent.change?.diagnostics.find(isError)
  if (complaint !== undefined) return { request, complaint }
  const unreadable = sent.write?.diagnostics.find(isError)
  if (unreadable !== undefined) return { request, unreadable }
  const { trace, beyond } = server.send(sent)
  if (trace === undefined) throw beyond ?? new Error('the server did not answer')
  return { request, trace }
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
