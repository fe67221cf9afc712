import { goUnquote, goUnquoteList } from '../../go/index.ts'
import { attributesFor, userInfo } from '../../kube/index.ts'
import { forbidden } from '../../trace/index.ts'
import { type ObservedAttributes, pathAttributes, type WrittenObject } from './observed-request.ts'

/** A 403 message in a text. */
export interface ForbiddenMessage {
  readonly start: number
  readonly end: number
  /** Who was refused. */
  readonly username: string
  /** Reported only where a role would have granted more than its writer holds. */
  readonly groups?: readonly string[]
  /**
   * The refused request. Absent where a role would have granted too much: the message does not say whether it was
   * created or updated.
   */
  readonly attributes?: ObservedAttributes
  /** The role or binding that would have granted too much. */
  readonly written?: WrittenObject
  /** The reason that the authorizers added. */
  readonly reason: string
}

const CANNOT = 'forbidden: User "'
const GRANTS = ' is forbidden: user "'
const IS = ' is '
const BEGINNING = new RegExp(`${CANNOT}|${GRANTS}`, 'g')

/** A cheap test of whether a text may contain such a message, for callers that look at every line. */
export function mayBeForbidden(text: string): boolean {
  return text.includes(CANNOT) || text.includes(GRANTS)
}

/**
 * Finds the messages by which the API server refuses requests (Go: `responsewriters.ForbiddenStatusError`, and
 * `ConfirmNoEscalation` for roles), each request once, in the text that clients print around them. A `: …` after a message is
 * its reason, to the next message or the end of the text.
 */
export function forbiddenMessages(text: string): readonly ForbiddenMessage[] {
  const sentences = [...text.matchAll(BEGINNING)].flatMap(({ 0: words, index }) => {
    const read = words === CANNOT ? cannotSentence(text, index) : grantSentence(text, index)
    return read === undefined ? [] : [read]
  })
  const found = new Map<string, ForbiddenMessage>()
  for (const [at, sentence] of sentences.entries()) {
    const message = withReason(text, sentence, sentences[at + 1]?.start)
    const { username, groups, attributes, reason } = message
    const key = JSON.stringify([username, groups, attributes ?? reason])
    if (!found.has(key)) found.set(key, message)
  }
  return [...found.values()]
}

/** The first of the messages. */
export function forbiddenMessage(text: string): ForbiddenMessage | undefined {
  return forbiddenMessages(text)[0]
}

/** A message without its reason. */
interface Sentence extends Omit<ForbiddenMessage, 'reason'> {
  /** Where the reason begins, if there is one. */
  readonly reasonAt?: number
}

function withReason(text: string, { reasonAt, ...sentence }: Sentence, next: number | undefined): ForbiddenMessage {
  if (reasonAt === undefined) return { ...sentence, reason: '' }
  if (next === undefined) {
    const reason = text.slice(reasonAt)
    return { ...sentence, end: text.length, reason: sentence.groups === undefined ? reason : reason.trim() }
  }
  const before = text.slice(reasonAt, Math.max(reasonAt, next)).trimEnd()
  // `a: MESSAGE: REASON, b: MESSAGE`: the words before a colon are of the next message.
  const own = before.endsWith(':')
    ? before.slice(0, Math.max(0, ...[',', ';', '\n'].map((end) => before.lastIndexOf(end))))
    : before
  const reason = /[,;]$/.test(own.slice(-1)) ? own.slice(0, -1).trimEnd() : own
  return { ...sentence, ...(reason !== '' && { end: reasonAt + reason.length }), reason }
}

/** What the Rust client prints after a message: the reason of its `Status`, and the whole of it (`kube-core`, `Error::Api`). */
const OF_KUBE_RS = /^: (?:\w+ )?\((?:ErrorResponse|Status) \{/

function cannotSentence(text: string, at: number): Sentence | undefined {
  const user = goUnquote(text, at + CANNOT.length - 1)
  if (user === undefined || !text.startsWith(' cannot ', user.end)) return undefined
  const action = readAttributes(text, user.end + ' cannot '.length)
  if (action === undefined) return undefined
  const head = readHead(text, at, action.attributes)
  const reasoned =
    text.startsWith(': ', action.end) && !OF_KUBE_RS.test(text.slice(action.end, action.end + LONGEST_VERB))
  return {
    start: head.start,
    end: action.end,
    username: withoutEntities(user.value),
    attributes: { ...action.attributes, name: head.name },
    ...(reasoned && { reasonAt: action.end + 2 }),
  }
}

interface ReadAttributes {
  readonly attributes: ObservedAttributes
  readonly end: number
}

/** Longer words are not verbs: a verb with a mode in front has some thirty letters. */
const LONGEST_VERB = 300

/** `VERB path "…"`, or `VERB resource "…" in API group "…"` and the scope. */
function readAttributes(text: string, start: number): ReadAttributes | undefined {
  const [, verb, what] = /^([^"\n]*?) (resource|path) "/.exec(text.slice(start, start + LONGEST_VERB)) ?? []
  if (verb === undefined || what === undefined) return undefined
  const object = goUnquote(text, start + verb.length + what.length + 2)
  if (object === undefined) return undefined
  const said = withoutEntities(object.value)
  if (what === 'path') return { attributes: pathAttributes(withoutEntities(verb), said), end: object.end }
  const group = quotedAfter(text, object.end, ' in API group ')
  if (group === undefined) return undefined
  const namespace = quotedAfter(text, group.end, ' in the namespace ')
  const cluster = ' at the cluster scope'
  if (namespace === undefined && !text.startsWith(cluster, group.end)) return undefined
  const slash = said.indexOf('/')
  return {
    attributes: {
      verb: withoutEntities(verb),
      isResourceRequest: true,
      apiGroup: withoutEntities(group.value),
      resource: slash === -1 ? said : said.slice(0, slash),
      subresource: slash === -1 ? '' : said.slice(slash + 1),
      namespace: namespace === undefined ? '' : withoutEntities(namespace.value),
      name: '',
      path: '',
    },
    end: namespace?.end ?? group.end + cluster.length,
  }
}

function quotedAfter(text: string, at: number, words: string) {
  return text.startsWith(words, at) ? goUnquote(text, at + words.length) : undefined
}

/** `pods.v1 "web" is ` before `forbidden: `: where it begins, and the name in it. */
function readHead(
  text: string,
  at: number,
  { apiGroup, resource }: ObservedAttributes,
): { readonly start: number; readonly name: string } {
  if (at < IS.length || !text.startsWith(IS, at - IS.length)) return { start: at, name: '' }
  const kind = apiGroup === '' ? resource : `${resource}.${apiGroup}`
  const named = quotedBefore(text, at - IS.length)
  const kindEnd = named === undefined ? at - IS.length : named.start - 1
  const start = kindEnd - kind.length
  const whole = start >= 0 && text.slice(start, kindEnd) === kind
  return { start: whole ? start : at, name: named?.value ?? '' }
}

/**
 * The quoted text that ends at `end`. Quotes inside it are escaped, so the first unescaped quote before `end` opens it.
 */
function quotedBefore(text: string, end: number): { readonly value: string; readonly start: number } | undefined {
  if (text[end - 1] !== '"') return undefined
  let start = end - 2
  for (; start >= 0; start--) {
    if (text[start] !== '"') continue
    let backslashes = 0
    while (text[start - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) break
    start -= backslashes
  }
  const read = start < 0 ? undefined : goUnquote(text, start)
  return read?.end === end ? { value: read.value, start } : undefined
}

const HELD = ') is attempting to grant RBAC permissions not currently held:'

/** The end of the rules on the lines after a line that ends with the words of such a refusal; the end of the line elsewhere. */
export function endOfHeldRules(text: string, start: number, end: number): number {
  if (!text.slice(start, end).trimEnd().endsWith(HELD)) return end
  return end + (RULE_LINES.exec(text.slice(end))?.[0].length ?? 0)
}

const RULE_LINES = /^(?:\n[ \t]*\{(?:APIGroups|Resources|NonResourceURLs|ResourceNames|Verbs):[^\n]*)+/

function grantSentence(text: string, at: number): Sentence | undefined {
  const user = goUnquote(text, at + GRANTS.length - 1)
  if (user === undefined || !text.startsWith(' (groups=', user.end)) return undefined
  const groups = goUnquoteList(text, user.end + ' (groups='.length)
  if (groups === undefined || !text.startsWith(HELD, groups.end)) return undefined
  const named = quotedBefore(text, at)
  const kindEnd = named === undefined ? at : named.start - 1
  const kind = /[a-z.0-9]*$/.exec(text.slice(Math.max(0, kindEnd - LONGEST_VERB), kindEnd))?.[0] ?? ''
  if (kind === '') return undefined
  const [, resource = ''] = /^([a-z]+)\.rbac\.authorization\.k8s\.io$/.exec(kind) ?? []
  const written = resource === '' ? undefined : { resource, name: named?.value ?? '' }
  return {
    start: kindEnd - kind.length,
    end: groups.end + HELD.length,
    username: user.value,
    groups: groups.values,
    ...(written && { written }),
    reasonAt: groups.end + HELD.length,
  }
}

const ENTITIES = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
])

/** A name as it was before the API server escaped its HTML characters. */
export function withoutEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES.get(entity) ?? entity)
}

/** The message that kube-apiserver writes about a refused request. */
export function writtenMessage(username: string, attributes: ObservedAttributes, reason: string): string {
  const { fieldSelector: _, labelSelector: __, ...about } = attributes
  return forbidden('request', { attributes: attributesFor(userInfo({ username }), about), reason }).message
}
