import { goQuote } from '../go/index.ts'
import { canonicalHeaderName } from './headers.ts'
import { readHeaderLine } from './http-header-line.ts'
import { readRequestLine } from './http-request-line.ts'
import type { HTTPHeader, HTTPRequest, PrintedRequest } from './request.ts'

/**
 * Prints a request as {@link readHTTP} reads it: request line, headers in their order, a blank line, the body. A part
 * that HTTP/1.1 cannot carry (such as a line break in a value) becomes a comment, and `gap` names it. A request without
 * a gap reads back unchanged.
 */
export function printHTTP(request: HTTPRequest): PrintedRequest {
  const { method, target, headers, body } = request
  const gaps: string[] = []
  const lines = [`${method} ${target} HTTP/1.1`]
  if (!carriesRequestLine(request)) {
    lines[0] = leftOut(`${goQuote(method)} ${goQuote(target)}`)
    gaps.push('the method or the target')
  }
  const lost = headers.filter((header, index) => {
    const carried = carriesHeader(header) && !isLaterHost(headers, index)
    lines.push(
      carried ? `${header.name}: ${header.value}` : leftOut(`${goQuote(header.name)}: ${goQuote(header.value)}`),
    )
    return !carried
  })
  if (lost.length > 0) gaps.push(`${lost.length} of its headers`)
  if (/^[\r\n]+$/.test(body)) gaps.push('a body of line breaks only')
  const text = `${lines.join('\n')}\n${body === '' ? '' : `\n${body}`}`
  return gaps.length === 0
    ? { text }
    : { text, gap: `Raw HTTP cannot carry ${gaps.join(', ')}, which the text leaves out.` }
}

function leftOut(what: string): string {
  return `# left out: ${what}`
}

function carriesRequestLine({ method, target }: HTTPRequest): boolean {
  if (method.startsWith('#')) return false
  const read = readRequestLine(`${method} ${target} HTTP/1.1`, 0)
  return read.method === method && read.target === target
}

function carriesHeader({ name, value }: HTTPHeader): boolean {
  if (name.startsWith('#')) return false
  const { header } = readHeaderLine(`${name}: ${value}`, 0)
  return header?.name === name && header.value === value
}

function isLaterHost(headers: readonly HTTPHeader[], index: number): boolean {
  const isHost = ({ name }: HTTPHeader): boolean => canonicalHeaderName(name) === 'Host'
  const header = headers[index]
  return header !== undefined && isHost(header) && headers.findIndex(isHost) !== index
}
