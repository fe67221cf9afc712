import { type Authorizer, authorizerChain } from '../authorizers/index.ts'
import { type Change, type ChangeReader, PARAMETER_EXPRESSION, type ReadChange } from '../changes/index.ts'
import type { StoredObjects, WebhookTable } from '../cluster/index.ts'
import { type Assumptions, aboutDesign, assumptionsOf, type Design, ServerMemory } from '../designs/index.ts'
import {
  type AttributesReader,
  canonicalHeaderName,
  type HTTPRequest,
  type ReadRequest,
  type RequestText,
  targetOf,
} from '../http/index.ts'
import { RBAC_GROUP, type UserInfo, userInfo } from '../kube/index.ts'
import { type CloseReading, type Policy, type PolicyAdvice, policyReader } from '../policy/index.ts'
import type { ReadWrite, RoleWriter } from '../role-writes/index.ts'
import { BEYOND_LIMIT, BeyondLimit, type Diagnostic, LineIndex } from '../text/index.ts'
import { type Outcome, record, type Trace, type Writer } from '../trace/index.ts'
import type { ClusterParts } from './cluster-parts.ts'
import type { ClusterSettings, Scenario, SentRequest } from './scenario.ts'
import { sentRequests } from './sent.ts'

/**
 * `decided`: everything was understood, and this is what happens.
 * `partly`: something was not understood; the trace rests on what could be read, because the person asked for that.
 * `not-decided`: something was not understood, and there is no trace.
 */
export type DecisionState = 'decided' | 'partly' | 'not-decided'

/** One request of several to the same server. */
export interface Sent {
  /** Seconds since the first request. */
  readonly at: number
  /** Absent where the request was not understood, or came behind one that was not. */
  readonly outcome?: Outcome
}

/** A scenario, decided as far as it was understood. */
export interface Decided {
  readonly state: DecisionState
  readonly trace?: Trace
  readonly design: Design
  readonly policy: Policy
  /** Absent where the roles and bindings that kube-apiserver makes itself do not count. */
  readonly defaultRoles?: Policy
  /** Absent where no Node authorizer is asked: then nobody reads them. */
  readonly objects?: StoredObjects
  /** Absent where no webhook is asked. */
  readonly webhook?: WebhookTable
  readonly request: ReadRequest
  /** What the request changes. Absent where the design does not ask for it. */
  readonly change?: ReadChange
  /** The role or binding that the request writes. Absent where it writes none. */
  readonly write?: Pick<ReadWrite, 'diagnostics'>
  /** All requests to the server in their order, and which of them is the scenario's own. */
  readonly sent: { readonly requests: readonly Sent[]; readonly here: number }
  /** The errors that keep the scenario from being decided, policy first. Empty when it is decided. */
  readonly errors: readonly Diagnostic[]
}

/** How to decide, beside what the scenario says. */
export interface DecideOptions {
  /** Decide with what could be read. The result says `partly`. */
  readonly evenPartly?: boolean
  /** What the scenario's cluster needs beside RBAC. Throws where `needsParts` says so and they are not given. */
  readonly parts?: ClusterParts
}

/** Decides scenarios one after the other; reading and indexing a policy is done once for as long as its text stays. */
export type Decider = (scenario: Scenario, options?: DecideOptions) => Decided

/** Whether a scenario needs what a cluster has beside the policy: other authorizers than RBAC, the default roles, what is stored. */
export function needsParts(scenario: Scenario): boolean {
  const { cluster, design } = scenario
  const { readsChanges = false } = aboutDesign(design) ?? {}
  if (needsConditions(scenario)) return true
  if (needsRoleWriter(scenario)) return true
  return readsChanges || cluster.defaultRoles === true || cluster.authorizationModes.some((mode) => mode !== 'RBAC')
}

/** Whether one of its requests may write a role or binding, which takes a part of its own. */
export function needsRoleWriter(scenario: Scenario): boolean {
  return sentRequests(scenario).some(({ request }) => mayWriteRoles(request))
}

/** Whether a request may be one that writes a role or binding, from its text alone: few others are about that group. */
function mayWriteRoles({ form, text }: RequestText): boolean {
  if (form === 'kubectl')
    return /\b(?:apply|create|edit|patch|replace|label|annotate|auth|set)\b/.test(text) && ROLES.test(text)
  return text.includes(RBAC_GROUP) && !/^\s*(?:GET|HEAD|DELETE)\b/.test(text)
}

const ROLES = /role|rbac\./i

/** Whether those parts must have a language of conditions: under its own design, or any other. */
export function needsConditions({ cluster, design, schema = '' }: Scenario): boolean {
  const { readsConditions } = aboutDesign(design) ?? {}
  return (
    readsConditions !== undefined ||
    cluster.authorizationModes.includes('AccessRules') ||
    schema.includes(PARAMETER_EXPRESSION)
  )
}

/** What deciding starts from: texts that are read, and who answers. */
interface Cluster extends Pick<Decided, 'policy' | 'defaultRoles' | 'objects' | 'webhook'> {
  readonly authorizer: Authorizer
  /** Made when the first request of such a kind comes. */
  readonly writes: RoleWriter
}

/**
 * Makes a decider over designs that are found by their ids. A design that is not found is a mistake of the caller and
 * throws; nothing in policy or request text does. How requests are read is handed in (`readRequest` reads every form;
 * `attributesOf`), and so are the designs and what reads closely, so that a page need not wait for what it does not show
 * first. What those throw passes through, and the next scenario is decided as if that one had never been. Warnings about
 * the policy, which decide nothing, are given where `advice` is.
 */
export function deciderOver(
  designById: (id: string) => Design | undefined,
  read: (request: RequestText) => ReadRequest,
  attributesOf: AttributesReader,
  closeReading: () => CloseReading,
  advice?: PolicyAdvice,
): Decider {
  const clusterOf = clusterReader(closeReading, advice)
  let changes: { readonly language: ClusterParts['conditions']; readonly read: ChangeReader } | undefined
  return (scenario, { evenPartly = false, parts } = {}) => {
    const design = designById(scenario.design)
    if (design === undefined) throw new Error(`no design is called ${scenario.design}`)
    const { authorizer, writes, ...texts } = clusterOf(scenario, design, parts)
    const request = read(scenario.request)
    const { earlier = [], later = [] } = scenario
    const before = earlier.map(({ request }) => read(request))
    const assumptions = scenario.assumptions?.[design.id] ?? {}
    if (design.readsChanges && parts && (changes === undefined || changes.language !== parts.conditions)) {
      changes = { language: parts.conditions, read: parts.changes(parts.conditions, closeReading, parts.changeParts) }
    }
    const changeOf = (sent: SentRequest, { request }: ReadRequest) => {
      if (!design.readsChanges || changes === undefined || request === undefined) return undefined
      const attributes = attributesOf(request, userInfo(sent.requestor))
      return attributes.ok ? changes.read(scenario, request, sent.request, attributes.attributes) : undefined
    }
    const writeOf = (sent: SentRequest, { request }: ReadRequest): ReadWrite | undefined => {
      if (request === undefined) return undefined
      const attributes = attributesOf(request, userInfo(sent.requestor))
      if (!attributes.ok) return undefined
      try {
        return writes(request, sent.request, attributes.attributes)
      } catch (error) {
        if (!(error instanceof BeyondLimit)) throw error
        return { diagnostics: [beyondLimit(error, sent.request)] }
      }
    }
    const change = changeOf(scenario, request)
    const write = writeOf(scenario, request)
    const errors = [
      ...unknownAssumptions(design, assumptions, scenario.request),
      ...texts.policy.diagnostics,
      ...(texts.objects?.diagnostics ?? []),
      ...(texts.webhook?.diagnostics ?? []),
      ...before.flatMap((one, index) => notUnderstood(one, index, scenario.request)),
      ...request.diagnostics,
      ...(change?.diagnostics ?? []),
      ...(write?.diagnostics ?? []),
    ].filter(({ severity }) => severity === 'error')
    const understood = errors.length === 0
    const state = understood ? 'decided' : evenPartly && request.request ? 'partly' : 'not-decided'

    const memory = new ServerMemory()
    let at = 0
    let beyond: BeyondLimit | undefined
    const traceOfSent = (sent: SentRequest, read: ReadRequest): Trace | undefined => {
      if (read.request === undefined || state === 'not-decided' || beyond !== undefined) return undefined
      try {
        return traceBy(attributesOf, design, read.request, userInfo(sent.requestor), scenario.cluster, authorizer, {
          memory,
          assumptions,
          change: (read === request ? change : changeOf(sent, read))?.change,
          write: (read === request ? write : writeOf(sent, read))?.write,
        })
      } catch (error) {
        if (!(error instanceof BeyondLimit)) throw error
        beyond = error
        return undefined
      }
    }
    const send = (sent: SentRequest, read: ReadRequest | undefined, first: boolean) => {
      if (!first) {
        memory.wait(sent.after ?? 0)
        at += sent.after ?? 0
      }
      const trace = read && traceOfSent(sent, read)
      return { trace, sent: { at, ...(trace && { outcome: trace.outcome }) } }
    }
    const sentBefore = earlier.map((one, index) => {
      const { sent } = send(one, before[index], index === 0)
      if (beyond !== undefined && errors.length === 0)
        errors.push(earlierProblem(beyond.message, index, scenario.request))
      return sent
    })
    const { trace, sent } = send(scenario, request, earlier.length === 0)
    if (beyond !== undefined && errors.length === 0) errors.push(beyondLimit(beyond, scenario.request))
    const decidedTo = beyond === undefined ? state : 'not-decided'
    const after = understoodInTurn(later.map((one) => read(one.request)))
    const sentAfter = later.map((one, index) => send(one, after[index], false).sent)
    return {
      state: decidedTo,
      ...(trace && { trace }),
      design,
      ...texts,
      request: knowingHeaders(request, design),
      ...(change && { change }),
      ...(write && { write }),
      sent: { requests: [...sentBefore, sent, ...sentAfter], here: earlier.length },
      errors,
    }
  }
}

/** Reads a scenario's texts and indexes them, each only when it has changed. */
function clusterReader(
  closeReading: () => CloseReading,
  advice: PolicyAdvice | undefined,
): (scenario: Scenario, design: Design, parts: ClusterParts | undefined) => Cluster {
  const read = policyReader(closeReading, advice)
  let policy: Policy | undefined
  let node: { readonly authorizer: Authorizer; readonly objects: StoredObjects } | undefined
  let webhook: ReturnType<ClusterParts['webhook']> | undefined
  let last: { readonly from: readonly unknown[]; readonly cluster: Cluster } | undefined
  return (scenario, { readsConditions }, parts) => {
    const { authorizationModes: modes } = scenario.cluster
    if (needsParts(scenario) && parts === undefined) throw new Error('the parts of this cluster were not given')
    if (needsConditions(scenario) && parts?.conditions === undefined) {
      throw new Error('the language of conditions was not given')
    }
    const defaultRoles = scenario.cluster.defaultRoles ? parts?.defaultRoles() : undefined
    if (policy?.text !== scenario.policy || last?.cluster.defaultRoles !== defaultRoles) {
      policy = read(scenario.policy, defaultRoles && { defaults: defaultRoles })
    }
    const objectsText = scenario.objects ?? ''
    if (!modes.includes('Node')) node = undefined
    else if (node?.objects.text !== objectsText) node = parts?.node(objectsText, closeReading)
    const table = scenario.webhook ?? ''
    if (!modes.includes('Webhook')) webhook = undefined
    else if (webhook?.table.text !== table) webhook = parts?.webhook(table, closeReading)
    const from = [policy, defaultRoles, node, webhook, modes.join(), parts, parts?.conditions, readsConditions]
    if (last === undefined || from.some((one, index) => one !== last?.from[index])) {
      const conditions = parts?.conditions
      const readsRules = modes.includes('AccessRules') || readsConditions === 'access-rules'
      const rules = readsRules && conditions ? parts.accessRules(policy, conditions) : undefined
      const compiled = readsConditions === 'rbac' && conditions && parts?.compiledRBAC(policy, defaultRoles, conditions)
      const texts = {
        policy: rules === undefined ? withUnusedRules(policy) : withDiagnostics(policy, rules.diagnostics),
        ...(defaultRoles && { defaultRoles }),
        ...(node && { objects: node.objects }),
        ...(webhook && { webhook: webhook.table }),
      }
      const authorizer = authorizerChain(
        {
          policy,
          ...(defaultRoles && { defaultRoles }),
          ...(node && { node: node.authorizer }),
          ...(compiled && { rbac: compiled }),
          ...(rules && { accessRules: rules.authorizer }),
          ...(webhook && { webhook: webhook.authorizer }),
        },
        modes,
      )
      last = { from, cluster: { ...texts, authorizer, writes: writesOver(texts, closeReading, parts) } }
    }
    return last.cluster
  }
}

/** Reads requests that write roles, with the part for that; no other request needs it. */
function writesOver(
  { policy, defaultRoles }: Pick<Cluster, 'policy' | 'defaultRoles'>,
  closeReading: () => CloseReading,
  parts?: ClusterParts,
): RoleWriter {
  let writer: RoleWriter | undefined
  return (request, written, attributes) => {
    if (attributes.apiGroup !== RBAC_GROUP || request.body === '') return undefined
    if (parts === undefined) throw new Error('the parts of this cluster were not given')
    writer ??= parts.roleWriter(policy, defaultRoles, closeReading, parts.changeParts)
    return writer(request, written, attributes)
  }
}

function withDiagnostics(policy: Policy, more: readonly Diagnostic[]): Policy {
  if (more.length === 0) return policy
  const diagnostics = [...policy.diagnostics, ...more].sort((a, b) => a.range.start - b.range.start)
  return { ...policy, diagnostics }
}

/** Access rules that nobody asks, in a cluster without their mode. */
function withUnusedRules(policy: Policy): Policy {
  return withDiagnostics(
    policy,
    policy.accessRules.map(({ name, nameSpan }) => ({
      severity: 'warning',
      code: 'unused-access-rule',
      message: `ClusterAccessRule “${name}” decides nothing: no authorizer of this cluster reads access rules.`,
      fix: 'Add AccessRules to the authorizers.',
      range: policy.lines.range(nameSpan),
    })),
  )
}

/** A request without warnings about headers that mean nothing to the API server, and something to a design. */
function knowingHeaders(read: ReadRequest, { headers: own = [] }: Design): ReadRequest {
  const known = (read.request?.headers ?? []).flatMap(({ name, span }) =>
    own.includes(canonicalHeaderName(name)) && span !== undefined ? [span.start] : [],
  )
  if (known.length === 0) return read
  const diagnostics = read.diagnostics.filter(
    ({ code, range }) => code !== 'unknown-impersonation-header' || !known.includes(range.start),
  )
  return { ...read, diagnostics }
}

/** Requests up to the first that is not understood. What the server remembers of that one, nobody knows. */
function understoodInTurn(requests: readonly ReadRequest[]): readonly (ReadRequest | undefined)[] {
  const first = requests.findIndex(({ diagnostics }) => diagnostics.some(({ severity }) => severity === 'error'))
  return requests.map((read, index) => (first === -1 || index < first ? read : undefined))
}

/** An earlier request that was not understood keeps this one from being decided: nobody knows what the server remembers. */
function notUnderstood(earlier: ReadRequest, index: number, here: RequestText): readonly Diagnostic[] {
  const error = earlier.diagnostics.find(({ severity }) => severity === 'error')
  if (error === undefined) return []
  return [earlierProblem(error.message, index, here)]
}

function earlierProblem(message: string, index: number, here: RequestText): Diagnostic {
  return {
    severity: 'error',
    code: 'earlier-request',
    message: `Request ${index + 1}, which comes before this one, was not understood: ${message}`,
    fix: `Go to request ${index + 1} and mend it, or remove it.`,
    range: startOf(here),
  }
}

function beyondLimit({ problem, range }: BeyondLimit, here: RequestText): Diagnostic {
  return { severity: 'error', code: BEYOND_LIMIT, ...problem, range: range ?? startOf(here) }
}

function startOf({ text }: RequestText): Diagnostic['range'] {
  return new LineIndex('request', text).range({ start: 0, end: 0 })
}

/** Choices that a scenario makes and the design does not offer: nothing is guessed in their place. */
function unknownAssumptions(design: Design, chosen: Assumptions, here: RequestText): readonly Diagnostic[] {
  const range = startOf(here)
  return Object.entries(chosen).flatMap(([id, option]): readonly Diagnostic[] => {
    const assumption = design.assumptions.find((one) => one.id === id)
    if (assumption?.options.some((one) => one.id === option)) return []
    const offered = (assumption?.options ?? design.assumptions).map((one) => one.id).join(', ')
    return [
      {
        severity: 'error',
        code: 'unknown-assumption',
        message:
          assumption === undefined
            ? `The design ${design.id} has no assumption “${id}”.`
            : `The assumption ${id} of ${design.id} cannot be read as “${option}”.`,
        fix: offered === '' ? 'Leave it out.' : `Choose among: ${offered}.`,
        range,
      },
    ]
  })
}

/** Whether the feature gate of a design is on in a cluster. A version without the gate cannot turn it on. */
export function featureEnabled(design: Design, cluster: ClusterSettings): boolean {
  const released = design.gate?.defaults[cluster.version] ?? 'absent'
  if (released === 'absent') return false
  return cluster.constrainedImpersonation ?? released === 'on'
}

/** What a request meets on its run. */
export interface RunOptions {
  readonly memory?: ServerMemory
  readonly assumptions?: Assumptions
  readonly change?: Change | undefined
  /** What becomes of the role or binding that the request writes. */
  readonly write?: Writer | undefined
}

/** As `traceOf`, with how requests are read handed in. */
export function traceBy(
  attributesOf: AttributesReader,
  design: Design,
  request: HTTPRequest,
  requestor: UserInfo,
  cluster: ClusterSettings,
  authorizer: Authorizer,
  { memory = new ServerMemory(), assumptions, change, write }: RunOptions,
): Trace {
  const enabled = featureEnabled(design, cluster)
  const running = design.run({
    request,
    requestor,
    attributes: attributesOf(request, requestor),
    target: targetOf(request.headers),
    featureEnabled: enabled,
    assumptions: assumptionsOf(design, assumptions),
    memory,
    ...(change && { change }),
    ...(write && { write }),
  })
  const { steps, result } = record(running, authorizer, design.settle)
  return { design: design.id, requestor, steps, featureEnabled: enabled, ...result }
}
