import { attributesOf, type ReadRequest, type RequestText } from '../http/index.ts'
import { type Discovery, unservedResource, userInfo } from '../kube/index.ts'
import { type Diagnostic, LineIndex } from '../text/index.ts'

/** Codes of the warnings by which the reader of a command has said that its resource is not served. */
const SAID_ALREADY: ReadonlySet<string> = new Set(['resource-not-served', 'unknown-resource'])

const NOBODY = userInfo({ username: '' })

/**
 * A request with the warning that no API server serves its resource, or the one that its review asks about: a rule may allow it all
 * the same.
 */
export function withUnserved(read: ReadRequest, written: RequestText, discovery: Discovery): ReadRequest {
  const asked = askedIn(read)
  if (asked?.isResourceRequest !== true || read.diagnostics.some(({ code }) => SAID_ALREADY.has(code))) return read
  const unserved = unservedResource(asked.apiGroup, asked.resource, discovery)
  if (unserved === undefined) return read
  const start = Math.max(0, written.text.indexOf(asked.resource))
  const end = written.text.startsWith(asked.resource, start) ? start + asked.resource.length : start
  const range = new LineIndex('request', written.text).range({ start, end })
  const warning: Diagnostic = { severity: 'warning', code: 'resource-not-served', ...unserved, range }
  return { ...read, diagnostics: [...read.diagnostics, warning] }
}

function askedIn({ question, request }: ReadRequest) {
  if (question !== undefined) return question.kind === 'access' ? question.attributes : undefined
  const of = request && attributesOf(request, NOBODY)
  return of?.ok === true ? of.attributes : undefined
}
