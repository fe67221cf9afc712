import { byteLength } from '../go/index.ts'
import { diagnosticsOf, LineIndex, type Problem, type Span } from '../text/index.ts'
import { canonicalHeaderName } from './header-names.ts'
import { readHeaderLine } from './http-header-line.ts'
import { readRequestLine } from './http-request-line.ts'
import type { Header, HTTPRequest, ReadRequest } from './request.ts'

/** Advice about a valid request. `bodyStart` is the offset of its body in the text. */
export type HTTPAdvice = (request: HTTPRequest, requestLine: Span, bodyStart: number) => readonly Problem[]

/** Makes a reader of HTTP/1.1 requests. Without advice it reports only errors. */
export function httpReader(advice?: HTTPAdvice): (text: string) => ReadRequest {
  return (text) => {
    const { request, problems } = readMessage(text, advice)
    return {
      ...(request === undefined ? {} : { request }),
      diagnostics: diagnosticsOf(problems, new LineIndex('request', text)),
    }
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

function readMessage(
  text: string,
  advice: HTTPAdvice | undefined,
): { readonly request?: HTTPRequest; readonly problems: readonly Problem[] } {
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
  return { request, problems: [...head.problems, ...(advice?.(request, lineSpan, head.bodyStart) ?? [])] }
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
  readonly headers: readonly Header[]
  readonly problems: readonly Problem[]
  /** Where the body starts, or -1 when there is none. */
  readonly bodyStart: number
}

function readHead(text: string, start: number, indent: string, requestLineBytes: number): Head {
  const headers: Header[] = []
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

const read = httpReader()

/** Reads a request as `readHTTP` does, without advice: it reports only errors. */
export function readHTTPWithoutAdvice(text: string): ReadRequest {
  return read(text)
}
