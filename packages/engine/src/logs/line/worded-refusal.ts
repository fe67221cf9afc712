import { goQuote } from '../../go/index.ts'
import { ANY_VERSION } from '../../kube/index.ts'
import { extraPrivilegesIn } from './extra-privileges.ts'
import { withoutEntities, writtenMessage } from './forbidden-message.ts'
import { withoutColours, withoutLayout } from './layout.ts'
import { logLine } from './log-line.ts'
import { type ObservedAttributes, pathAttributes } from './observed-request.ts'
import { MARK, QUOTES, quotationsAt, withoutEscapes } from './quoting.ts'

/** A 403 whose words are those of an API server, while its layout, its quotes or the order of its words are not. */
export interface WordedRefusal {
  /** The message as kube-apiserver writes it today. */
  readonly message: string
  /** The text has all of it. A text without the beginning does not name the object, an older one had other words. */
  readonly isWhole: boolean
  /** The first and the last line that it was read from, from 0. */
  readonly firstLine: number
  readonly lastLine: number
}

/** Longer texts are logs, whose lines programs read and nobody wrapped. Characters. */
export const LONGEST_WORDED = 20_000

/** The end of a line may be anywhere, and Markdown around a word. */
const BLANK = '(?:[\\s*_]|\\\\+[nrt])'
const GAP = `${BLANK}+`

/** Fixed words, which the end of a line may cut. */
function words(fixed: string): string {
  return fixed
    .split(' ')
    .map((word) => Array.from(word, (letter) => letter.replace(/[.()]/, '\\$&')).join('\\n?'))
    .join(GAP)
}

const VALUE = `((?:\\\\+[^${QUOTES}]|[^\\\\ \\t${QUOTES}])*?)`
/** A namespace with blanks cannot exist, and clients ask for one. */
const NAMESPACE = `((?:\\\\+[^${QUOTES}]|[^\\\\\\t${QUOTES}]){0,300}?)`
const PLACE = `(?:${words('in the namespace')}|${words('in project')})${GAP}(?:${MARK})${NAMESPACE}(?:${MARK})`
const CLUSTER = `(?:${words('at the cluster scope')}|${words('in the cluster')})`
const SCOPE = `(?:${PLACE}|${CLUSTER})`
const VERB = `([^\\s${QUOTES}]+(?:\\n[^\\s${QUOTES}]+)*)`

/** The words from 1.12 on, and after `|` those for a path. Groups: verb, resource, group, namespace, path. */
const CANNOT = new RegExp(
  `${GAP}${words('cannot')}${GAP}${VERB}${GAP}(?:${words('resource')}${GAP}${MARK}${VALUE}${MARK}${GAP}${words('in API group')}` +
    `${GAP}${MARK}${VALUE}(?:${MARK})?${GAP}${SCOPE}|${words('path')}${GAP}${MARK}${VALUE}${MARK})`,
  'y',
)

/** The same where a person left out the API group, which is known where one group alone has the resource. Groups: verb, resource, namespace. */
const CANNOT_SHORTENED = new RegExp(
  `${GAP}${words('cannot')}${GAP}${VERB}${GAP}${words('resource')}${GAP}${MARK}${VALUE}${MARK}${GAP}(?:(?:…|\\.{3}|\\[(?:…|\\.{3})\\])${GAP})?${SCOPE}`,
  'y',
)

const WORD = '([^\\s"\'`,;]{1,300})'

/** The words from 1.12 on in a text that lost all quotes, from the name of the user on. Groups: user, and as in `CANNOT`. */
const UNQUOTED = new RegExp(
  `${WORD}${GAP}${words('cannot')}${GAP}${WORD}${GAP}${words('resource')}${GAP}${WORD}${GAP}${words('in API group')}` +
    `(?:${GAP}([a-z0-9][a-z0-9.-]*))??${GAP}(?:${words('in the namespace')}${GAP}([a-z0-9][a-z0-9-]*)|${words('at the cluster scope')})`,
  'y',
)

/**
 * The words before 1.12 (Go: `forbiddenMessage` in `responsewriters`), and those of OpenShift 3. Groups: verb, resource with
 * group and subresource, namespace.
 */
const CANNOT_BEFORE = new RegExp(
  `${GAP}${words('cannot')}${GAP}${VERB}${GAP}(?:${words('all')}${GAP})?([a-z][a-z0-9.\\-/\\n]*?)${GAP}${SCOPE}`,
  'y',
)

/** OpenShift 3 had words of its own for one project. Groups: verb, name. */
const CANNOT_PROJECT = new RegExp(
  `${GAP}${words('cannot')}${GAP}${VERB}${GAP}${words('project')}${GAP}${MARK}${NAMESPACE}${MARK}`,
  'y',
)

/** Who masks the names may take `groups=[` with them. */
const GRANTING = new RegExp(
  `${GAP}\\((?:\\n?${words('groups=')}\\n?\\[|(?=${MARK}))([\\s\\S]*?)\\]\\n?\\)${GAP}${words('is attempting to grant RBAC permissions not currently held:')}`,
  'y',
)

const USER = new RegExp(`[Uu]\\n?${words('ser')}${GAP}(?=\\S)`, 'g')
/** People end the sentence here, and begin another one with the user. */
const IS_FORBIDDEN = `${words('is forbidden')}\\n?[:.]${GAP}$`
const FORBIDDEN = new RegExp(`${words('forbidden:')}${GAP}$`)

/** A name without the word before it, as KubeSphere writes one. */
const NAME_ALONE = new RegExp(
  `(?<=${words('is forbidden:')}${BLANK}{1,100})(?![Uu]ser\\b|cannot\\b)[\\w.@:+-]{1,253}(?=${GAP}${words('cannot')}${GAP})`,
  'g',
)

/** The longest beginning of a message, which has the name of an object. Characters. */
const LONGEST_HEAD = 1_000

/** Where a 403 begins that the end of the text cuts; -1 where the text ends otherwise. */
export function cutRefusalAt(text: string): number {
  const from = Math.max(0, text.length - LONGEST_HEAD)
  const last = text.slice(from)
  const at = last.lastIndexOf('forbidden:')
  // A terminal puts ends of lines anywhere.
  const rest =
    at === -1
      ? ''
      : last
          .slice(at)
          .replace(/[\r\n\\]/g, '')
          .replace(/\s+/g, ' ')
  return CUT.test(rest) ? from + at : -1
}

const UNTIL_RESOURCE = [...'User', '"', '[^"]*', '"', ...'cannot', '[^" ]*', ...'resource', '"', '[^"]*', '"']
const GROUP_AND_SCOPE = [
  ...[...'inAPIgroup', '"', '[^"]*', '"'],
  '(?:[ai]|at(?! *the *cluster *scope)[a-z ]*|in[a-z ]*(?:"[^"]*)?)?',
]

/** The words of a 403 as far as they go, and not to their end. */
const CUT = new RegExp(
  `^forbidden:${[...UNTIL_RESOURCE, ...GROUP_AND_SCOPE].reduceRight((rest, part) => ` *${part} *(?:(?:…|\\.{3})?$|${rest})`, '(?!)')}`,
)

/** The 403s of a text that somebody wrapped, quoted, escaped or printed otherwise. Empty for a long text. */
export function wordedRefusals(text: string): readonly WordedRefusal[] {
  if (text.length > LONGEST_WORDED) return []
  const plain = marksJoined(withoutLayout(text))
  const lines: Lines = { plain: plain.split('\n'), shown: withoutColours(text).split('\n') }
  const found: WordedRefusal[] = []
  let last = 0
  for (const user of plain.matchAll(USER)) {
    if (user.index < last) continue
    const wrapped = () => isWordWrapped(lines, lineOf(plain, user.index))
    const place = { from: last, start: user.index, at: user.index + user[0].length }
    const read = refusalAt(plain, place, wrapped) ?? unquotedAt(plain, place)
    if (read === undefined) continue
    const [firstLine, lastLine] = [lineOf(plain, read.start), lineOf(plain, read.end)]
    found.push({ message: read.message, isWhole: read.isWhole, firstLine, lastLine })
    last = read.end
  }
  for (const { 0: username, index } of plain.matchAll(NAME_ALONE)) {
    const refused: Refused = {
      from: 0,
      start: index,
      username: () => username,
      mark: '"',
      end: index + username.length,
    }
    const read = cannot(plain, refused)
    if (read === undefined) continue
    const [firstLine, lastLine] = [lineOf(plain, read.start), lineOf(plain, read.end)]
    found.push({ message: read.message, isWhole: false, firstLine, lastLine })
  }
  for (const { message, start, end } of extraPrivilegesIn(plain)) {
    found.push({ message, isWhole: true, firstLine: lineOf(plain, start), lastLine: lineOf(plain, end) })
  }
  return found
}

/** A refused user whose name a client left out, with the words around it. */
const WITHOUT_USER = new RegExp(
  `(?<![\\w-])(?:[Uu]\\n?${words('ser')}${GAP})?(?=${words('cannot')}${GAP}\\S+${GAP}${words('resource')}${GAP})`,
  'g',
)

/**
 * The refusals of a text that do not name the user, and have the words of an API server otherwise. Their message has an empty user.
 * Empty for a long text.
 */
export function refusalsWithoutUser(text: string): readonly Omit<WordedRefusal, 'isWhole'>[] {
  if (text.length > LONGEST_WORDED) return []
  // The words are read from the blank before them.
  const plain = ` ${marksJoined(withoutLayout(text))}`
  const found: Omit<WordedRefusal, 'isWhole'>[] = []
  let last = 0
  for (const { 0: whole, index } of plain.matchAll(WITHOUT_USER)) {
    if (index < last) continue
    const [mark = '"'] = new RegExp(MARK).exec(plain.slice(index)) ?? []
    const end = index + whole.length - 1
    const read = cannot(plain, { from: last, start: index, username: () => '', mark, end })
    if (read === undefined) continue
    found.push({ message: read.message, firstLine: lineOf(plain, read.start), lastLine: lineOf(plain, read.end) })
    last = read.end
  }
  return found
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length - 1
}

/** No line ends within backslashes and quotes: such an end comes after them, or after a backslash not at all. */
function marksJoined(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
    let end = at + 1
    if (at > 0 && isOfMark(text[at - 1])) while (isOfMark(text[end])) end++
    parts.push(text.slice(from, at), text.slice(at + 1, end), '\n')
    from = end
  }
  return [...parts, text.slice(from)].join('').replace(/(?<=\\)\n/g, '')
}

function isOfMark(character: string | undefined): boolean {
  return character !== undefined && (character === '\\' || QUOTES.includes(character))
}

interface Read {
  readonly message: string
  readonly isWhole: boolean
  readonly start: number
  readonly end: number
}

/** What follows the name of the user. */
const AFTER_USER = new RegExp(`${GAP}(?:${words('cannot')}|${words('(groups=')}|\\((?=${MARK}))`, 'y')

/** Where a message may be: the end of the previous one, `User`, and the name of the user. */
interface Place {
  readonly from: number
  readonly start: number
  readonly at: number
}

function refusalAt(text: string, { from, start, at }: Place, isWrapped: () => boolean): Read | undefined {
  for (const { value, mark, end } of quotationsAt(text, at, isWrapped)) {
    if (matched(AFTER_USER, text, end) === undefined) continue
    const refused: Refused = { from, start, username: () => withoutEntities(value()), mark, end }
    const read = cannot(text, refused) ?? granting(text, refused)
    if (read !== undefined) return read
  }
  return undefined
}

function unquotedAt(text: string, { from, start, at }: Place): Read | undefined {
  const [whole, user = '', verb = '', resource = '', apiGroup = '', namespace = ''] = matched(UNQUOTED, text, at) ?? []
  if (whole === undefined) return undefined
  const refused: Refused = { from, start, username: () => user, mark: '', end: at + user.length }
  const [plural = '', ...rest] = resource.split('/')
  const about = { verb, apiGroup, resource: plural, subresource: rest.join('/'), namespace }
  return written(text, refused, { ...IN_CLUSTER, ...about }, at + whole.length, true)
}

/**
 * Whether the lines of the paragraph with this line end where a mail ends them, in place of a blank. A terminal cuts at its
 * width, so that all lines but the last are equally long.
 */
function isWordWrapped({ plain, shown }: Lines, line: number): boolean {
  let [first, last] = [line, line]
  while (first > 0 && plain[first - 1]?.trim()) first--
  while (last < plain.length - 1 && plain[last + 1]?.trim()) last++
  const widths = new Set(shown.slice(first, last).map(({ length }) => length))
  return widths.size > 1 && plain.slice(first + 1, last + 1).some((one) => BEGINS_WITH_WORD.test(one))
}

/** The lines of a text without its layout, and as a terminal shows them. */
interface Lines {
  readonly plain: readonly string[]
  readonly shown: readonly string[]
}

const BEGINS_WITH_WORD = /^(?:[Uu]ser|is|forbidden:|cannot|resource|in|API|group|the|namespace|at|cluster|scope|path)\b/

interface Refused {
  /** Where the previous message ends. */
  readonly from: number
  readonly start: number
  /** Read once the words after it are those of a refusal. */
  readonly username: () => string
  readonly mark: string
  /** Where the name of the user ends. */
  readonly end: number
}

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

function cannot(text: string, refused: Refused): Read | undefined {
  const said = (value: string | undefined): string =>
    withoutEntities(withoutEscapes((value ?? '').replace(/\n/g, ''), refused.mark))
  const now = matched(CANNOT, text, refused.end)
  if (now !== undefined) {
    const [whole, verb, resource, group, namespace, path] = now
    const end = refused.end + whole.length
    if (path !== undefined) return written(text, refused, pathAttributes(said(verb), said(path)), end, true)
    const [plural = '', ...rest] = said(resource).split('/')
    const about = { verb: said(verb), apiGroup: said(group), resource: plural, subresource: rest.join('/') }
    return written(text, refused, { ...IN_CLUSTER, ...about, namespace: said(namespace) }, end, true)
  }
  const shortened = matched(CANNOT_SHORTENED, text, refused.end)
  if (shortened !== undefined) {
    const [whole, verb, resource, namespace] = shortened
    const [plural = '', ...rest] = said(resource).split('/')
    const groups = new Set(
      ANY_VERSION.resources.flatMap((one) => (one.builtIn && one.resource === plural ? [one.apiGroup] : [])),
    )
    const [apiGroup] = groups
    if (apiGroup === undefined || groups.size > 1) return undefined
    const about = { verb: said(verb), apiGroup, resource: plural, subresource: rest.join('/') }
    const end = refused.end + whole.length
    return written(text, refused, { ...IN_CLUSTER, ...about, namespace: said(namespace) }, end, false)
  }
  const ofProject = matched(CANNOT_PROJECT, text, refused.end)
  if (ofProject !== undefined) {
    const [whole, verb, project] = ofProject
    const name = said(project)
    const about = { verb: said(verb), apiGroup: '', resource: 'projects', subresource: '', namespace: name, name }
    return written(text, refused, { ...IN_CLUSTER, ...about }, refused.end + whole.length, false)
  }
  const before = matched(CANNOT_BEFORE, text, refused.end)
  if (before === undefined) return undefined
  const [whole, verb, resource, namespace] = before
  const about = { verb: said(verb), ...resourceBefore(said(resource)), namespace: said(namespace) }
  return written(text, refused, { ...IN_CLUSTER, ...about }, refused.end + whole.length, false)
}

/**
 * Kubernetes wrote `deployments.extensions/scale`, OpenShift 3 `deployments/scale.extensions`, and older ones the group first.
 */
function resourceBefore(said: string): Pick<ObservedAttributes, 'resource' | 'apiGroup' | 'subresource'> {
  const [, type = '', subresource = '', groupAfter = ''] = /^([^/]*)\/?([^.]*)\.?(.*)$/.exec(said) ?? []
  const [, groupBefore, last = ''] = /^(.+\.(?:openshift|k8s)\.io)\.([^.]+)$/.exec(type) ?? []
  if (groupBefore !== undefined) return { resource: last, apiGroup: groupBefore, subresource }
  const [resource = '', ...group] = type.split('.')
  return { resource, apiGroup: groupAfter || group.join('.'), subresource }
}

const IN_CLUSTER = { isResourceRequest: true, name: '', path: '', namespace: '' }

/** The message about these attributes, with the name before it and the reason after it. */
function written(text: string, refused: Refused, attributes: ObservedAttributes, end: number, isNow: boolean): Read {
  const { apiGroup, resource, isResourceRequest } = attributes
  const kind = apiGroup === '' ? resource : `${resource}.${apiGroup}`
  const head = isResourceRequest
    ? headBefore(text, refused, words(kind.replace(/[*[\]<>?+^$|{}\\]/g, '\\$&')))
    : headOfPath(text, refused.start)
  const after = reasonAfter(text, end, refused.mark)
  const reason = after.text === '' ? { ...after, text: scopesBefore(text, refused.start) } : after
  const name =
    head?.name ||
    attributes.name ||
    (isResourceRequest ? nameInDetails(text.slice(end, end + LONGEST_HEAD), resource) : '')
  const message = writtenMessage(refused.username(), { ...attributes, name }, reason.text)
  const start = refused.start - (head?.length ?? 0)
  return { message, isWhole: isNow && head !== undefined, start, end: reason.end }
}

/** OpenShift 3 wrote the reason of its scope authorizer before the user. */
function scopesBefore(text: string, at: number): string {
  return (
    /\bscopes \[[^\]]{0,500}\] prevent this action(?=[;,]\s+$)/.exec(
      text.slice(Math.max(0, at - LONGEST_HEAD), at),
    )?.[0] ?? ''
  )
}

/** The words before `User`. */
interface Head {
  readonly length: number
  readonly kind: string
  readonly name: string
}

/** The name in the details of the `Status` whose message ends where the text begins. Empty where they have none. */
function nameInDetails(text: string, resource: string): string {
  const [, details = ''] = DETAILS.exec(text) ?? []
  const field = (key: string): string | undefined =>
    new RegExp(`\\b${key}[^\\w,{}]{1,20}([^\\s"'\\\\,{}]+)`).exec(details)?.[1]
  return field('kind') === resource ? (field('name') ?? '') : ''
}

const DETAILS = /^[^{}]*\bdetails\W{1,20}?\{([^{}]*)\}/

/** `KIND "NAME" is forbidden: `, the nearest after the previous message. */
function headBefore(text: string, { from, start }: Refused, kind: string): Head | undefined {
  const before = text.slice(Math.max(from, start - LONGEST_HEAD), start)
  const kindOf = (found: string | undefined): string => (found ?? '').replace(/\n/g, '')
  const plain = new RegExp(`(${kind})${GAP}${IS_FORBIDDEN}`).exec(before)
  if (plain !== null) return { length: plain[0].length, kind: kindOf(plain[1]), name: '' }
  for (const named of [...before.matchAll(new RegExp(`(${kind})${GAP}(?=${MARK})`, 'g'))].reverse()) {
    for (const { value, end } of quotationsAt(before, named.index + named[0].length)) {
      if (!BETWEEN.test(before.slice(end))) continue
      return { length: before.length - named.index, kind: kindOf(named[1]), name: value() }
    }
  }
  return undefined
}

const BETWEEN = new RegExp(`^${GAP}${IS_FORBIDDEN}`)

function headOfPath(text: string, at: number): Head | undefined {
  const head = FORBIDDEN.exec(text.slice(Math.max(0, at - LONGEST_HEAD), at))
  return head === null ? undefined : { length: head[0].length, kind: '', name: '' }
}

function granting(text: string, refused: Refused): Read | undefined {
  const { start, username, mark, end } = refused
  const [whole, list] = matched(GRANTING, text, end) ?? []
  if (whole === undefined || list === undefined) return undefined
  const head = headBefore(text, refused, '[a-z][a-z0-9.\\n]*')
  if (head === undefined) return undefined
  const groups: string[] = []
  for (let at = 0; at < list.length; ) {
    const [one] = quotationsAt(`${list}]`, at)
    if (one === undefined) break
    groups.push(one.value())
    at = one.end + (/^[\s*_]*/.exec(list.slice(one.end))?.[0].length ?? 0)
  }
  const rules = reasonAfter(text, end + whole.length, mark, true)
  const named = head.name === '' ? head.kind : `${head.kind} ${goQuote(head.name)}`
  const writer = `user ${goQuote(username())} (groups=[${groups.map(goQuote).join(' ')}])`
  const message = `${named} is forbidden: ${writer} is attempting to grant RBAC permissions not currently held:\n${rules.text.replace(/(?<!\s)\s*\n(?!\{)\s*/g, ' ')}`
  return { message, isWhole: true, start: start - head.length, end: rules.end }
}

/**
 * The reason after `: `, to the end of its line or, where rules follow, of its paragraph. In an escaped text it ends at the
 * quote of the text.
 */
function reasonAfter(
  text: string,
  at: number,
  mark: string,
  isRules = false,
): { readonly text: string; readonly end: number } {
  const [colon] = isRules ? ['\n'] : (REASON.exec(text.slice(at, at + LONGEST_HEAD)) ?? [])
  if (colon === undefined) return { text: '', end: at }
  const start = isRules ? at : at + colon.length
  let end = start
  for (const line of text.slice(start).split('\n')) {
    const isMore = end === start || (isRules && line.trim() !== '' && logLine(line, 0) === undefined)
    if (!isMore) break
    end += line.length + 1
  }
  const lines = text.slice(start, Math.min(end, text.length)).trimEnd()
  const outer = mark.length === 1 ? -1 : endOfQuoted(lines, mark)
  const whole = outer === -1 ? lines : lines.slice(0, outer)
  const next = isRules ? -1 : whole.search(NEXT_MESSAGE)
  const inner = next === -1 ? whole : whole.slice(0, next)
  const straight = /["'`]/.test(mark) ? inner : inner.replace(/[“”„]/g, '"')
  const reason = withoutEscapes(straight, mark).trim()
  return { text: reason, end: start + inner.length }
}

/** What is before a reason, where the end of a line may be. */
const REASON = /^\.?:(?:[ \t]+\n|\s)/

/** An escaped end of line before another message. */
const NEXT_MESSAGE = /(?<!\\)\\+n(?=(?:(?!\\+n).){0,1000}?\bforbidden:)/

/** The first quote with fewer backslashes, or fewer quotes, than the mark: it ends the text that is escaped. */
function endOfQuoted(text: string, mark: string): number {
  const units = new RegExp(MARK, 'g')
  for (const { 0: unit, index } of text.matchAll(units)) if (unit.length < mark.length) return index
  return -1
}
