import { ALL_VERBS, type APIResource, SUBRESOURCE_VERBS } from '../kube/index.ts'
import { excerpt, type Problem, type Span } from '../text/index.ts'

/** The result of reading a table of `kubectl api-resources`. */
interface ResourceTable {
  /** In the order of the table, one for each line that could be read. */
  readonly resources: readonly APIResource[]
  /** An error for each other line. */
  readonly problems: readonly Problem[]
  /** The first line of the table. */
  readonly head: Span
}

const SUBRESOURCES: ReadonlyMap<string, readonly string[]> = new Map(
  ['status', 'scale'].map((name) => [name, SUBRESOURCE_VERBS]),
)

const HEADER = /^NAME +(?:SHORTNAMES +)?API(?:VERSION|GROUP) +NAMESPACED +KIND\b/
const VERSION = /^(?:[a-z0-9][-.a-z0-9]*\/)?v[0-9][a-z0-9]*$/
const ROW = /^[a-z][-a-z0-9]* +(?:[-a-z0-9,]+ +)?(?:[a-z0-9][-.a-z0-9]*\/)?v[0-9][a-z0-9]* +(?:true|false) +[A-Z]/

/** A line that begins a table of `kubectl api-resources`: its header, or with `--no-headers` a resource. Without its indent. */
export const RESOURCE_LINE = new RegExp(`${HEADER.source}|${ROW.source}`)

/** Whether the part of a text is a table of `kubectl api-resources`: its first line with words is one of such a table. */
export function isResourceTable(text: string, { start, end }: Span): boolean {
  const first = linesOf(text, { start, end }).next().value
  return first !== undefined && RESOURCE_LINE.test(withoutTabs(first.line))
}

/**
 * Reads the table that `kubectl api-resources` prints, also with `-o wide` or `--no-headers`. Columns are separated by
 * white space, so that a table that lost its alignment is read too. Reports each line that is not one of the table.
 */
export function readResourceTable(text: string, part: Span): ResourceTable {
  const resources: APIResource[] = []
  const problems: Problem[] = []
  let head: Span | undefined
  for (const { line, start } of linesOf(text, part)) {
    const words = withoutTabs(line)
    const span = { start, end: start + line.length }
    head ??= span
    if (HEADER.test(words)) {
      if (words.includes(' APIGROUP ')) problems.push(ofOldKubectl(span))
      continue
    }
    const read = rowOf(words)
    if (typeof read !== 'string') resources.push(read)
    else problems.push({ severity: 'error', code: 'resource-table', message: read, fix: FIX, span })
  }
  return { resources, problems, head: head ?? part }
}

const FIX =
  'Paste the lines as kubectl api-resources prints them, and put a line with --- between the table and what follows.'

function ofOldKubectl(span: Span): Problem {
  const message = 'This table has the column APIGROUP and no versions, as kubectl printed it before 1.20.'
  return { severity: 'error', code: 'resource-table', message, fix: 'Use a newer kubectl.', span }
}

/** The resource of a line, or why there is none. */
function rowOf(line: string): APIResource | string {
  const words = line.split(/ +/)
  const at = isScope(words[2]) || (words.length < 5 && !isScope(words[3])) ? 2 : 3
  const [resource = '', apiVersion = '', scope = '', kind = '', ...rest] = [words[0], ...words.slice(at - 1)]
  const shortNames = at === 3 ? (words[1] ?? '') : ''
  if (words.length < at + 2) return `“${excerpt(line)}” is not a line of the table: it has too few columns.`
  if (!/^[a-z][-a-z0-9]*$/.test(resource)) return `“${excerpt(resource)}” is not the plural of a resource.`
  if (!VERSION.test(apiVersion)) return `“${excerpt(apiVersion)}” is not an API version such as v1 or apps/v1.`
  if (!isScope(scope)) return `NAMESPACED is true or false; this line has “${excerpt(scope)}” there.`
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind)) return `“${excerpt(kind)}” is not a kind.`
  const [verbs, categories] = lastColumns(rest.join(' '))
  const slash = apiVersion.indexOf('/')
  return {
    apiGroup: slash === -1 ? '' : apiVersion.slice(0, slash),
    versions: [apiVersion.slice(slash + 1)],
    resource,
    singular: kind.toLowerCase(),
    shortNames: listOf(shortNames),
    kind,
    namespaced: scope === 'true',
    categories: listOf(categories),
    verbs: verbs === '' ? ALL_VERBS : listOf(verbs),
    // The table does not list them; these are the two that a definition can have.
    subresources: SUBRESOURCES,
    builtIn: false,
  }
}

function isScope(word: string | undefined): boolean {
  return word === 'true' || word === 'false'
}

/** The columns VERBS and CATEGORIES of `-o wide`; older programs print `[create delete]`. */
function lastColumns(text: string): readonly [verbs: string, categories: string] {
  const [, old, verbs = '', categories = ''] = /^(?:\[([^\]]*)\]|(\S*)) ?(\S*)/.exec(text) ?? []
  return [old === undefined ? verbs : old.replaceAll(' ', ','), categories]
}

function listOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(',')
}

function withoutTabs(line: string): string {
  return line.replace(/\t+/g, ' ')
}

/** The lines with words of a part, without comments and separators, indents and spaces at their ends. */
function* linesOf(text: string, { start, end }: Span): Generator<{ readonly line: string; readonly start: number }> {
  for (let at = start; at < end; ) {
    const newline = text.indexOf('\n', at)
    const next = newline === -1 || newline >= end ? end : newline + 1
    const whole = text.slice(at, next)
    const line = whole.trim()
    if (line !== '' && !line.startsWith('#') && !/^---(?:\s|$)/.test(line)) {
      yield { line, start: at + whole.search(/\S/) }
    }
    at = next
  }
}
