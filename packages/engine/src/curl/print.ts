import { byteLength } from '../go/index.ts'
import type { HTTPHeader, HTTPRequest, PrintedRequest } from '../http/index.ts'
import {
  canonicalHeaderName,
  isSendableValue,
  isToken,
  splitTarget,
  targetRefusal,
  trimmedValue,
} from '../http/index.ts'
import { quoteWord } from '../shell/index.ts'
import { quoted } from '../text/index.ts'

const SERVER = 'https://localhost:6443'

/**
 * Prints a request as a curl command to an API server on this machine, an option a line. curl can send nearly
 * everything; `gap` names what is left out. A request that no HTTP client can send is a comment that says why.
 */
export function printCurl(request: HTTPRequest): PrintedRequest {
  const { method, target, headers, body } = request
  const refusal = unsendable(request)
  if (refusal !== undefined) return { text: `# ${refusal}`, gap: refusal }
  const carried = headers.filter((header) => isCarried(header))
  const sendsBody = body !== '' && method !== 'HEAD'
  const lines = [
    `curl ${targetWords(target)}`,
    ...methodOption(method, sendsBody),
    ...carried.filter((header) => !isOwnLength(header, body)).map((header) => `-H ${quoteWord(headerOption(header))}`),
    ...(sendsBody && !has(carried, 'Content-Type') ? ["-H 'Content-Type:'"] : []),
    ...(sendsBody ? [`--data-raw ${quoteWord(body)}`] : []),
  ]
  const lost = [
    ...(carried.length < headers.length ? [`${headers.length - carried.length} of the headers`] : []),
    ...(body !== '' && !sendsBody ? ['the body of a HEAD request'] : []),
  ]
  const text = lines.join(' \\\n  ')
  return lost.length === 0
    ? { text }
    : { text, gap: `curl cannot send ${lost.join(' and ')}: the command leaves that out.` }
}

function unsendable({ method, target, body }: HTTPRequest): string | undefined {
  if (!isToken(method)) return `${quoted(method)} is not an HTTP method.`
  if (targetRefusal(target) !== undefined || target.includes(' '))
    return `No client sends ${quoted(target)} as a target.`
  return body.includes('\0') ? 'A command line cannot carry the NUL in the body.' : undefined
}

/** Characters that a URL can contain and that reach the server unchanged. */
const PLAIN_TARGET = /^\/[!$&'()*+,\-./0-9:;=?@A-Z_a-z~%]*$/
const DOT_PARTS = /\/\.\.?(?:\/|$)/

function targetWords(target: string): string {
  if (!PLAIN_TARGET.test(target) || DOT_PARTS.test(splitTarget(target).path)) {
    return `--request-target ${quoteWord(target)} ${SERVER}`
  }
  return `'${SERVER}${target.replaceAll("'", "'\\''")}'`
}

function methodOption(method: string, sendsBody: boolean): readonly string[] {
  if (method === 'HEAD') return ['--head']
  return method === (sendsBody ? 'POST' : 'GET') ? [] : [`-X ${quoteWord(method)}`]
}

function isCarried({ name, value }: HTTPHeader): boolean {
  return isToken(name) && isSendableValue(value) && trimmedValue(value) === value
}

/** A semicolon sends an empty value; with a colon curl would send no header. */
function headerOption({ name, value }: HTTPHeader): string {
  return value === '' ? `${name};` : `${name}: ${value}`
}

/** The length of the body, which curl sends by itself. */
function isOwnLength({ name, value }: HTTPHeader, body: string): boolean {
  return canonicalHeaderName(name) === 'Content-Length' && value === String(byteLength(body))
}

function has(headers: readonly HTTPHeader[], name: string): boolean {
  return headers.some((header) => canonicalHeaderName(header.name) === name)
}
