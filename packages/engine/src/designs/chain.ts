import type { RequestFacts } from '../authorizers/index.ts'
import { canonicalHeaderName } from '../http/index.ts'
import type { Answer, Attributes, UserInfo } from '../kube/index.ts'
import {
  badRequest,
  clause,
  type Failure,
  forbidden,
  forbiddenByHandler,
  internalError,
  type Phase,
  type Purpose,
  type Question,
  type RichText,
  unknownError,
} from '../trace/index.ts'
import type { DesignResult, RunState } from './design.ts'
import type { Choice, Edge, EndNode, Evaluation, PassedNode } from './flowchart.ts'

// Shared by the designs that decide by the `Impersonate-*` headers. The order is that of a request: read the headers, ask,
// refuse, authorize the request itself, write a role, end.

/** The state of a run of a design that reads the `Impersonate-*` headers. */
export interface ChainState extends RunState {
  /** The first failed check: the client sees this one, whatever failed after it. */
  firstFailure?: Failure
  /**
   * The facts with which the conditions of the impersonation filter are evaluated. Absent where the design knows no
   * conditions.
   */
  readonly facts?: RequestFacts
}

/**
 * The attributes of the request. Throws where the request line was not understood: such a request does not pass the first
 * node.
 */
export function requestAttributes({ input }: ChainState): Attributes {
  if (!input.attributes.ok) throw new Error('a request line that was not understood went past the first node')
  return input.attributes.attributes
}

/**
 * The target that the headers ask for. Throws where there is none: such a request does not reach the impersonation filter.
 */
export function wantedUser({ input }: ChainState): UserInfo {
  if (input.target.kind !== 'target') throw new Error('a request without a target reached the impersonation filter')
  return input.target.wantedUser
}

/**
 * The value of a header that a design assumes, by its canonical name. Of several values the first counts; without the
 * header it is empty.
 */
export function assumedHeader({ input }: ChainState, name: string): string {
  return input.request.headers.find((header) => canonicalHeaderName(header.name) === name)?.value ?? ''
}

/**
 * The first step of every design. A path that cannot be parsed is a 500 before anything else (Go: `WithRequestInfo` comes
 * first in the chain). Bad headers are a 400. Without headers the request is authorized as the requestor. Returns undefined
 * when the impersonation filter has work to do.
 */
export function readHeaders(
  state: ChainState,
): { readonly edge: 'unreadable' | 'malformed' | 'plain'; readonly because: RichText } | undefined {
  const { attributes, target, featureEnabled } = state.input
  if (!attributes.ok) {
    const { code, message } = attributes
    if (code === 400) {
      state.outcome = { kind: 'bad-request', code, message }
      return { edge: 'malformed', because: ['the HTTP server refuses the request target'] }
    }
    state.outcome = { kind: 'internal-error', code, message }
    return { edge: 'unreadable', because: ['the path cannot be understood'] }
  }
  if (target.kind === 'bad') {
    state.outcome = badRequest(featureEnabled ? target.message : target.olderMessage)
    return { edge: 'malformed', because: ['a group, uid or extra is asked for without a user name'] }
  }
  if (target.kind === 'none') return { edge: 'plain', because: ['no header asks for impersonation'] }
  return undefined
}

const RECEIVED = {
  shape: 'step',
  label: ['receive request'],
  about: 'The request line and the Impersonate- headers are read.',
} as const

const NOT_IMPERSONATED = {
  plain: { to: 'R', label: ['no impersonation'] },
  malformed: { to: 'bad', label: ['no user name'] },
  unreadable: { to: 'error', label: ['bad path'] },
} as const

/** The first node of a design without a feature gate. Impersonation goes `to` another. */
export function receiveNode(to: string): PassedNode<ChainState> {
  return {
    ...RECEIVED,
    edges: { target: { to, label: ['impersonation'] }, ...NOT_IMPERSONATED },
    evaluate: readTarget,
  }
}

/** The first node of a design with a feature gate. */
export function receiveByGateNode(to: Readonly<Record<'enabled' | 'disabled', string>>): PassedNode<ChainState> {
  return {
    ...RECEIVED,
    edges: {
      enabled: { to: to.enabled, label: ['feature enabled'] },
      disabled: { to: to.disabled, label: ['feature disabled'] },
      ...NOT_IMPERSONATED,
    },
    evaluate: readTargetByGate,
  }
}

/** The node where the target replaces the requestor. The request is authorized next. */
export function becomeNode(about: string, evaluate = continueAsTarget): PassedNode<ChainState> {
  return { shape: 'step', label: ['become the impersonated user'], about, edges: { next: { to: 'R' } }, evaluate }
}

/** Reads the request line and the headers, and takes the edge `target` where the headers ask for a target. */
export function* readTarget(state: ChainState): Evaluation {
  return readHeaders(state) ?? { edge: 'target', because: clause`the headers ask for ${wantedUser(state).username}` }
}

/** Reads the request line and the headers. Where the headers ask for a target, the feature gate decides the edge. */
function* readTargetByGate(state: ChainState): Evaluation {
  const stop = readHeaders(state)
  if (stop !== undefined) return stop
  const { username } = wantedUser(state)
  return state.input.featureEnabled
    ? { edge: 'enabled', because: clause`the headers ask for ${username}, and the feature is on` }
    : { edge: 'disabled', because: clause`the headers ask for ${username}, and the feature is off` }
}

/** Continues with the target in place of the requestor. */
export function* continueAsTarget(state: ChainState): Evaluation {
  return { edge: 'next', because: clause`the request goes on as ${wantedUser(state).username}` }
}

/** Makes one check of the impersonation filter, and remembers the first failure. Returns whether the check was allowed. */
export function* allowedToImpersonate(
  state: ChainState,
  purpose: Exclude<Purpose, 'request'>,
  attributes: Attributes,
): Generator<Question, boolean, Answer> {
  const { facts } = state
  const answer = yield { phase: 'impersonation', purpose, attributes, ...(facts && { facts }) }
  if (answer.decision === 'Allow') return true
  state.firstFailure ??= { attributes, reason: failureReason(state, answer) }
  return false
}

/** The older filter reports only the reason; the newer filter puts the error before it (Go: `checkAuthorization`). */
export function failureReason({ input }: ChainState, { reason, error }: Answer): string {
  if (error === undefined || !input.featureEnabled) return reason
  return reason === '' ? error : `${error}: ${reason}`
}

/** Ends the run with its first failure, before the request itself is authorized. */
export function refuse(state: ChainState, phase: Exclude<Phase, 'request'> = 'impersonation'): void {
  if (state.firstFailure === undefined) throw new Error('impersonation was refused without a failure')
  state.outcome = forbidden(phase, state.firstFailure)
}

/**
 * The last authorization: the request itself, for the user that the filters before it set (Go:
 * `filters.WithAuthorization`).
 */
function* authorizeRequest(state: ChainState): Evaluation {
  const attributes: Attributes = {
    ...requestAttributes(state),
    user: state.impersonated?.user ?? state.input.requestor,
  }
  const answer = yield { phase: 'request', purpose: 'request', attributes }
  if (answer.decision === 'Allow') {
    return authorized(state, 'yes', { ...(answer.reason === '' && { because: ['an authorizer allows it'] }) })
  }
  if (answer.error !== undefined) {
    state.outcome = internalError(state.input.request.target, answer.error)
    return { edge: 'failed', because: ['an authorizer failed, and none allows it'] }
  }
  state.outcome = forbidden('request', { attributes, reason: answer.reason })
  return { edge: 'no', because: ['no authorizer allows it'] }
}

/**
 * The edge of an authorized request. A request that writes a role or connects to a pod goes on to the checks of its handler;
 * any other is served.
 */
export function authorized(state: ChainState, edge: string, why: Pick<Choice, 'because'> = {}): Choice {
  if (state.input.write !== undefined) return { edge: 'writes', ...why }
  if (state.input.connects) return { edge: 'connects', ...why }
  state.outcome = { kind: 'allowed', code: 200 }
  return { edge, ...why }
}

/**
 * Runs the API server's handler of roles and bindings, for the user that the filters set. Nobody may write a role that
 * grants more than they hold (Go: the storages of `pkg/registry/rbac`).
 */
function* writeRole(state: ChainState): Evaluation {
  const { input } = state
  if (input.write === undefined) throw new Error('a request that writes no role reached the node that writes roles')
  const { outcome, because, grant, sent } = yield* input.write(state.impersonated?.user ?? input.requestor)
  state.outcome = outcome
  if (grant !== undefined) state.grant = grant
  if (sent !== undefined) state.sent = sent
  return { edge: edgeFor(outcome), because }
}

function edgeFor({ kind, code }: DesignResult['outcome']): string {
  if (kind === 'allowed') return code === 201 ? 'created' : 'stored'
  if (kind === 'forbidden') return 'uncreated'
  return code === 403 ? 'escalates' : 'unstored'
}

/**
 * Asks whether the user may also create the connection (Go: `ensureAuthorizedForVerb`). The 403 has only the reason of the
 * authorizers, which RBAC leaves empty.
 */
function* createConnection(state: ChainState): Evaluation {
  const attributes: Attributes = {
    ...requestAttributes(state),
    user: state.impersonated?.user ?? state.input.requestor,
    verb: 'create',
  }
  const answer = yield { phase: 'handler', purpose: 'connect', attributes }
  if (answer.error !== undefined) {
    state.outcome = unknownError(answer.error)
    return { edge: 'failed', because: ['an authorizer failed'] }
  }
  if (answer.decision === 'Allow') {
    state.outcome = { kind: 'allowed', code: 200 }
    return { edge: 'yes', ...(answer.reason === '' && { because: ['an authorizer allows it'] }) }
  }
  state.outcome = forbiddenByHandler({ attributes, reason: answer.reason })
  return { edge: 'no', because: clause`no authorizer allows ${'create'}` }
}

const IN_HANDLER = { onlyWhenTaken: true, notInText: true } as const

/** The edges from the node that authorizes the request to the nodes that ask what its handler asks. */
export const TO_HANDLERS = {
  writes: { to: 'W', label: ['yes, and it writes a role'], ...IN_HANDLER },
  connects: { to: 'connect', label: ['yes, and it connects to a pod'], ...IN_HANDLER },
} as const satisfies Readonly<Record<string, Edge>>

type Part = { readonly notInText?: true }

/**
 * The node that authorizes the request itself, and the ends. Pass `notInText` where the design's document does not draw
 * them.
 */
export function chainEnds(
  part: Part = {},
): Readonly<
  Record<
    'R' | 'W' | 'connect' | 'allowed' | 'created' | 'forbidden' | 'unstored' | 'bad' | 'error',
    PassedNode<ChainState> | EndNode
  >
> {
  return {
    R: {
      shape: 'question',
      label: ['May this user make the request?'],
      stage: 'request',
      about:
        'The request itself is authorized, as the impersonated user when there is one, otherwise as the requestor.',
      edges: {
        yes: { to: 'allowed', label: ['yes'], ...part },
        no: { to: 'forbidden', label: ['no'], ...part },
        failed: { to: 'error', label: ['an authorizer failed'], onlyWhenTaken: true, ...part },
        ...TO_HANDLERS,
      },
      evaluate: authorizeRequest,
      ...part,
    },
    W: {
      shape: 'question',
      label: ['Does this user hold all that it grants?'],
      stage: 'handler',
      about:
        'A user who writes a role or binding must hold all that it grants, or the verb escalate or bind. Then it is validated and stored.',
      edges: {
        stored: { to: 'allowed', label: ['yes'], ...IN_HANDLER },
        created: { to: 'created', label: ['yes'], ...IN_HANDLER },
        escalates: { to: 'forbidden', label: ['no'], ...IN_HANDLER },
        uncreated: { to: 'forbidden', label: ['it may not be created'], ...IN_HANDLER },
        unstored: { to: 'unstored', label: ['not as it is'], ...IN_HANDLER },
      },
      evaluate: writeRole,
      ...IN_HANDLER,
    },
    connect: {
      shape: 'question',
      label: ['May this user also create the connection?'],
      stage: 'handler',
      about:
        'From Kubernetes 1.35 on, who connects to a pod with a GET needs create on the same subresource, as with a POST.',
      edges: {
        yes: { to: 'allowed', label: ['yes'], ...IN_HANDLER },
        no: { to: 'forbidden', label: ['no'], ...IN_HANDLER },
        failed: { to: 'error', label: ['an authorizer failed'], ...IN_HANDLER },
      },
      evaluate: createConnection,
      ...IN_HANDLER,
    },
    allowed: {
      shape: 'end',
      label: ['200: the request is served'],
      about: 'The request goes on to admission and storage.',
      ...part,
    },
    created: {
      shape: 'end',
      label: ['201: the object is stored'],
      about: 'The role or binding is created.',
      ...IN_HANDLER,
    },
    unstored: {
      shape: 'end',
      label: ['Nothing is stored'],
      about:
        'The object does not fit the request, is invalid, or refers to something that does not exist: 400, 404, 409, 415 or 422.',
      ...IN_HANDLER,
    },
    forbidden: {
      shape: 'end',
      label: ['403 Forbidden'],
      about: 'The client gets a Status that names the first check that failed.',
      ...part,
    },
    bad: {
      shape: 'end',
      label: ['400 Bad Request'],
      about: 'Headers ask for a group, uid or extra, and no user.',
      ...part,
    },
    error: {
      shape: 'end',
      label: ['500 Internal Server Error'],
      about: 'The path of the request line cannot be understood, or an authorizer failed.',
      ...part,
    },
  }
}
