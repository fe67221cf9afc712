import { withImpliedGroups } from '../../designs/index.ts'
import { goUnquote } from '../../go/index.ts'
import { userInfo } from '../../kube/index.ts'
import {
  fieldOf,
  isJSONObject,
  type JSONObject,
  jsonEnd,
  parsedJSON,
  textField,
  withoutComments,
} from '../../text/index.ts'
import { readJsonTexts } from '../../yaml/index.ts'
import { type AdmissionRefusal, admissionRefusal } from './admission-refusal.ts'
import { auditID, isAbridgedEvent, isAuditEvent, observedInEvent } from './audit-event.ts'
import {
  endOfHeldRules,
  type ForbiddenMessage,
  forbiddenMessage,
  forbiddenMessages,
  mayBeForbidden,
} from './forbidden-message.ts'
import { observedInMessage, versionsIn } from './forbidden-request.ts'
import { withoutBold } from './layout.ts'
import { denialFact, type LogFact, structuredFact } from './log-fact.ts'
import { endOfLine, logLine } from './log-line.ts'
import {
  cutByPager,
  notOfAuthorization,
  type RefusedResource,
  refusedResource,
  SAYS_REVOKED,
  whyNothing,
} from './no-request.ts'
import type { ObservedRequest } from './observed-request.ts'
import { withoutEscapes } from './quoting.ts'
import { namespaceIn } from './reported-owner.ts'
import { observedInLog } from './server-log.ts'
import {
  cutRefusalAt,
  LONGEST_WORDED,
  refusalsWithoutUser,
  type WordedRefusal,
  wordedRefusals,
} from './worded-refusal.ts'

/** The requests that the output of a cluster reports. */
export interface ClusterOutput {
  /** In the order of the text, one for each request. */
  readonly requests: readonly ObservedRequest[]
  /** Why there are no requests, or fewer than expected. Sentences. */
  readonly problems: readonly string[]
  /** Refusals of steps after authorization, which name no request. */
  readonly admission: readonly AdmissionRefusal[]
  /** The resource of a 403 that names no more. */
  readonly refused?: RefusedResource
}

/** Longer texts are not read. Characters. */
export const LONGEST_CLUSTER_OUTPUT = 100_000_000
/** Limit for YAML, which is read only for a single printed event. Characters. */
const LONGEST_YAML = 2_000_000
/** Log collectors wrap events, and other collectors wrap these again. Levels. */
const DEEPEST = 5

/**
 * Reads requests from the output of a cluster: audit events (JSON, lines of JSON, YAML, lists), lines of
 * kube-apiserver's log, a `Status`, the message of a 403 anywhere in a log. Takes any text, in time that grows with its
 * length, and never throws.
 */
export function parseClusterOutput(written: string): ClusterOutput {
  const text = written.length <= LONGEST_WORDED ? withoutBold(written) : written
  if (text.length > LONGEST_CLUSTER_OUTPUT) {
    const most = LONGEST_CLUSTER_OUTPUT.toLocaleString('en')
    return {
      requests: [],
      admission: [],
      problems: [`The text has more than ${most} characters. Take the lines that matter.`],
    }
  }
  const found = nothingFound()
  const whole = wholeValue(text)
  if (whole.length === 0) readLines(text, 1, 0, found)
  for (const value of whole) {
    // Among others, an event without its stage is one that was damaged.
    if (isAbridgedEvent(value)) readEvent(value, 1, found)
    else readValue(value, 1, 0, found)
  }
  if (found.requests.length + found.facts.length === 0) readWords(text, (index) => index + 1, [], found)
  if (found.requests.length + found.facts.length === 0) readWithoutUser(text, found)
  const versionOf = text.length <= LONGEST_WORDED ? versionsIn(text) : () => undefined
  const requests = [...found.requests, ...observedInLog(found.facts)]
    .sort((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0))
    .map((one) => (text.length > LONGEST_WORDED ? one : byClient(askedByCommand(withNamespace(one, text), text), text)))
    .map((one) => withVersion(one, versionOf))
  const cut = cutRefusalAt(text)
  const line = cut === -1 ? 0 : lineBreaks(text, 0, cut) + 1
  if (cut !== -1) found.unread.splice(0, found.unread.length, ...found.unread.filter((one) => one.line !== line))
  const { problems: others, admission } = requests.length > 0 ? unreadIn(found) : unreadIn(found, text)
  const problems = [...new Set([...others, ...(cut === -1 ? [] : [cutByPager(text) ?? cutMessage(line)])])]
  const refused = requests.length + admission.length > 0 || cut !== -1 ? undefined : refusedResource(text)
  const said = requests.length + problems.length > 0 ? problems : [whyNothing(text)]
  return { requests, admission, problems: said, ...(refused && { refused }) }
}

/** A message does not name the version of its resource, and a URL beside it may. */
function withVersion(observed: ObservedRequest, versionOf: ReturnType<typeof versionsIn>): ObservedRequest {
  const { attributes, target } = observed.request
  if (!attributes?.isResourceRequest || attributes.apiVersion !== undefined || target !== undefined) return observed
  const apiVersion = versionOf(attributes)
  if (apiVersion === undefined) return observed
  return { ...observed, request: { ...observed.request, attributes: { ...attributes, apiVersion } } }
}

/** A refused write names no namespace, and its command or URL may. */
function withNamespace(observed: ObservedRequest, text: string): ObservedRequest {
  const { written } = observed.request
  if (written === undefined) return observed
  const namespace = namespaceIn(text)
  if (namespace === undefined) return observed
  return { ...observed, request: { ...observed.request, written: { ...written, namespace } } }
}

/** A message names the impersonated user, and so does the command that was refused. */
function askedByCommand(observed: ObservedRequest, text: string): ObservedRequest {
  const { impersonation, requestor } = observed
  if (impersonation.kind !== 'not-reported') return observed
  const [command] = Array.from(text.matchAll(AS)).find(([, name]) => name === requestor.username) ?? []
  if (command === undefined) return observed
  const groups = Array.from(command.matchAll(AS_GROUP), ([, group = '']) => group)
  return {
    ...observed,
    ...(groups.length > 0 && { requestor: { ...requestor, groups: impersonatedGroups(requestor.username, groups) } }),
    impersonation: { kind: 'not-reported', byCommand: true },
  }
}

const AS = /\b(?:kubectl|oc)\b[^\n]{0,500}?\s--as[= ]["']?([^\s"']{1,300})[^\n]{0,2000}/g
const AS_GROUP = /\s--as-group[= ]["']?([^\s"']{1,300})/g

function impersonatedGroups(username = '', groups: readonly string[]): readonly string[] {
  return withImpliedGroups(userInfo({ username, groups }), 'nodes-are-users').groups
}

/** A message of fabric8 has words of the client about the service account. */
function byClient(observed: ObservedRequest, text: string): ObservedRequest {
  return SAYS_REVOKED.test(text) ? { ...observed, saysRevoked: true } : observed
}

function cutMessage(line: number): string {
  return `The text ends within the 403 message that begins in line ${line}. Paste the whole message.`
}

/** The requests that a parsed value of a log reports: an event, a list of them, or one wrapped by a log collector. */
export function parseClusterValue(value: unknown, line: number): ClusterOutput {
  const found = nothingFound()
  readValue(value, line, 0, found)
  return { requests: [...found.requests, ...observedInLog(found.facts)], ...unreadIn(found) }
}

/** Collected within one call of `parseClusterOutput`. */
interface Found {
  readonly requests: ObservedRequest[]
  readonly facts: LogFact[]
  /** The index in `requests` and the stage of the event with an audit ID. */
  readonly seen: Map<string, { readonly at: number; readonly stage: number }>
  /** Answers that name no request, unless the words around them do. */
  readonly unread: Unread[]
}

interface Unread {
  readonly line: number
  readonly code: number
  readonly text: string
}

function nothingFound(): Found {
  return { requests: [], facts: [], seen: new Map(), unread: [] }
}

/** What is said of the answers that name no request. Where none does, the words may be on several lines of the `whole`. */
function unreadIn({ unread }: Found, whole = ''): Pick<ClusterOutput, 'problems' | 'admission'> {
  const steps = unread.map(({ text }) => admissionRefusal(text, whole))
  const other = steps.some((step) => step !== undefined) ? undefined : admissionRefusal(whole)
  const admission = [...steps, other].filter((step) => step !== undefined)
  if (other !== undefined) return { admission, problems: [other.sentence] }
  const shown = unread.length === 1 && whole.length <= LONGEST_WORDED ? whole : ''
  const said = unread.map(({ code, text }, at) => steps[at]?.sentence ?? notOfAuthorization(code, `${text}\n${shown}`))
  return { admission, problems: [...new Set(said)] }
}

/** The text as one JSON value, or as YAML documents; empty where it is neither. */
function wholeValue(text: string): readonly unknown[] {
  const start = text.search(/\S/)
  if (start === -1) return []
  if (text[start] === '{' || text[start] === '[') {
    const value = parsedJSON(withoutComments(text))
    return value === undefined ? [] : [value.json]
  }
  const yaml = /^(?:---|- ?)?\s*["']?(?:apiVersion|kind|level|auditID|items)["']?:/.test(text.slice(start, start + 200))
  if (!yaml || text.length > LONGEST_YAML) return []
  const { documents, diagnostics } = readJsonTexts(text, 'document', { longest: LONGEST_YAML })
  return diagnostics.some(({ severity }) => severity === 'error') ? [] : documents.map(({ value }) => value)
}

/** The keys under which log collectors keep the line or its parsed value. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'log',
  'message',
  'msg',
  '@message',
  'MESSAGE',
  'textPayload',
  'jsonPayload',
  '_source',
  'line',
  'event',
  'error',
  'err',
  'body',
  'Message',
  '_raw',
  'result',
  'results',
  'properties',
  'records',
  'protoPayload',
  'response',
  'items',
  'events',
  'entries',
])

function readValue(value: unknown, line: number, depth: number, found: Found): void {
  if (depth > DEEPEST) return
  if (Array.isArray(value)) {
    for (const one of value) readValue(one, line, depth + 1, found)
  } else if (typeof value === 'string') readLines(value, line, depth + 1, found)
  else if (isAuditEvent(value)) readEvent(value, line, found)
  else if (isStatus(value)) readStatus(value, line, found)
  else if (isJSONObject(value)) {
    const fact = structuredFact(textField(value, 'msg'), new Map(Object.entries(value)))
    if (fact) found.facts.push({ ...fact, line, at: timeOf(fieldOf(value, 'ts')) })
    else {
      for (const key of WRAPPERS) if (Object.hasOwn(value, key)) readValue(value[key], line, depth + 1, found)
      for (const [key, one] of Object.entries(value)) {
        if (!WRAPPERS.has(key)) readCarried(one, line, DEEPEST_CARRIED, found)
      }
    }
  }
}

/** Search engines and APIs of logs keep an event under keys of their own, as a value or as text. Levels. */
const DEEPEST_CARRIED = 12

/** The audit events anywhere in a value: of other texts it is not known whose words they are. */
function readCarried(value: unknown, line: number, left: number, found: Found): void {
  if (left === 0) return
  if (isAuditEvent(value)) readEvent(value, line, found)
  else if (Array.isArray(value)) for (const one of value) readCarried(one, line, left - 1, found)
  else if (isJSONObject(value)) for (const one of Object.values(value)) readCarried(one, line, left - 1, found)
  else if (typeof value === 'string' && value.startsWith('{') && value.includes('audit.k8s.io')) {
    const parsed = parsedJSON(value)
    if (parsed !== undefined) readCarried(parsed.json, line, left - 1, found)
  }
}

/** kube-apiserver's JSON log has milliseconds since 1970, other logs have texts. */
function timeOf(ts: unknown): string {
  if (typeof ts === 'string') return ts
  return typeof ts === 'number' && Math.abs(ts) < 8.64e15 ? new Date(ts).toISOString() : ''
}

/** The stages of a request, in order. Only the last two have its whole answer. */
const STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic']

/** The position of an event's stage; -1 for one that is none. */
export function stageOf(event: JSONObject): number {
  return STAGES.indexOf(textField(event, 'stage'))
}

/** Only the event of the last stage of a request is kept. */
function readEvent(event: JSONObject, line: number, found: Found): void {
  const id = auditID(event)
  const stage = stageOf(event)
  const before = id === '' ? undefined : found.seen.get(id)
  if (before !== undefined && before.stage > stage) return
  const at = before?.at ?? found.requests.length
  found.requests[at] = observedInEvent(event, line)
  if (id !== '') found.seen.set(id, { at, stage })
}

function isStatus(value: unknown): value is JSONObject {
  return textField(value, 'kind') === 'Status' && typeof fieldOf(value, 'code') === 'number'
}

function readStatus(status: JSONObject, line: number, found: Found): void {
  const text = textField(status, 'message')
  const messages = forbiddenMessages(text).map((one) => observedInMessage(one, text, line, 'status'))
  const worded = messages.length > 0 ? [] : wordedRefusals(text).map((one) => observedInWords(one, line, 'status'))
  const read = [...messages, ...worded].map((one) => withNameOf(one, fieldOf(status, 'details')))
  found.requests.push(...read)
  if (read.length === 0) found.unread.push({ line, code: fieldOf(status, 'code') as number, text })
}

/** Older messages do not name the object, and the details of their `Status` do. */
function withNameOf(observed: ObservedRequest, details: unknown): ObservedRequest {
  const { attributes } = observed.request
  const name = textField(details, 'name')
  const isNamed = attributes?.name === '' && name !== '' && textField(details, 'kind') === attributes.resource
  return isNamed ? { ...observed, request: { ...observed.request, attributes: { ...attributes, name } } } : observed
}

/** Reads a text line by line, with JSON over several lines. */
function readLines(text: string, firstLine: number, depth: number, found: Found): void {
  const alone = bareMessage(text)
  if (alone !== undefined) {
    found.requests.push(...alone(firstLine))
    return
  }
  const before = { requests: found.requests.length, facts: found.facts.length, unread: found.unread.length }
  let line = firstLine
  let unclosed = false
  for (let start = 0; start < text.length; ) {
    const logged = logLine(text, start)
    let end = endOfLine(text, start)
    // Lines inside a value have the line number of the value.
    const at = depth === 0 ? line : firstLine
    if (logged !== undefined) {
      end = logged.end
      readLogged(logged, at, depth, found)
    } else {
      const first = start + text.slice(start, end).search(/\S/)
      const spread = !unclosed && first >= start && (text[first] === '{' || text[first] === '[')
      const close = spread ? jsonEnd(text, first) : -1
      if (spread && close === -1) unclosed = true
      if (close > end) {
        const value = parsedJSON(text.slice(first, close))
        if (value !== undefined) readValue(value.json, at, depth + 1, found)
        end = endOfLine(text, close)
      } else {
        end = endOfHeldRules(text, start, end)
        readLine(text.slice(start, end), at, depth, found)
      }
    }
    line += lineBreaks(text, start, end) + 1
    start = end + 1
  }
  const own = found.requests.slice(before.requests)
  const isRead = own.length > 0 || found.facts.length > before.facts
  const isMore = isRead && (found.unread.length > before.unread || own.some(lacksHead))
  if (isMore || (!isRead && depth > 0)) {
    readWords(text, (index) => (depth === 0 ? firstLine + index : firstLine), own, found)
  }
}

/** A message without the kind before `forbidden:`, which may be on the line before it. */
function lacksHead({ answer, request }: ObservedRequest): boolean {
  return request.attributes?.isResourceRequest === true && answer.message?.startsWith('forbidden: ') === true
}

/** Reads messages in another layout. Those that the lines had `own` are kept, unless their beginning was on another line. */
function readWords(
  text: string,
  lineAt: (index: number) => number,
  own: readonly ObservedRequest[],
  found: Found,
): void {
  for (const worded of wordedRefusals(text)) {
    const [first, last] = [lineAt(worded.firstLine), lineAt(worded.lastLine)]
    const covers = (line: number): boolean => line >= first && line <= last
    const before = own.find(({ lines }) => lines.some(covers))
    if (before !== undefined && !(lacksHead(before) && worded.isWhole)) continue
    if (before !== undefined) found.requests.splice(found.requests.indexOf(before), 1)
    found.requests.push(observedInWords(worded, first, 'message'))
    const others = found.unread.filter(({ line }) => !covers(line))
    found.unread.splice(0, found.unread.length, ...others)
  }
}

/** Reads messages that do not name the user, where a text has no others. The step after authorization that wrote one is named instead. */
function readWithoutUser(text: string, found: Found): void {
  if (admissionRefusal(text) !== undefined) return
  for (const { message, firstLine } of refusalsWithoutUser(text)) {
    const observed = observedInWords(
      { message, isWhole: false, firstLine, lastLine: firstLine },
      firstLine + 1,
      'message',
    )
    const { username: _, ...requestor } = observed.requestor
    found.requests.push({ ...observed, requestor })
  }
  if (found.requests.length > 0) found.unread.splice(0)
}

function observedInWords(
  { message, isWhole }: WordedRefusal,
  line: number,
  source: 'status' | 'message',
): ObservedRequest {
  const refused = forbiddenMessage(message) as ForbiddenMessage
  const observed = observedInMessage(refused, message, line, source)
  return isWhole ? observed : withoutMessage(observed)
}

/** Where the text does not have the message that kube-apiserver writes today. */
function withoutMessage(observed: ObservedRequest): ObservedRequest {
  const { message: _, ...answer } = observed.answer
  return { ...observed, answer }
}

function lineBreaks(text: string, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++
  return count
}

function readLogged(
  { at, message, values }: NonNullable<ReturnType<typeof logLine>>,
  line: number,
  depth: number,
  found: Found,
): void {
  if (values === undefined) {
    const denial = denialFact(message)
    if (denial) found.facts.push({ ...denial, line, at })
    else readLine(message, line, depth, found)
    return
  }
  const fact = structuredFact(message, values)
  if (fact) {
    found.facts.push({ ...fact, line, at })
    return
  }
  for (const value of values.values()) {
    if (typeof value !== 'string') continue
    const refused = refusedIn(value, line, at)
    found.requests.push(...refused)
    if (refused.length === 0 && value.includes('"code":403')) readLines(value, line, depth + 1, found)
  }
}

/** An object or a list of objects. This test is quicker than parsing. */
const OBJECT = /\{\s*"|\[\s*\{/

/** One line that klog did not write: JSON, a message, or a quoted message. */
function readLine(text: string, line: number, depth: number, found: Found): void {
  const brace = text.search(OBJECT)
  const close = text.lastIndexOf(text[brace] === '[' ? ']' : '}') + 1
  const value = brace === -1 || close <= brace ? undefined : parsedJSON(text.slice(brace, close))
  if (value !== undefined && typeof value.json === 'object') return readValue(value.json, line, depth + 1, found)
  const event = escapedEvent(text)
  if (event !== undefined) return readEvent(event, line, found)
  const denial = denialFact(text)
  if (denial) found.facts.push({ ...denial, line, at: '' })
  else if (text.includes(OF_KUBELET) || /forbidden:(?: |$)/.test(text) || text.includes(' denied the request')) {
    const refused = refusedIn(text, line)
    const read = refused.length > 0 ? refused : refusedInQuotes(text, line)
    found.requests.push(...read)
    if (read.length === 0) found.unread.push({ line, code: 403, text })
  }
}

/** The beginning of an audit event in a value of a log, or in CSV: its quotes are escaped or doubled. */
const ESCAPED_EVENT = /\{\s?(\\{1,63}"|"")(?:kind|apiVersion|level|auditID|stage)\1\s?:/

function escapedEvent(text: string): JSONObject | undefined {
  const begins = text.includes('audit.k8s.io') ? ESCAPED_EVENT.exec(text) : null
  if (begins === null) return undefined
  const written = withoutEscapes(text.slice(begins.index), begins[1] ?? '')
  const value = parsedJSON(written.slice(0, Math.max(0, jsonEnd(written, 0))))?.json
  return isAuditEvent(value) ? value : undefined
}

/** The requests of the messages in a text that nothing escaped. */
function refusedIn(text: string, line: number, at = ''): readonly ObservedRequest[] {
  const messages = mayBeForbidden(text) ? forbiddenMessages(text) : []
  const ofKubelets = text.includes(OF_KUBELET) ? [...text.matchAll(KUBELET)] : []
  return [
    ...messages.map((one) => observedInMessage(one, text, line, 'message', at)),
    ...ofKubelets.map((words) => refusedByKubelet(words, line, at)),
  ]
}

const OF_KUBELET = 'Forbidden (user='

/** The words of a kubelet (`pkg/kubelet/server`): with all subresources, and those of older ones with a single one. */
const KUBELET =
  /Forbidden \(user=(.{1,500}?), ?verb=([^\s,]+), ?resource=([^\s,]+), ?subresource(?:\(s\)=\[(?:[^\]]{0,500} )?([^\] ]+)\]|=([^\s,()]+))\)/g

/** A kubelet asks kube-apiserver about its node. Its words do not name the node. */
function refusedByKubelet(words: RegExpExecArray, line: number, at: string): ObservedRequest {
  const [text, username = '', verb = '', resource = '', last, subresource = last ?? ''] = words
  const nowhere = { apiGroup: '', namespace: '', name: '', path: '' }
  const attributes = { ...nowhere, verb, isResourceRequest: true, resource, subresource }
  const refused = { start: 0, end: 0, username, attributes, reason: '' }
  return withoutMessage(observedInMessage(refused, text, line, 'message', at))
}

/** The requests of quoted messages, as loggers write values: each request once. */
function refusedInQuotes(text: string, line: number): readonly ObservedRequest[] {
  const found = new Map<string, ObservedRequest>()
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    const quoted = goUnquote(text, at)
    for (const one of quoted === undefined ? [] : refusedIn(quoted.value, line)) {
      const key = JSON.stringify([one.requestor, one.request, one.check])
      if (!found.has(key)) found.set(key, one)
    }
    at = quoted?.end ?? at + 1
  }
  return [...found.values()]
}

/**
 * A text whose messages are all on its first line. The last may have several lines, as each authorizer adds its reason on a line of its own.
 */
function bareMessage(text: string): ((line: number) => readonly ObservedRequest[]) | undefined {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST_MESSAGE || !mayBeForbidden(trimmed) || /^[[{]/.test(trimmed)) return undefined
  const lines = trimmed.split('\n')
  if (lines.some((line, index) => logLine(line, 0) !== undefined || (index > 0 && line.includes('forbidden: ')))) {
    return undefined
  }
  const [first = ''] = lines
  if (!mayBeForbidden(first)) return undefined
  const refused = forbiddenMessages(trimmed)
  return refused.length === 0
    ? undefined
    : (line) => refused.map((one) => observedInMessage(one, trimmed, line, 'message'))
}

/** A message has a few hundred characters, and some thousands with the reasons of all authorizers. */
const LONGEST_MESSAGE = 50_000
