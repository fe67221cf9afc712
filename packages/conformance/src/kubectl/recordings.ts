import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Diagnostic, type HTTPRequest, type ReadRequest, readRequest } from '@authz-playground/engine'
import { Discovery } from '@authz-playground/engine/questions'

/** One request that kubectl sent. */
export interface RecordedRequest {
  readonly method: string
  readonly target: string
  /** Names and values of `Impersonate-*` headers. */
  readonly impersonate?: readonly (readonly [string, string])[]
  readonly contentType?: string
  /** Where it is JSON. */
  readonly body?: string
}

/** A command and the requests of kubectl for it. */
export interface Recording {
  readonly command: string
  /** In their order, discovery aside. */
  readonly requests: readonly RecordedRequest[]
  /** The error of kubectl when it sent nothing, or failed after sending. */
  readonly said?: string
}

const FOLDER = fileURLToPath(new URL('../../kubectl', import.meta.url))
/** The commands written by hand, one per line. */
export const COMMANDS = `${FOLDER}/commands.txt`
/** The recordings: a header line, and one command per line. */
export const RECORDINGS = `${FOLDER}/kubectl-1.36.3.ndjson`

/** What the API server served that answered. */
const RECORDED = new Discovery('1.36')

/** The recorded commands that are checked in. */
export function recordedCommands(): readonly Recording[] {
  const [, ...lines] = readFileSync(RECORDINGS, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Recording)
}

/** Parameters that kubectl takes from answers, and those of watching and timeouts, which are not in the command. */
const LEARNT =
  /^(?:allowWatchBookmarks|resourceVersionMatch|sendInitialEvents|timeoutSeconds)=|^resourceVersion=N$|^container=main$/

function comparable(target: string): string {
  const question = target.indexOf('?')
  const path = question === -1 ? target : target.slice(0, question)
  const query = question === -1 ? '' : target.slice(question + 1)
  return [path, ...query.split('&').filter((parameter) => parameter !== '' && !LEARNT.test(parameter))].join(' ')
}

function sorted(headers: readonly (readonly [string, string])[]): readonly string[] {
  return headers.map((header) => header.join(': ')).sort()
}

/** kubectl falls back to connecting with POST; the shown request is the preferred one. */
function isWrite({ method, target }: RecordedRequest): boolean {
  return method !== 'GET' && !/\/(?:exec|attach|portforward)(?:\?|$)/.test(target)
}

/**
 * How the engine's reading of a command disagrees with kubectl; undefined where it agrees.
 *
 * The request of the engine must be one that kubectl sent, with the same impersonation, content type and body where
 * both have one; a read instead of a write only where the engine says so. Where the engine says that kubectl reads an
 * object first, and kubectl sent only reads, the read must be of the same object, as its result stopped kubectl. A
 * command that kubectl refuses, or sends nothing for, must be an error, and where the error quotes kubectl, kubectl
 * must have printed it.
 */
export function recordingDisagreement({ command, requests, said }: Recording): string | undefined {
  const read = readRequest({ form: 'kubectl', text: command }, RECORDED)
  const { request, diagnostics } = read
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const codes = new Set(diagnostics.map(({ code }) => code))
  // The form assumes that objects and types of other clusters and versions exist.
  if (
    said?.includes("the server doesn't have a resource type") === true &&
    [...ELSEWHERE].some((one) => codes.has(one))
  ) {
    return undefined
  }
  if (requests.length === 0) return unsaid(errors, said ?? '')
  if (request === undefined) {
    const known = errors.length > 0 && (errors.every(({ code }) => NOT_READ.has(code)) || isRefused(requests, said))
    return known ? undefined : `no request, for ${inWords(errors)}`
  }
  const refusals = errors.filter(({ code }) => !RESERVATIONS.has(code))
  if (refusals.length > 0) {
    return isRefused(requests, said)
      ? undefined
      : `refused with ${inWords(refusals)}, and kubectl sends ${lines(requests)}`
  }
  if (read.command !== undefined) return sequenceDiffers(read.command, requests, codes, said)
  const why = differs(request, requests, codes, errors.length > 0)
  return why !== undefined && codes.has('other-requests') && stopped(request, requests) ? undefined : why
}

/**
 * How the requests of a command differ from those that kubectl sent: each must have been sent, with the same headers and
 * body, and after the requests before it. Those that depend on an answer may be missing where kubectl found nothing, or
 * had nothing to change. An assumed object stands for each that kubectl found. kubectl sent no write that is not read.
 */
function sequenceDiffers(
  command: NonNullable<ReadRequest['command']>,
  requests: readonly RecordedRequest[],
  codes: ReadonlySet<string>,
  said: string | undefined,
): string | undefined {
  const assumed = codes.has('object-assumed')
  const same = (one: Pick<RecordedRequest, 'method' | 'target'>, other: Pick<RecordedRequest, 'method' | 'target'>) =>
    one.method === other.method &&
    (assumed ? withoutNames(one) === withoutNames(other) : comparable(one.target) === comparable(other.target))
  for (const { request, after } of command) {
    const found = requests.filter((one) => same(one, request))
    if (found.length === 0) {
      if (after !== undefined && (said !== undefined || assumed || !requests.some(isWrite))) continue
      return `${request.method} ${request.target} is none of ${lines(requests)}`
    }
    const whys = found.map((one) => differs(request, [{ ...one, target: request.target }], codes, true))
    if (whys.every((why) => why !== undefined)) return whys[0]
  }
  const positions = command.flatMap(({ request }) => {
    const position = requests.findIndex((one) => same(one, request))
    return position === -1 ? [] : [position]
  })
  const inOrder = positions.every((position, index) => index === 0 || position >= (positions[index - 1] ?? 0))
  // kubectl approves each signing request before it gets the next one.
  if (!inOrder && new Set(command.map(({ request }) => request.method)).size < 2) {
    return `the order of ${command.map(({ request }) => request.target).join(', ')} is not that of ${lines(requests)}`
  }
  const unread = requests.filter((one) => isWrite(one) && !command.some(({ request }) => same(one, request)))
  return unread.length === 0 ? undefined : `it does not send ${lines(unread)}`
}

/** A target without the names of objects, and without selectors and UIDs that kubectl learns from objects. */
function withoutNames({ target }: Pick<RecordedRequest, 'target'>): string {
  const [path = '', query = ''] = target.split('?')
  const parameters = query
    .split('&')
    .filter((one) => one !== '' && !LEARNT.test(one) && !/^(?:label|field)Selector=/.test(one))
  const place = path
    .replace(/\/namespaces\/[^/]+\//, '/namespaces/NAMESPACE/')
    .replace(
      /((?:\/api\/v1|\/apis\/[^/]+\/[^/]+)(?:\/namespaces\/NAMESPACE)?\/(?!namespaces\/)[^/]+)\/[^/]+/,
      '$1/NAME',
    )
  return [place, ...parameters].join(' ')
}

function unsaid(errors: readonly Diagnostic[], said: string): string | undefined {
  if (errors.length === 0) return `kubectl sends nothing (${JSON.stringify(said)}), and no error says so`
  const quoted = errors.flatMap(({ detail }) => detail ?? [])
  return said !== '' && quoted.length > 0 && !quoted.some((detail) => same(said).includes(same(detail)))
    ? `kubectl said ${JSON.stringify(said)}, and not ${JSON.stringify(quoted.join(' / '))}`
    : undefined
}

/** kubectl read an object, and stopped. */
function isRefused(requests: readonly RecordedRequest[], said: string | undefined): boolean {
  return said !== undefined && !requests.some(isWrite)
}

function stopped({ method, target }: HTTPRequest, requests: readonly RecordedRequest[]): boolean {
  const path = (one: string): string => one.split('?', 1).join()
  const near = (one: RecordedRequest): boolean =>
    path(target).startsWith(path(one.target)) || path(one.target).startsWith(path(target))
  // A created object is built from another one that was read. A watch is of the collection of the object that was read.
  return requests.every((one) => !isWrite(one)) && (method === 'POST' || requests.some(near))
}

function inWords(errors: readonly Diagnostic[]): string {
  return errors.map(({ code, message }) => `${code}: ${message}`).join(' ')
}

/** The code for a type that is assumed to exist, and that this cluster does not have. */
const ELSEWHERE: ReadonlySet<string> = new Set(['custom-resource', 'version-not-served'])
/** Errors for commands that the form does not support, independent of their requests. */
const NOT_READ: ReadonlySet<string> = new Set(['manifest', 'not-played'])
/**
 * Errors for commands that send more than the shown request, or another one, or less than intended; kubectl refuses
 * none of these.
 */
const RESERVATIONS: ReadonlySet<string> = new Set(['several-requests', 'pod-not-known', 'extra-without-value'])

function same(text: string): string {
  // kubectl names the user of the kubeconfig, whose name is empty in the recordings.
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ for (?=without impersonating)/g, ' ')
    .toLowerCase()
}

function lines(requests: readonly RecordedRequest[]): string {
  return requests.map(({ method, target }) => `${method} ${target}`).join(', ')
}

function differs(
  request: HTTPRequest,
  requests: readonly RecordedRequest[],
  codes: ReadonlySet<string>,
  reserved: boolean,
): string | undefined {
  const sent = requests.find(
    ({ method, target }) => method === request.method && comparable(target) === comparable(request.target),
  )
  if (sent === undefined) return `${request.method} ${request.target} is none of ${lines(requests)}`
  const headers = request.headers.filter(({ name }) => name.startsWith('Impersonate-'))
  const asked = sorted(headers.map(({ name, value }) => [name, value] as const)).join('\n')
  const wanted = sorted(sent.impersonate ?? []).join('\n')
  if (asked !== wanted) return `it asks for ${JSON.stringify(asked)}, kubectl for ${JSON.stringify(wanted)}`
  const contentType = request.headers.find(({ name }) => name === 'Content-Type')?.value
  if (contentType !== undefined && sent.contentType !== undefined && contentType !== sent.contentType) {
    return `its body is ${contentType}, kubectl’s ${sent.contentType}`
  }
  // A patch in YAML is shown as typed, with a note.
  const typed = codes.has('patch-not-json')
  if (!typed && sent.body !== undefined && request.body !== '' && settled(request.body) !== settled(sent.body)) {
    return `its body is ${request.body}, kubectl’s ${sent.body}`
  }
  if (!reserved && requests.some(isWrite) && request.method === 'GET') {
    return `it is a read, instead of ${lines(requests.filter(isWrite))}`
  }
  return undefined
}

/** A body without the labels and annotations that it removes: kubectl omits those that the object does not have. */
function settled(body: string): string {
  return body
    .trim()
    .replaceAll(/"[^"]*":null,?/g, '')
    .replaceAll(',}', '}')
    .replace(/^\{"metadata":\{"(?:labels|annotations)":\{\}\}\}$/, '{}')
}
