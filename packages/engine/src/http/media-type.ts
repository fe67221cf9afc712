import { canonicalHeaderName } from './header-names.ts'
import type { HTTPRequest } from './request.ts'

/** The value of Content-Type as the API server reads it: of several headers the first; empty without one. */
export function contentTypeOf({ headers }: Pick<HTTPRequest, 'headers'>): string {
  return headers.find(({ name }) => canonicalHeaderName(name) === 'Content-Type')?.value ?? ''
}

/** The media type of a body without its parameters, in lower case (Go: `mime.ParseMediaType`); empty without a header. */
export function mediaTypeOf(request: Pick<HTTPRequest, 'headers'>): string {
  return (contentTypeOf(request).split(';')[0] ?? '').trim().toLowerCase()
}
