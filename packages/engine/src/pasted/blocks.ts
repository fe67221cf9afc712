import { RESOURCE_LINE } from '../discovery/index.ts'
import { detectForm } from '../request/index.ts'
import { JSONValues } from './json-values.ts'
import { TABLE_HEADER } from './left-out.ts'
import { WHOAMI_HEADER } from './requestor.ts'

/** Lines of a pasted text that belong together. */
export interface Block {
  readonly kind: 'yaml' | 'json' | 'cluster' | 'kubectl' | 'curl' | 'http' | 'resources' | 'whoami' | 'table' | 'other'
  readonly text: string
  /** Its first line, from 1. */
  readonly line: number
  /** A here-document of the command before it. */
  readonly here?: true
}

/** A line from the output of a cluster: a 403, a check in the log of kube-apiserver, an audit event. */
const CLUSTER =
  /audit\.k8s\.io\/|\bis forbidden(?:: |\s*$)|forbidden: [Uu]ser\b|\bUser \W{0,20}\S{1,500} cannot |\bcannot \S{1,100} resource \W|RBAC: no rules authorize user |\] "(?:HTTP|Forbidden|Impersonation authorization check)" /

/** The name of a pod before a line of its log, or a link that an editor made of a kind. */
const CLUSTER_PREFIX = /^\[[\w./-]+\](?: |\(http)/

/** A line that begins YAML of Kubernetes, a stream of documents, or a template of YAML. */
const YAML =
  /^(?:---(?:\s|$)|%YAML|\{\{|(?:- )?["']?(?:apiVersion|kind|metadata|rules|roleRef|subjects|items|aggregationRule|apiGroups|verbs|contexts|current-context|clusters|users|version|request|requests|requestor|design)["']?[ \t]*:(?:\s|$))/

/** A command that passes what follows it to kubectl. */
const HERE_DOCUMENT = /^(?:[$%>] *)?cat\b.*<<-?\s*["']?\w+["']?.*\|\s*(?:kubectl|oc)\b/

/** The border of a block of code in Markdown. */
export const FENCE = /^\s{0,3}(?:```|~~~)/m

interface Line {
  readonly text: string
  readonly start: number
  /** Where the next line begins. */
  readonly next: number
  /** From 1. */
  readonly number: number
}

/**
 * Splits a pasted text into the parts that it is made of. YAML ends at a line of the output of a cluster and at a command,
 * which cannot begin a line of YAML, and at the border of a block of Markdown.
 */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = linesOf(text)
  const values = new JSONValues(text)
  const unclosed = new Set<string>()
  let open: { kind: Block['kind']; lines: Line[]; blank: boolean } | undefined
  const close = (): void => {
    if (open?.lines.some((line) => !isBlank(line))) {
      const [first] = open.lines
      const last = open.lines.at(-1)
      if (first && last) blocks.push({ kind: open.kind, text: text.slice(first.start, last.next), line: first.number })
    }
    open = undefined
  }
  const begin = (kind: Block['kind'], line: Line): void => {
    close()
    open = { kind, lines: [line], blank: false }
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined) break
    const inside = open?.kind
    if (FENCE.test(line.text)) {
      close()
      continue
    }
    if (open?.kind === 'http' && belongsToRequest(line, open)) {
      open.lines.push(line)
      open.blank ||= isBlank(line)
      continue
    }
    // Only the first part of a text may be indented as a whole.
    const words = inside === undefined ? line.text.trimStart() : line.text
    const kind = kindOf(words)
    if (kind === 'json') {
      const start = line.start + line.text.search(/\S/)
      const end = values.end(start)
      if (end !== undefined) {
        close()
        blocks.push({ kind: 'json', text: text.slice(start, end), line: line.number })
        while ((lines[at]?.next ?? Number.POSITIVE_INFINITY) < end) at += 1
        continue
      }
      if (inside === undefined) begin('yaml', line)
      else open?.lines.push(line)
    } else if (kind === 'kubectl' || kind === 'curl') {
      const to = endOfCommand(lines, at, unclosed)
      close()
      const last = lines[to] ?? line
      blocks.push({ kind, text: text.slice(line.start, last.next), line: line.number })
      const [, delimiter] = /<<-?\s*["']?(\w+)["']?/.exec(line.text) ?? []
      at = to
      if (delimiter === undefined) continue
      at += 1
      while (at < lines.length && lines[at]?.text.trim() !== delimiter) at++
      const body = text.slice(last.next, lines[at]?.start)
      blocks.push({ kind: 'yaml', text: body, line: last.number + 1, here: true })
    } else if (kind === 'other' && inside !== undefined && inside !== 'kubectl') open?.lines.push(line)
    else if (kind === inside && kind !== 'http') open?.lines.push(line)
    else begin(kind, line)
  }
  close()
  return joined(blocks)
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = []
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const next = end === -1 ? text.length : end + 1
    lines.push({
      text: text.slice(start, next).replace(/\r?\n$/, ''),
      start,
      next,
      number: lines.length + 1,
    })
    start = next
  }
  return lines
}

function kindOf(line: string): Block['kind'] {
  if (line === '' || /^[\s#]/.test(line)) return 'other'
  if (/^[{[]/.test(line) && !line.startsWith('{{') && !CLUSTER_PREFIX.test(line)) return 'json'
  if (RESOURCE_LINE.test(line.replace(/\t+/g, ' '))) return 'resources'
  if (WHOAMI_HEADER.test(line)) return 'whoami'
  if (TABLE_HEADER.test(line)) return 'table'
  if (YAML.test(line)) return 'yaml'
  if (HERE_DOCUMENT.test(line)) return 'kubectl'
  const form = detectForm(line)
  if (form !== undefined && form !== 'review' && /\S\s+\S/.test(line)) return form
  return CLUSTER.test(line) ? 'cluster' : 'other'
}

/** Whether a line belongs to the raw HTTP request before it: a header, the blank line, or a part of the body. */
function belongsToRequest(line: Line, before: { readonly lines: readonly Line[]; readonly blank: boolean }): boolean {
  const { text } = line
  if (!before.blank) return isBlank(line) || /^[\w-]+\s*:|^#/.test(text)
  if (CLUSTER.test(text) && !text.includes('audit.k8s.io/')) return false
  // A GET has no body, so what follows it is something else.
  return isBlank(line) || !/^(?:GET|HEAD|OPTIONS|DELETE)\b/.test(before.lines[0]?.text ?? '')
}

function isBlank({ text }: Line): boolean {
  return text.trim() === ''
}

/**
 * The index of the last line of a command: it goes on after a backslash and inside of quotes.
 *
 * @param unclosed the lines, with the quote that is open before each, from which no command ends; they are read once
 */
function endOfCommand(lines: readonly Line[], start: number, unclosed: Set<string>): number {
  let quote = ''
  const read: string[] = []
  for (let at = start; at < lines.length; at++) {
    const key = `${at}${quote}`
    if (unclosed.has(key)) break
    read.push(key)
    const { text = '' } = lines[at] ?? {}
    for (let index = 0; index < text.length; index++) {
      const character = text[index] ?? ''
      if (character === '\\' && quote !== "'") index++
      else if (quote === '' && /["']/.test(character)) quote = character
      else if (character === quote) quote = ''
    }
    if (quote === '' && !/\\\s*$/.test(text)) return at
  }
  for (const key of read) unclosed.add(key)
  // A quote that never closes: only the line itself.
  return start
}

/** Blocks of the output of a cluster with the lines around them, which are lines of the same log. */
function joined(blocks: readonly Block[]): readonly Block[] {
  const all: Block[] = []
  /** The last block of `all` as its parts while it is a log: long texts are put together once. */
  let parts: string[] = []
  const push = (block: Block): void => {
    finish()
    all.push(block)
    parts = [block.text]
  }
  const finish = (): void => {
    const last = all.at(-1)
    if (last && parts.length > 1) all[all.length - 1] = { ...last, text: parts.join('') }
  }
  for (const [index, block] of blocks.entries()) {
    const before = all.at(-1)
    if (isComment(block)) {
      // Before YAML it is a comment of YAML. Elsewhere it says nothing.
      if (blocks[index + 1]?.kind === 'yaml') push({ ...block, kind: 'yaml' })
      continue
    }
    if (before && isComment(before)) {
      all.pop()
      parts = []
      push({ ...block, text: before.text + block.text, line: before.line })
      continue
    }
    const log = (one: Block): boolean => one.kind === 'cluster' || one.kind === 'other'
    if (before && log(before) && log(block) && (before.kind === 'cluster' || block.kind === 'cluster')) {
      all[all.length - 1] = { kind: 'cluster', text: before.text, line: before.line }
      parts.push(ended(parts.pop() ?? ''), block.text)
    } else push(block)
  }
  finish()
  return all
}

function isComment({ text }: Block): boolean {
  return !/^[ \t]*[^\s#]/m.test(text)
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}
