import { byteLength } from '../go/index.ts'
import { type Problem, quoted } from '../text/index.ts'
import { adviceOn } from './advice.ts'
import { canonicalHeaderName } from './header-names.ts'
import { type HTTPAdvice, httpReader } from './http-reader.ts'
import type { HTTPRequest, ReadRequest } from './request.ts'

/**
 * Reads a request as it goes over the wire, as people type it: request line, headers, a blank line, the body.
 *
 * Lenient where nothing can be mistaken: no HTTP version, a full URL, any line ends, blank lines and `#` or `//` lines
 * before the body, an indented block. Strict elsewhere, as Go's net/http is: a line that is not understood is an error
 * with its place and changes nothing else; the request is what the other lines say. Without a request line there is
 * none. Methods are taken as written: `get` is not `GET`, which a warning says.
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
