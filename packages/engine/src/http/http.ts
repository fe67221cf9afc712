import { byteLength } from '../go/index.ts'
import { type Problem, quoted } from '../text/index.ts'
import { adviceOn } from './advice.ts'
import { canonicalHeaderName } from './header-names.ts'
import { type HTTPAdvice, httpReader } from './http-reader.ts'
import type { HTTPRequest, ReadRequest } from './request.ts'

/**
 * Reads an HTTP/1.1 request as people type it: request line, headers, a blank line, the body.
 *
 * Lenient where the meaning is clear: no HTTP version, a full URL, any line ends, blank lines and `#` or `//` lines
 * before the body, an indented block. Strict elsewhere, as Go's net/http is: an invalid line is an error with its
 * place, and the other lines still make the request. Without a request line there is no request. Methods are used as
 * written: `get` is not `GET`, and a warning says so.
 */
export function readHTTP(text: string): ReadRequest {
  return read(text)
}

const advice: HTTPAdvice = (request, requestLine, bodyStart) => [
  ...adviceOn(request, requestLine),
  ...adviceOnBody(request, bodyStart),
]

const read = httpReader(advice)

/** Advice about a body: lines in it that look like headers, and a `Content-Length` that differs from its length. */
function adviceOnBody({ headers, body }: HTTPRequest, start: number): readonly Problem[] {
  const problems: Problem[] = []
  const stray = /^impersonate-[a-z]+.*$/im.exec(body)
  if (stray !== null) {
    problems.push({
      severity: 'warning',
      code: 'header-in-body',
      message: `${quoted(stray[0])} comes after a blank line, so it is part of the body and no header.`,
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
