import { attributesOf, type ReadRequest, type RequestText } from '../http/index.ts'
import {
  type Attributes,
  type Discovery,
  servedInOtherVersions,
  unservedResource,
  unservedVersion,
  userInfo,
} from '../kube/index.ts'
import { type Diagnostic, LineIndex } from '../text/index.ts'

/** Codes of the warnings by which the reader of a command has said that its resource, or its version, is not served. */
const SAID_ALREADY: ReadonlySet<string> = new Set(['resource-not-served', 'version-not-served', 'unknown-resource'])

const NOBODY = userInfo({ username: '' })

/**
 * A request with the warning that no API server serves its resource, or the one that its review asks about, or that the cluster does
 * not serve the version in its path: a rule may allow it all the same.
 */
export function withUnserved(read: ReadRequest, written: RequestText, discovery: Discovery): ReadRequest {
  const asked = askedIn(read)
  if (asked?.isResourceRequest !== true || read.diagnostics.some(({ code }) => SAID_ALREADY.has(code))) return read
  const problem = problemOf(asked, read.question === undefined, discovery)
  // The reader of a command says it of a subresource in these words.
  if (problem === undefined || read.diagnostics.some(({ message }) => message === problem.message)) return read
  const { word, ...warning } = problem
  const range = rangeOf(written, word)
  return { ...read, diagnostics: [...read.diagnostics, { severity: 'warning', ...warning, range }] }
}

/** What is not served of a resource, and the word that says so. A review may name any version, or none. */
function problemOf(asked: Asked, hasVersion: boolean, discovery: Discovery) {
  const unserved = unservedResource(asked.apiGroup, asked.resource, discovery)
  if (unserved !== undefined) return { code: 'resource-not-served', word: asked.resource, ...unserved }
  const isServed = discovery.find(asked.apiGroup, asked.resource)?.builtIn === true
  const inOthers = isServed ? servedInOtherVersions(asked, discovery) : undefined
  if (inOthers !== undefined) return { code: 'resource-not-served', word: asked.subresource, message: inOthers }
  const message = hasVersion ? unservedVersion(asked, discovery) : undefined
  return message === undefined ? undefined : { code: 'version-not-served', word: groupVersionOf(asked), message }
}

type Asked = Pick<Attributes, 'apiGroup' | 'apiVersion' | 'resource' | 'subresource'>

/** Where a word first is in a request; its beginning, where it is written otherwise. */
function rangeOf({ text }: RequestText, word: string): Diagnostic['range'] {
  const start = Math.max(0, text.indexOf(word))
  const end = text.startsWith(word, start) ? start + word.length : start
  return new LineIndex('request', text).range({ start, end })
}

function groupVersionOf({ apiGroup, apiVersion }: Asked): string {
  return apiGroup === '' ? apiVersion : `${apiGroup}/${apiVersion}`
}

function askedIn({ question, request }: ReadRequest) {
  if (question !== undefined) return question.kind === 'access' ? question.attributes : undefined
  const of = request && attributesOf(request, NOBODY)
  return of?.ok === true ? of.attributes : undefined
}
