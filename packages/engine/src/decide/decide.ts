import {
  type Authorizer,
  authorizerChain,
  type ConditionLanguage,
  granting,
  rbac,
  StepBudget,
} from '../authorizers/index.ts'
import type { Change, ChangeReader, ParameterLanguage, ReadChange } from '../changes/index.ts'
import type { StoredObjects, WebhookTable } from '../cluster/index.ts'
import { type Assumptions, assumptionsOf, type Design, ServerMemory } from '../designs/index.ts'
import {
  attributesOf,
  canonicalHeaderName,
  type HTTPRequest,
  type ReadRequest,
  type RequestText,
  readHTTP,
  targetOf,
} from '../http/index.ts'
import { type APIResource, type Attributes, RBAC_GROUP, type UserInfo, userInfo } from '../kube/index.ts'
import { type Policy, policyReader } from '../policy/index.ts'
import type { ReadWrite, RoleWriter } from '../role-writes/index.ts'
import { BEYOND_LIMIT, BeyondLimit, type Diagnostic, LineIndex } from '../text/index.ts'
import { type Outcome, type RoleWriteHandler, record, type Trace } from '../trace/index.ts'
import { type Chunk, type Chunks, needsConditions } from './chunks.ts'
import { commandNote, type PlayedCommand, playCommand } from './command.ts'
import type { AnsweredQuestion } from './question.ts'
import type { ClusterSettings, Scenario, SentRequest } from './scenario.ts'

/**
 * `decided`: everything was understood, and this is what happens.
 * `partly`: something was not understood; the trace rests on what could be read, because the person asked for that.
 * `not-decided`: something was not understood, and there is no trace.
 */
export type DecisionState = 'decided' | 'partly' | 'not-decided'

/** One of several requests to the same server. */
export interface SentOutcome {
  /** Seconds since the first request. */
  readonly at: number
  /** Absent where this request or one before it was not understood. */
  readonly outcome?: Outcome
  /** Absent also for a command of several requests or a question, and for a request with a body: decide these as the shown one. */
  readonly trace?: Trace
  /** What is to say about its text. */
  readonly diagnostics: readonly Diagnostic[]
}

/** The result of deciding a scenario, as far as it was understood. */
export interface Decided {
  readonly state: DecisionState
  readonly trace?: Trace
  readonly design: Design
  readonly policy: Policy
  /** Absent where the roles and bindings that kube-apiserver creates itself do not count. */
  readonly defaultRoles?: Policy
  /** Absent where the cluster has no Node authorizer. */
  readonly objects?: StoredObjects
  /** Absent where the cluster has no webhook. */
  readonly webhook?: WebhookTable
  /** Of a command that sends several requests, the shown one. */
  readonly request: ReadRequest
  /** The requests of a command that sends several. Absent for all others, and where nothing is decided. */
  readonly command?: PlayedCommand
  /** Of a command that asks a question by a review: trace and design are those of the answer, or of the review. */
  readonly question?: AnsweredQuestion
  /** The changes that the request makes. Absent where the design does not need them. */
  readonly change?: ReadChange
  /** The role or binding that the request writes. Absent where it writes none. */
  readonly write?: Pick<ReadWrite, 'diagnostics'>
  /** All requests to the server in their order, and which of them is the scenario's own. */
  readonly sent: { readonly requests: readonly SentOutcome[]; readonly here: number }
  /** The errors that keep the scenario from being decided, policy first. Empty when it is decided. */
  readonly errors: readonly Diagnostic[]
  /** Answers any review as the authorizers of this cluster do. May throw `BeyondLimit`, as they do. */
  readonly authorizer: Authorizer
}

/** Options of deciding that are not part of the scenario. */
export interface DecideOptions {
  /** Decides with the parts that could be read. The state of the result is `partly`. */
  readonly evenPartly?: boolean
  /**
   * The language of conditions: `CEL` of `@authz-playground/engine/cel`, which is large. Deciding throws without it where
   * the scenario needs it (`needsConditions`).
   */
  readonly cel?: ConditionLanguage & ParameterLanguage
  /**
   * Reviews that RBAC allows beside those that the policy grants, as if a rule granted just each of them: an answer to “what
   * if”. The cluster needs the mode `RBAC`.
   */
  readonly granting?: readonly Attributes[]
}

/** Decides a scenario. Throws unless `chunks` has all of {@link chunksFor}. */
export type ScenarioDecider = (scenario: Scenario, chunks: Chunks, options?: DecideOptions) => Decided

/** The cluster of a scenario: the texts that were read, and the authorizers. */
interface Cluster extends Pick<Decided, 'policy' | 'defaultRoles' | 'objects' | 'webhook'> {
  readonly authorizer: (granted: readonly Attributes[]) => Authorizer
  /** Makes a reader of the requests of one scenario that write roles. The index is made for the first such request. */
  readonly writes: (chunks: Chunks) => RoleWriter
}

/**
 * Makes a decider for pages that load chunks when a scenario needs them (`loadChunks`). Other programs use `decider`. A
 * policy is read and indexed again only when its text has changed.
 */
export function scenarioDecider(): ScenarioDecider {
  const clusterOf = clusterReader()
  const changesBy = changeReaders()
  const customBy = customReader()
  return (scenario, chunks, { evenPartly = false, cel, granting: granted = [] } = {}) => {
    const design = chunks.designs.find(({ id }) => id === scenario.design)
    if (design === undefined) throw new Error(`no design is called ${scenario.design}`)
    const { authorizer: authorizerWith, writes: writesFor, ...texts } = clusterOf(scenario, design, chunks, cel)
    const authorizer = authorizerWith(granted)
    const writes = writesFor(chunks)
    const read = (text: RequestText) => readRequestWith(chunks, text, customOf)
    const customOf = () => customBy(chunks, scenario)
    const request = read(scenario.request)
    const { earlier = [], later = [] } = scenario
    const before = earlier.map(({ request }) => read(request))
    const assumptions = scenario.assumptions?.[design.id] ?? {}
    const changes = design.readsChanges ? changesBy(chunks, cel) : undefined
    const changeOf = (sent: SentRequest, { request }: ReadRequest) => {
      if (changes === undefined || request === undefined) return undefined
      const attributes = attributesOf(request, userInfo(sent.requestor))
      return attributes.ok ? changes(scenario, request, sent.request, attributes.attributes) : undefined
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
    let change = changeOf(scenario, request)
    let write = writeOf(scenario, request)
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
    const budget = new StepBudget()
    let at = 0
    let beyond: BeyondLimit | undefined
    const traceOfSent = (sent: SentRequest, read: ReadRequest): Trace | undefined => {
      if (read.request === undefined || state === 'not-decided' || beyond !== undefined) return undefined
      try {
        return traceOf(design, read.request, userInfo(sent.requestor), scenario.cluster, authorizer, {
          memory,
          budget,
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
      const command = read && playedIn(sent, read)
      const trace = command ? command.requests[command.shown]?.trace : read && traceOfSent(sent, read)
      const isWhole = command === undefined && read?.question === undefined && read?.request?.body === ''
      const diagnostics = read === undefined ? [] : knowingHeaders(read, design).diagnostics
      const outcome = trace && { outcome: trace.outcome, ...(isWhole && { trace }) }
      return { trace, command, sent: { at, ...outcome, diagnostics } }
    }
    /** The requests of a command that sends several. The main one is read already. */
    const playedIn = (sent: SentRequest, read: ReadRequest): PlayedCommand | undefined => {
      const { request: main, command } = read
      if (main === undefined || command === undefined || state === 'not-decided') return undefined
      return playCommand(command, main, (one) => traceOfSent(sent, one === main ? read : { ...read, request: one }))
    }
    const sentBefore = earlier.map((one, index) => {
      const { sent } = send(one, before[index], index === 0)
      if (beyond !== undefined && errors.length === 0)
        errors.push({
          ...earlierProblem(`was not decided: ${beyond.message}`, index, scenario.request),
          code: BEYOND_LIMIT,
        })
      return sent
    })
    const { trace, command, sent } = send(scenario, request, earlier.length === 0)
    const questionOf = (review: Trace): AnsweredQuestion | undefined => {
      const { question, request: sent } = request
      if (question === undefined || sent === undefined) return undefined
      try {
        const asked = { question, request: sent, review: { trace: review, design } }
        return loaded(chunks, 'kubectl').answerQuestion(asked, scenario, authorizer, budget)
      } catch (error) {
        if (!(error instanceof BeyondLimit)) throw error
        beyond = error
        return undefined
      }
    }
    const question = trace && questionOf(trace)
    const shownTrace = beyond === undefined ? trace : undefined
    const answer = question?.shown === 'answer' ? question.answer : undefined
    const played = command?.requests[command.shown]
    const shown: ReadRequest =
      command && played
        ? {
            ...request,
            request: played.request,
            diagnostics: [commandNote(command, startOf(scenario.request)), ...request.diagnostics],
          }
        : question?.note
          ? { ...request, diagnostics: [question.note, ...request.diagnostics] }
          : request
    if (shown.request !== request.request) {
      change = changeOf(scenario, shown)
      write = writeOf(scenario, shown)
    }
    if (beyond !== undefined && errors.length === 0) errors.push(beyondLimit(beyond, scenario.request))
    const decidedTo = beyond === undefined ? state : 'not-decided'
    const after = understoodInTurn(later.map((one) => read(one.request)))
    const sentAfter = later.map((one, index) => send(one, after[index], false).sent)
    return {
      state: decidedTo,
      ...(shownTrace && { trace: shownTrace }),
      design,
      ...answer,
      ...texts,
      request: knowingHeaders(shown, design),
      ...(command && { command }),
      ...(question && { question }),
      ...(change && { change }),
      ...(write && { write }),
      sent: { requests: [...sentBefore, sent, ...sentAfter], here: earlier.length },
      errors,
      authorizer,
    }
  }
}

/** A chunk that must be loaded before the scenario is decided. Throws where it is missing. */
function loaded<Name extends Chunk>(chunks: Chunks, name: Name): NonNullable<Chunks[Name]> {
  const chunk = chunks[name]
  if (chunk === undefined) throw new Error(`the chunk ${name} is not loaded`)
  return chunk
}

function readRequestWith(
  chunks: Chunks,
  { form, text }: RequestText,
  customOf: () => readonly APIResource[],
): ReadRequest {
  if (form === 'http') return readHTTP(text)
  return form === 'kubectl'
    ? loaded(chunks, 'kubectl').readKubectl(text, customOf())
    : loaded(chunks, 'curl').readCurl(text)
}

/** The resources of the definitions in the policy’s text and in the schema, read when one of them has changed. */
function customReader(): (chunks: Chunks, scenario: Scenario) => readonly APIResource[] {
  let last: { readonly text: string; readonly found: readonly APIResource[] } | undefined
  return (chunks, { policy, schema = '' }) => {
    const text = schema === '' ? policy : `${policy}\n---\n${schema}`
    if (last?.text !== text) last = { text, found: loaded(chunks, 'kubectl').customResources(text) }
    return last.found
  }
}

/** Computes the changes that requests make, with the language of conditions where there is one. */
function changeReaders(): (chunks: Chunks, cel: DecideOptions['cel']) => ChangeReader {
  let last: { readonly cel: DecideOptions['cel']; readonly read: ChangeReader } | undefined
  return (chunks, cel) => {
    if (last === undefined || last.cel !== cel) last = { cel, read: loaded(chunks, 'changes').changeReader(cel) }
    return last.read
  }
}

/** Reads a scenario's texts and indexes them, each only when it has changed. */
function clusterReader(): (scenario: Scenario, design: Design, chunks: Chunks, cel: DecideOptions['cel']) => Cluster {
  const read = policyReader()
  /** Reads also policies without templates, and with the same result. */
  let readTemplates: ReturnType<typeof policyReader> | undefined
  let policy: Policy | undefined
  let node: { readonly authorizer: Authorizer; readonly objects: StoredObjects } | undefined
  let webhook: { readonly authorizer: Authorizer; readonly table: WebhookTable } | undefined
  let last: { readonly from: readonly unknown[]; readonly cluster: Cluster } | undefined
  return (scenario, { readsConditions }, chunks, cel) => {
    const { authorizationModes: modes } = scenario.cluster
    if (cel === undefined && needsConditions(scenario)) throw new Error('the language of conditions was not given')
    const defaultRoles = scenario.cluster.defaultRoles ? loaded(chunks, 'defaultRoles').defaultRoles() : undefined
    if (policy?.text !== scenario.policy || last?.cluster.defaultRoles !== defaultRoles) {
      if (chunks.templates) readTemplates ??= chunks.templates.templateReader()
      policy = (readTemplates ?? read)(scenario.policy, defaultRoles && { defaults: defaultRoles })
    }
    const { objects: objectsText = '', webhook: tableText = '' } = scenario
    if (!modes.includes('Node')) node = undefined
    else if (node?.objects.text !== objectsText) {
      const { nodeAuthorizer, readObjects } = loaded(chunks, 'cluster')
      const objects = readObjects(objectsText)
      node = { authorizer: nodeAuthorizer(objects), objects }
    }
    if (!modes.includes('Webhook')) webhook = undefined
    else if (webhook?.table.text !== tableText) {
      const { webhook: webhookOf, readWebhook } = loaded(chunks, 'cluster')
      const table = readWebhook(tableText)
      webhook = { authorizer: webhookOf(table), table }
    }
    const from = [policy, defaultRoles, node, webhook, modes.join(), cel, readsConditions]
    if (last === undefined || from.some((one, index) => one !== last?.from[index])) {
      const readsRules = modes.includes('AccessRules') || readsConditions === 'access-rules'
      const rules = readsRules && cel ? loaded(chunks, 'conditions').accessRules(policy, cel) : undefined
      const compiled =
        readsConditions === 'rbac' && cel
          ? loaded(chunks, 'conditions').compiledRBAC(policy, defaultRoles, cel)
          : undefined
      const texts = {
        policy: rules === undefined ? withUnusedRules(policy) : withDiagnostics(policy, rules.diagnostics),
        ...(defaultRoles && { defaultRoles }),
        ...(node && { objects: node.objects }),
        ...(webhook && { webhook: webhook.table }),
      }
      const others = {
        policy,
        ...(node && { node: node.authorizer }),
        ...(rules && { accessRules: rules.authorizer }),
        ...(webhook && { webhook: webhook.authorizer }),
      }
      const ofPolicy = compiled ?? rbac(policy, defaultRoles)
      const configured = authorizerChain({ ...others, rbac: ofPolicy }, modes)
      const authorizer = (granted: readonly Attributes[]): Authorizer =>
        granted.length === 0 ? configured : authorizerChain({ ...others, rbac: granting(ofPolicy, granted) }, modes)
      last = { from, cluster: { ...texts, authorizer, writes: writesOver(texts) } }
    }
    return last.cluster
  }
}

/** Reads requests that write roles, with the chunk for that; no other request needs it. */
function writesOver({ policy, defaultRoles }: Pick<Cluster, 'policy' | 'defaultRoles'>): Cluster['writes'] {
  let writers: (() => RoleWriter) | undefined
  return (chunks) => {
    let writer: RoleWriter | undefined
    return (request, written, attributes) => {
      if (attributes.apiGroup !== RBAC_GROUP || request.body === '') return undefined
      writers ??= loaded(chunks, 'roleWrites').roleWriters(policy, defaultRoles)
      writer ??= writers()
      return writer(request, written, attributes)
    }
  }
}

function withDiagnostics(policy: Policy, more: readonly Diagnostic[]): Policy {
  if (more.length === 0) return policy
  const diagnostics = [...policy.diagnostics, ...more].sort((a, b) => a.range.start - b.range.start)
  return { ...policy, diagnostics }
}

/** The policy with a warning for each access rule, in a cluster without the authorizer AccessRules. */
function withUnusedRules(policy: Policy): Policy {
  return withDiagnostics(
    policy,
    policy.accessRules.map(({ name, nameSpan }) => ({
      severity: 'warning',
      code: 'unused-access-rule',
      message: `ClusterAccessRule “${name}” has no effect: no authorizer of this cluster reads access rules.`,
      fix: 'Add AccessRules to the authorizers.',
      setting: 'access-rules',
      range: policy.lines.range(nameSpan),
    })),
  )
}

/** The request without warnings about headers that the API server does not know and the design reads. */
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

/** Requests up to the first that is not understood: after that one, the server's memory is unknown. */
function understoodInTurn(requests: readonly ReadRequest[]): readonly (ReadRequest | undefined)[] {
  const first = requests.findIndex(({ diagnostics }) => diagnostics.some(({ severity }) => severity === 'error'))
  return requests.map((read, index) => (first === -1 || index < first ? read : undefined))
}

/**
 * The errors of an earlier request that was not understood. They keep this request from being decided, because the server's
 * memory is unknown.
 */
function notUnderstood(earlier: ReadRequest, index: number, here: RequestText): readonly Diagnostic[] {
  const error = earlier.diagnostics.find(({ severity }) => severity === 'error')
  if (error === undefined) return []
  return [earlierProblem(`was not understood: ${error.message}`, index, here)]
}

function earlierProblem(problem: string, index: number, here: RequestText): Diagnostic {
  return {
    severity: 'error',
    code: 'earlier-request',
    message: `Request ${index + 1}, which comes before this one, ${problem}`,
    fix: `Go to request ${index + 1} and correct it, or remove it.`,
    range: startOf(here),
  }
}

function beyondLimit({ problem, range }: BeyondLimit, here: RequestText): Diagnostic {
  return { severity: 'error', code: BEYOND_LIMIT, ...problem, range: range ?? startOf(here) }
}

function startOf({ text }: RequestText): Diagnostic['range'] {
  return new LineIndex('request', text).range({ start: 0, end: 0 })
}

/** Errors for chosen options that the design does not offer. No default replaces them. */
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
            : `The assumption ${id} of ${design.id} has no option “${option}”.`,
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

/** The surroundings of a run. */
export interface RunOptions {
  readonly memory?: ServerMemory
  /** The budget for the conditions of all requests to one server. */
  readonly budget?: StepBudget
  readonly assumptions?: Assumptions
  readonly change?: Change | undefined
  /** Runs the handler of the role or binding that the request writes. */
  readonly write?: RoleWriteHandler | undefined
}

/**
 * Runs one request under a design. Without `memory` the server has just started; without `assumptions` the design's
 * defaults count. A design that decides by the changes of a request gets them.
 */
export function traceOf(
  design: Design,
  request: HTTPRequest,
  requestor: UserInfo,
  cluster: ClusterSettings,
  authorizer: Authorizer,
  { memory = new ServerMemory(), budget, assumptions, change, write }: RunOptions = {},
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
  const { steps, result } = record(running, authorizer, design.settle, budget)
  return { design: design.id, requestor, steps, featureEnabled: enabled, ...result }
}
