import { byteLength } from '../go/index.ts'
import { canonicalHeaderName } from './headers.ts'
import type { HTTPHeader, HTTPRequest } from './request.ts'

/** The body of a request and its content type. */
export interface BodyFields {
  /** The value of `Content-Type` as sent; empty where there is none. */
  readonly contentType: string
  readonly body: string
}

const CONTENT_TYPE = 'Content-Type'
const CONTENT_LENGTH = 'Content-Length'

export function bodyFieldsOf({ headers, body }: HTTPRequest): BodyFields {
  return { contentType: headers.find((header) => isNamed(header, CONTENT_TYPE))?.value ?? '', body }
}

/**
 * Changes the body of a request, and keeps its other headers and their order. A given `Content-Length` follows the
 * body. A body of line breaks only counts as empty, because it is invisible.
 */
export function withBodyFields(request: HTTPRequest, changes: Partial<BodyFields>): HTTPRequest {
  const before = bodyFieldsOf(request)
  const { contentType = before.contentType } = changes
  const wanted = changes.body ?? before.body
  const body = /[^\r\n]/.test(wanted) ? wanted : ''
  if (contentType === before.contentType && body === before.body) return request
  const typed =
    contentType === before.contentType ? request.headers : withHeader(request.headers, CONTENT_TYPE, contentType)
  const hasLength = typed.some((header) => isNamed(header, CONTENT_LENGTH))
  const measured =
    hasLength && body !== before.body ? withHeader(typed, CONTENT_LENGTH, String(byteLength(body))) : typed
  return { ...request, headers: measured, body }
}

/** Sets the first header of a name, adds one at the end, or removes all of them where the value is empty. */
function withHeader(headers: readonly HTTPHeader[], name: string, value: string): readonly HTTPHeader[] {
  if (value === '') return headers.filter((header) => !isNamed(header, name))
  const at = headers.findIndex((header) => isNamed(header, name))
  if (at === -1) return [...headers, { name, value }]
  return headers.map((header, index) => (index === at ? { name: header.name, value } : header))
}

function isNamed(header: HTTPHeader, name: string): boolean {
  return canonicalHeaderName(header.name) === name
}
