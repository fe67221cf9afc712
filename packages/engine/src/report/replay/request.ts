import type { Design } from '../../designs/index.ts'
import {
  attributesOf,
  type HTTPHeader,
  type HTTPRequest,
  mediaTypeOf,
  targetOf,
  withImpersonation,
} from '../../http/index.ts'
import {
  ALL_AUTHENTICATED,
  resourceInGroup,
  type ServiceAccountName,
  serviceAccountGroups,
  serviceAccountOf,
  type UserInfo,
} from '../../kube/index.ts'
import { impersonationFlags, rawCommand } from '../../kubectl/index.ts'
import { hereDocument } from '../../shell/index.ts'
import type { Outcome, Trace } from '../../trace/index.ts'
import { readJsonTexts } from '../../yaml/index.ts'
import { isSayable } from './shell.ts'

/** The replay of the request itself. */
export type ReplayedRequest =
  | { readonly kind: 'not-sent'; readonly why: string }
  /** Sent by the user who runs the script, who impersonates the requestor. */
  | (ReplayedCommand & { readonly kind: 'as-requestor' })
  /** Sent with a token of the requestor, a service account, because the request itself impersonates somebody. */
  | (ReplayedCommand & { readonly kind: 'as-account'; readonly account: ServiceAccountName })
  /** The same for a requestor that is not a service account: people must provide its credentials. */
  | (ReplayedCommand & { readonly kind: 'as-given'; readonly requestor: UserInfo })

/** A request as a command of kubectl that changes nothing in the cluster. */
export interface ReplayedCommand {
  /** The words after `kubectl`, quoted for the shell, with a here-document where there is a body. */
  readonly command: string
  /** Whether it is sent as a dry run, because it would change something. */
  readonly dryRun: boolean
  /** The message of the 403 that it gets; absent where it passes authorization. */
  readonly refusal?: string
}

/**
 * The command that sends a request to another cluster without changing anything there, or the reason why it is not sent.
 */
export function requestToSend(trace: Trace, request: HTTPRequest, design: Design): ReplayedRequest {
  const { requestor, outcome } = trace
  if (design.origin !== 'released') return notSent('no API server decides as this design does')
  const answer = comparable(outcome)
  if (answer === undefined) return notSent('kubectl cannot tell such an answer from others')
  const harmless = harmlessly(request, requestor)
  if (typeof harmless === 'string') return notSent(harmless)
  const sendable = asJSON(harmless.request)
  if (typeof sendable === 'string') return notSent(sendable)
  const command = rawCommand(sendable)
  if (typeof command === 'string') return notSent(lowered(command))
  const impersonation = impersonationFlags(request.headers)
  if ('gap' in impersonation) return notSent(impersonation.gap)
  const impersonates = targetOf(request.headers).kind === 'target'
  if (!impersonates && requestor.username === '') return notSent('nobody can impersonate a requestor without a name')
  const who = impersonates ? impersonation : impersonationFlags(asked(requestor))
  if ('gap' in who) return notSent(`${who.gap}, and so nobody can impersonate the requestor`)
  const words = [...command.words, ...who.flags].join(' ')
  const line = command.stdin === undefined ? words : `${words} ${hereDocument(command.stdin)}`
  if (!isSayable(line)) return notSent('it has characters that a text file cannot hold')
  const sent = { command: line, dryRun: harmless.dryRun, ...(answer !== 'passes' && { refusal: answer }) }
  if (!impersonates) return { kind: 'as-requestor', ...sent }
  const account = accountOf(requestor)
  return account === undefined ? { kind: 'as-given', requestor, ...sent } : { kind: 'as-account', account, ...sent }
}

function notSent(why: string): ReplayedRequest {
  return { kind: 'not-sent', why }
}

function lowered(sentence: string): string {
  return sentence.replace(/\.$/, '')
}

function comparable(outcome: Outcome): string | undefined {
  if (outcome.kind === 'allowed') return 'passes'
  // A request that the handler refuses has passed authorization. For a 403 of the handler the message is compared, too.
  if (outcome.kind === 'refused' && outcome.code !== 500) return outcome.code === 403 ? outcome.message : 'passes'
  return outcome.kind === 'forbidden' && outcome.phase !== 'review' ? outcome.message : undefined
}

/** The headers that impersonate the requestor. */
function asked({ username, uid, groups, extra }: UserInfo): readonly HTTPHeader[] {
  const values = [...extra].flatMap(([key, list]) => list.map((value) => ({ key, value })))
  return withImpersonation([], { username, uid, groups, extra: values })
}

/**
 * The requestor as a service account, where a token of that account would authenticate as exactly this user. Undefined
 * elsewhere, for example for extras that only tokens in pods have.
 */
function accountOf({ username, groups, extra }: UserInfo): ServiceAccountName | undefined {
  const account = serviceAccountOf(username)
  if (account === undefined || extra.size > 0) return undefined
  const known = [...serviceAccountGroups(account.namespace), ALL_AUTHENTICATED]
  return groups.every((group) => known.includes(group)) ? account : undefined
}

/** Verbs that read; a watch ends after a second. */
const READING = new Set(['get', 'list', 'watch'])
/** Subresources whose GET opens a connection to a node. */
const CONNECTING = new Set(['attach', 'exec', 'portforward', 'proxy', 'log'])
/** API groups of reviews, which are not stored: the API server only answers them. */
const REVIEWS = new Set(['authorization.k8s.io', 'authentication.k8s.io'])

/**
 * The request in a form that changes nothing: reads unchanged, changes as dry runs of the server. Or the reason why there
 * is no such form.
 */
function harmlessly(
  request: HTTPRequest,
  requestor: UserInfo,
): { readonly request: HTTPRequest; readonly dryRun: boolean } | string {
  const read = attributesOf(request, requestor)
  if (!read.ok) return 'the API server does not understand its path'
  const { isResourceRequest, verb, apiGroup, resource, subresource } = read.attributes
  if (!isResourceRequest) {
    if (request.method !== 'GET') return 'its change cannot be tried without being made'
    return { request: { ...request, body: '' }, dryRun: false }
  }
  if (READING.has(verb)) {
    if (CONNECTING.has(subresource)) return 'it would open a connection into a pod or node'
    const target = verb === 'watch' ? withParameter(request.target, 'timeoutSeconds', '1') : request.target
    return { request: { ...request, target, body: '' }, dryRun: false }
  }
  const known = resourceInGroup(apiGroup, resource)
  if (known?.builtIn && REVIEWS.has(apiGroup) && subresource === '') return { request, dryRun: false }
  const stored = known?.builtIn === true && known.verbs.includes('update')
  if (!stored || !['', 'scale', 'status'].includes(subresource)) {
    return 'a dry run of it might still change something'
  }
  // The options of a DELETE are in its body where it has one, else in the query.
  const body = request.method === 'DELETE' ? '' : request.body
  return { request: { ...request, target: withParameter(request.target, 'dryRun', 'All'), body }, dryRun: true }
}

/**
 * The request with its body as JSON, because `kubectl --raw` sends every body as JSON, with that Content-Type. Or the
 * reason why that is impossible.
 */
function asJSON(request: HTTPRequest): HTTPRequest | string {
  const { body } = request
  const mediaType = mediaTypeOf(request)
  if (body === '' || mediaType === '' || mediaType === 'application/json') return request
  if (mediaType !== 'application/yaml')
    return 'kubectl sends every such body with the Content-Type of JSON, and this one has another'
  const { documents, diagnostics } = readJsonTexts(body, 'request')
  const [document, another] = documents
  if (document === undefined || another !== undefined || diagnostics.some(({ severity }) => severity === 'error')) {
    return 'kubectl sends JSON, and its body cannot be converted to JSON'
  }
  const text = JSON.stringify(document.value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one))
  return { ...request, body: text }
}

function withParameter(target: string, key: string, value: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}${key}=${value}`
}
