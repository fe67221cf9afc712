import { byteLength } from '../go/index.ts'
import { diagnosticsOf, LineIndex, type Problem, quoted, type Span } from '../text/index.ts'
import { adviceOn } from './advice.ts'
import { canonicalHeaderName } from './headers.ts'
import { readHeaderLine } from './http-header-line.ts'
import { readRequestLine } from './http-request-line.ts'
import type { HTTPHeader, HTTPRequest, ReadRequest } from './request.ts'

/**
 * Reads an HTTP/1.1 request as people type it: request line, headers, a blank line, the body.
 *
 * Lenient where the meaning is clear: no HTTP version, a full URL, any line ends, blank lines and `#` or `//` lines
 * before the body, an indented block. Strict elsewhere, as Go's net/http is: an invalid line is an error with its
 * place, and the other lines still make the request. Without a request line there is no request. Methods are used as
 * written: `get` is not `GET`, and a warning says so.
 */
export function readHTTP(text: string): ReadRequest {
  const { request, problems } = readMessage(text)
  return {
    ...(request === undefined ? {} : { request }),
    diagnostics: diagnosticsOf(problems, new LineIndex('request', text)),
  }
}

/**
 * The size at which kube-apiserver's HTTP server refuses the head of a request, in bytes (`MaxHeaderBytes`, and Go's
 * reserve).
 */
const MAX_HEAD = (1 << 20) + 4096
/** After this many invalid header lines the text is not a request, and more errors would not help. */
const MOST_BAD_LINES = 500

interface Line {
  readonly text: string
  readonly start: number
  /** Where the next line starts, or -1 after the last. */
  readonly next: number
}

function readMessage(text: string): { readonly request?: HTTPRequest; readonly problems: readonly Problem[] } {
  const first = skipToRequestLine(text)
  if (first === undefined) {
    const end = { start: text.length, end: text.length }
    const message = 'There is no request line yet.'
    return {
      problems: [
        { severity: 'error', code: 'empty-request', message, fix: 'GET /api/v1/namespaces/default/pods', span: end },
      ],
    }
  }
  const indent = /^[ \t]*/.exec(first.text)?.[0] ?? ''
  const lineSpan = { start: first.start, end: first.start + first.text.length }
  if (byteLength(first.text) > MAX_HEAD) return { problems: [headTooLarge(lineSpan)] }
  const requestLine = readRequestLine(first.text, first.start)
  const startsWithHeaders = requestLine.method === undefined && requestLine.problem.code === 'missing-request-line'
  const head = readHead(text, startsWithHeaders ? first.start : first.next, indent, byteLength(first.text))
  const body = head.bodyStart === -1 ? '' : bodyFrom(text, head.bodyStart)
  if (requestLine.method === undefined) return { problems: [requestLine.problem, ...head.problems] }

  const { method, target } = requestLine
  const request: HTTPRequest = { method, target, headers: head.headers, body }
  const advice = [...adviceOn(request, lineSpan), ...adviceOnBody(request, head.bodyStart)]
  return { request, problems: [...head.problems, ...advice] }
}

function skipToRequestLine(text: string): Line | undefined {
  const byteOrderMark = text.startsWith('\ufeff') ? 1 : 0
  for (let at = byteOrderMark; at !== -1; ) {
    const line = lineAt(text, at)
    if (!isBlankLine(line.text) && !isComment(line.text)) return line
    at = line.next
  }
  return undefined
}

interface Head {
  readonly headers: readonly HTTPHeader[]
  readonly problems: readonly Problem[]
  /** Where the body starts, or -1 when there is none. */
  readonly bodyStart: number
}

function readHead(text: string, start: number, indent: string, requestLineBytes: number): Head {
  const headers: HTTPHeader[] = []
  const problems: Problem[] = []
  // Two more for the line break after the request line, two for the blank line that ends the head.
  let bytes = requestLineBytes + 4
  let hosts = 0
  for (let at = start; at !== -1; ) {
    const line = lineAt(text, at)
    at = line.next
    if (isBlankLine(line.text)) return { headers, problems, bodyStart: line.next }
    if (isComment(line.text)) continue
    const indented = indent !== '' && line.text.startsWith(indent) ? indent.length : 0
    const span = { start: line.start + indented, end: line.start + line.text.length }
    bytes += byteLength(line.text) + 2
    if (bytes > MAX_HEAD) return { headers, problems: [...problems, headTooLarge(span)], bodyStart: -1 }
    const read = readHeaderLine(line.text.slice(indented), span.start)
    if (read.header === undefined) problems.push(read.problem)
    else if (canonicalHeaderName(read.header.name) === 'Host' && ++hosts > 1) problems.push(secondHost(span))
    else headers.push(read.header)
    if (problems.length >= MOST_BAD_LINES) {
      return { headers, problems: [...problems, tooManyBadLines(span)], bodyStart: -1 }
    }
  }
  return { headers, problems, bodyStart: -1 }
}

function headTooLarge(span: Span): Problem {
  return {
    severity: 'error',
    code: 'headers-too-large',
    message: 'Request line and headers exceed the API server’s limit of 1 MiB. The text is not read from here on.',
    fix: 'Send fewer or shorter headers.',
    detail: '431 Request Header Fields Too Large',
    span,
  }
}

function secondHost(span: Span): Problem {
  return {
    severity: 'error',
    code: 'repeated-host',
    message: 'A request has one Host header at most.',
    fix: 'Remove this line.',
    detail: '400 Bad Request',
    span,
  }
}

function tooManyBadLines(span: Span): Problem {
  return {
    severity: 'error',
    code: 'too-many-errors',
    message: `${MOST_BAD_LINES} lines up to here are not headers. The text is not read from here on.`,
    fix: 'Put a blank line between the headers and the body.',
    span,
  }
}

function lineAt(text: string, start: number): Line {
  const lineFeed = text.indexOf('\n', start)
  const end = lineFeed === -1 ? text.length : lineFeed
  const withoutReturn = end > start && text[end - 1] === '\r' ? end - 1 : end
  return { text: text.slice(start, withoutReturn), start, next: lineFeed === -1 ? -1 : lineFeed + 1 }
}

function isBlankLine(line: string): boolean {
  return /^[ \t]*$/.test(line)
}

function isComment(line: string): boolean {
  return /^[ \t]*(#|\/\/)/.test(line)
}

/** The rest of the text, or nothing when it has only line breaks, which editors leave at the end. */
function bodyFrom(text: string, start: number): string {
  return /[^\r\n]/.test(text.slice(start)) ? text.slice(start) : ''
}

/** Advice about a body: lines in it that look like headers, and a `Content-Length` that differs from its length. */
function adviceOnBody({ headers, body }: HTTPRequest, start: number): readonly Problem[] {
  const problems: Problem[] = []
  const stray = /^impersonate-[a-z]+.*$/im.exec(body)
  if (stray !== null) {
    problems.push({
      severity: 'warning',
      code: 'header-in-body',
      message: `${quoted(stray[0])} comes after a blank line, so it is part of the body and not a header.`,
      fix: 'Remove the blank line above it.',
      span: { start: start + stray.index, end: start + stray.index + stray[0].length },
    })
  }
  const length = headers.find(({ name }) => canonicalHeaderName(name) === 'Content-Length')
  const bytes = byteLength(body)
  if (length?.span !== undefined && length.value !== String(bytes)) {
    problems.push({
      severity: 'warning',
      code: 'content-length',
      message: `Content-Length says ${quoted(length.value)}, but the body has ${bytes} bytes.`,
      fix: `Content-Length: ${bytes}`,
      span: length.span,
    })
  }
  return problems
}
