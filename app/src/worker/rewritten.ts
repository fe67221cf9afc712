import { type HTTPHeader, type HTTPRequest, type RequestText, readRequest } from '@authz-playground/engine'
import {
  type FieldChanges,
  type PrintedRequest,
  printHTTP,
  readHTTP,
  withFields,
} from '@authz-playground/engine/internal/http'
import type { Discovery } from '@authz-playground/engine/questions'

/**
 * The request with changed fields, as raw HTTP. Raw HTTP keeps every line that does not change: comments, lines that
 * were not understood, spelling. Undefined when there is no request to change.
 *
 * @param discovery what the cluster serves, by which a kubectl command is read
 */
export function rewritten(
  written: RequestText,
  changes: FieldChanges,
  discovery?: Discovery,
): PrintedRequest | undefined {
  const { request } = readRequest(written, discovery)
  if (request === undefined) return undefined
  const changed = withFields(request, changes)
  if (written.form !== 'http') return printHTTP(changed)
  if (changed === request) return { text: written.text }
  const text = withBody(withEdits(written.text, lineEdits(written.text, request, changed)), request.body, changed.body)
  const read = readHTTP(text).request
  return read !== undefined && sameRequest(read, changed) ? { text } : printHTTP(changed)
}

/** Replaces the body, which is everything after the blank line. */
function withBody(text: string, before: string, after: string): string {
  if (before === after) return text
  if (before !== '') return text.slice(0, text.length - before.length) + after
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  let end = text.length
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--
  return text.slice(0, end) + lineEnd + lineEnd + after
}

function sameRequest(a: HTTPRequest, b: HTTPRequest): boolean {
  return (
    a.method === b.method &&
    a.target === b.target &&
    a.body === b.body &&
    a.headers.length === b.headers.length &&
    a.headers.every(({ name, value }, index) => name === b.headers[index]?.name && value === b.headers[index]?.value)
  )
}

/** A line in the text. `next` is where the following one begins. */
interface Line {
  readonly start: number
  readonly end: number
  readonly next: number
}

/** The replacement of a range of the text. Edits are in the order of the text and do not overlap. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The edits that turn one request into the other, line by line. Headers that stay are the same objects in both. */
function lineEdits(text: string, before: HTTPRequest, after: HTTPRequest): readonly Edit[] {
  const requestLine = requestLineIn(text)
  const indent = /^[ \t]*/.exec(text.slice(requestLine.start, requestLine.end))?.[0] ?? ''
  const lineEnd = text.slice(requestLine.end, requestLine.next) || '\n'
  const edits: Edit[] = []
  if (before.method !== after.method || before.target !== after.target) {
    const version = /[ \t]HTTP\/\S+[ \t]*$/i.exec(text.slice(requestLine.start, requestLine.end))?.[0] ?? ''
    const start = requestLine.start + indent.length
    edits.push({ start, end: requestLine.end, text: `${after.method} ${after.target}${version}` })
  }

  let place = requestLine
  let at = 0
  let added: HTTPHeader[] = []
  const known = new Set(before.headers)
  /**
   * Puts the headers that were added since the last unchanged one into the places of removed ones, up to the next
   * unchanged one.
   */
  const settle = (until: HTTPHeader | undefined): void => {
    for (; at < before.headers.length && before.headers[at] !== until; at++) {
      const start = before.headers[at]?.span?.start ?? 0
      place = lineAround(text, start)
      const next = added.shift()
      edits.push(
        next === undefined
          ? { start: place.start, end: place.next, text: '' }
          : { start, end: place.end, text: `${next.name}: ${next.value}` },
      )
    }
    const lines = added.map(({ name, value }) => `${indent}${name}: ${value}`)
    const closed = place.next > place.end
    const inserted = lines.map((line) => (closed ? line + lineEnd : lineEnd + line)).join('')
    if (inserted !== '') edits.push({ start: place.next, end: place.next, text: inserted })
    added = []
    if (until?.span !== undefined) place = lineAround(text, until.span.start)
    at++
  }
  for (const header of after.headers) {
    if (known.has(header)) settle(header)
    else added.push(header)
  }
  settle(undefined)
  return edits
}

function withEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let done = 0
  for (const edit of edits) {
    pieces.push(text.slice(done, edit.start), edit.text)
    done = edit.end
  }
  return pieces.join('') + text.slice(done)
}

/** The first line that is neither blank nor a comment. In a request that was read it is the request line. */
function requestLineIn(text: string): Line {
  for (let start = text.startsWith('\ufeff') ? 1 : 0; ; ) {
    const line = lineAround(text, start)
    const content = text.slice(Math.max(start, line.start), line.end)
    if (!/^[ \t]*(?:#.*|\/\/.*)?$/.test(content) || line.next >= text.length)
      return { ...line, start: Math.max(start, line.start) }
    start = line.next
  }
}

function lineAround(text: string, offset: number): Line {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  const lineFeed = text.indexOf('\n', offset)
  if (lineFeed === -1) return { start, end: text.length, next: text.length }
  const end = lineFeed > start && text[lineFeed - 1] === '\r' ? lineFeed - 1 : lineFeed
  return { start, end, next: lineFeed + 1 }
}
