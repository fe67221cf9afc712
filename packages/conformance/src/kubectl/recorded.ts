import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Diagnostic, type HTTPRequest, readRequest } from '@authz-playground/engine'

/** One request that kubectl sent. */
export interface Sent {
  readonly method: string
  readonly target: string
  /** Names and values of `Impersonate-*` headers. */
  readonly impersonate?: readonly (readonly [string, string])[]
  readonly contentType?: string
  /** Where it is JSON. */
  readonly body?: string
}

/** A command and what kubectl made of it. */
export interface Recorded {
  readonly command: string
  /** In their order, discovery aside. */
  readonly requests: readonly Sent[]
  /** What kubectl said when it sent nothing, or failed behind what it sent. */
  readonly said?: string
}

const FOLDER = fileURLToPath(new URL('../../kubectl', import.meta.url))
/** What is typed by hand, a command a line. */
export const COMMANDS = `${FOLDER}/commands.txt`
/** What was recorded: a line that says how, and a command a line. */
export const RECORDED = `${FOLDER}/kubectl-1.36.3.ndjson`

/** The recorded commands that are checked in. */
export function recordedCommands(): readonly Recorded[] {
  const [, ...lines] = readFileSync(RECORDED, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Recorded)
}

/** What kubectl learns from answers, how it watches, and how long; nothing of it is in the command. */
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

/** The connections that kubectl falls back to are POSTs; the request shown is the one it prefers. */
function isWrite({ method, target }: Sent): boolean {
  return method !== 'GET' && !/\/(?:exec|attach|portforward)(?:\?|$)/.test(target)
}

/**
 * In what the engine's reading of a command disagrees with kubectl; undefined where it agrees.
 *
 * The request that is read has to be one that was sent, down to the impersonation, the content type and the body where both
 * have one; a read in place of a write only where that is said. Where the engine says that kubectl reads something first, and
 * kubectl sent reads alone, what it read kept it from the rest, and the read has to be of the same object. What kubectl
 * refuses, or sends nothing for, has to be an error, and where that quotes kubectl, kubectl must have said so.
 */
export function disagreement({ command, requests, said }: Recorded): string | undefined {
  const { request, diagnostics } = readRequest({ form: 'kubectl', text: command })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const codes = new Set(diagnostics.map(({ code }) => code))
  // What is in another cluster, or another version, the form takes to be there.
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
  const why = differs(request, requests, codes, errors.length > 0)
  return why !== undefined && codes.has('other-requests') && stopped(request, requests) ? undefined : why
}

function unsaid(errors: readonly Diagnostic[], said: string): string | undefined {
  if (errors.length === 0) return `kubectl sends nothing (${JSON.stringify(said)}), and no error says so`
  const quoted = errors.flatMap(({ detail }) => detail ?? [])
  return said !== '' && quoted.length > 0 && !quoted.some((detail) => same(said).includes(same(detail)))
    ? `kubectl said ${JSON.stringify(said)}, and not ${JSON.stringify(quoted.join(' / '))}`
    : undefined
}

/** kubectl read what it needed, and went no further. */
function isRefused(requests: readonly Sent[], said: string | undefined): boolean {
  return said !== undefined && !requests.some(isWrite)
}

function stopped({ method, target }: HTTPRequest, requests: readonly Sent[]): boolean {
  const path = (one: string): string => one.split('?', 1).join()
  const near = (one: Sent): boolean =>
    path(target).startsWith(path(one.target)) || path(one.target).startsWith(path(target))
  // What is created is built from what was read, which is something else. A watch is of the collection of what was read.
  return requests.every((one) => !isWrite(one)) && (method === 'POST' || requests.some(near))
}

function inWords(errors: readonly Diagnostic[]): string {
  return errors.map(({ code, message }) => `${code}: ${message}`).join(' ')
}

/** Says that a type is taken to be there that this cluster has not. */
const ELSEWHERE: ReadonlySet<string> = new Set(['custom-resource', 'version-not-served'])
/** Errors that say that the form reads no such command, whatever it would send. */
const NOT_READ: ReadonlySet<string> = new Set(['manifest', 'not-played'])
/** Errors that say that more is sent than the request shown, or another, or less than was meant; kubectl refuses nothing there. */
const RESERVATIONS: ReadonlySet<string> = new Set(['several-requests', 'pod-not-known', 'extra-without-value'])

function same(text: string): string {
  // kubectl names the user of the kubeconfig, whose name is empty where these were recorded.
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ for (?=without impersonating)/g, ' ')
    .toLowerCase()
}

function lines(requests: readonly Sent[]): string {
  return requests.map(({ method, target }) => `${method} ${target}`).join(', ')
}

function differs(
  request: HTTPRequest,
  requests: readonly Sent[],
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
  // A patch in YAML is shown as it was typed, which is said.
  const typed = codes.has('patch-not-json')
  if (!typed && sent.body !== undefined && request.body !== '' && settled(request.body) !== settled(sent.body)) {
    return `its body is ${request.body}, kubectl’s ${sent.body}`
  }
  if (!reserved && requests.some(isWrite) && request.method === 'GET') {
    return `it is a read, and stands for ${lines(requests.filter(isWrite))}`
  }
  return undefined
}

/** A body without the labels and annotations that it removes: kubectl leaves out those that the object has not. */
function settled(body: string): string {
  return body
    .trim()
    .replaceAll(/"[^"]*":null,?/g, '')
    .replaceAll(',}', '}')
    .replace(/^\{"metadata":\{"(?:labels|annotations)":\{\}\}\}$/, '{}')
}
