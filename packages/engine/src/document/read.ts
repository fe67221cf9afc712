import * as v from 'valibot'
import { DESIGN_NEEDS } from '../designs/index.ts'
import type { Diagnostic, LineIndex, PlainUser } from '../kube/index.ts'
import {
  type ExplainSyntax,
  type Json,
  type JsonDocument,
  type JsonObject,
  type JsonPath,
  nearest,
  readJsonTexts,
} from '../manifests/index.ts'
import type { RequestText } from '../request/index.ts'
import type { Scenario, SentRequest } from '../scenario/index.ts'
import { fromIssue, problem } from './issues.ts'
import { MIGRATIONS, migrated } from './migrations.ts'
import { DOCUMENT, DOCUMENT_VERSION, type Expectation, type WrittenDocument, type WrittenRequest } from './schema.ts'

/** A scenario, and what is told about it. */
export interface ScenarioDocument {
  /** Empty where it has none. */
  readonly title: string
  /** Empty where it has none. Kubernetes nouns may stand between backticks. */
  readonly explanation: string
  /** The request that is shown; the others are `earlier` and `later`. */
  readonly scenario: Scenario
  /** The step that is shown first; the end where it is absent. */
  readonly step?: number
  readonly expect: readonly Expectation[]
}

/** What reading a document came to. */
export interface ReadScenarioDocument {
  /** Absent where anything was not understood: nothing is dropped, and nothing guessed. */
  readonly document?: ScenarioDocument
  readonly diagnostics: readonly Diagnostic[]
}

/** Longer documents are not read: a policy of the largest clusters is a few million characters. */
export const LONGEST = 20_000_000

/**
 * Reads a scenario document: YAML or JSON, of this version or an older one. Strict: what is unknown, of another type or
 * of a newer version is an error with its place. Takes any text and never throws. What its texts say is not read here.
 * `readScenarioDocument` also tells what to type where the text is no YAML; this does where it is handed what explains.
 */
export function readDocument(text: string, explain?: ExplainSyntax): ReadScenarioDocument {
  const { lines, documents, diagnostics } = readJsonTexts(text, 'document', { longest: LONGEST, explain })
  if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics }
  const [first, second] = documents
  if (first === undefined) {
    const message = 'The text is empty, and a scenario document is expected.'
    return {
      diagnostics: [problem(lines, 'no-document', message, 'Begin it with “version: 1”.', { start: 0, end: 0 })],
    }
  }
  if (second !== undefined) {
    const message = 'A file holds one scenario document, and this is a second one.'
    return {
      diagnostics: [problem(lines, 'two-documents', message, 'Put it into a file of its own.', second.spanOf([]))],
    }
  }
  return readValue(first, lines)
}

function readValue(read: JsonDocument, lines: LineIndex): ReadScenarioDocument {
  const at = (code: string, message: string, fix: string, path: JsonPath) =>
    problem(lines, code, message, fix, read.spanOf(path))
  const { value } = read
  if (!isObject(value)) {
    const message = 'This is no scenario document: it is no mapping.'
    return { diagnostics: [at('no-document', message, 'Begin it with “version: 1”.', [])] }
  }
  const { version } = value
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    const message = version === undefined ? 'The document does not say its version.' : 'This is no version.'
    return { diagnostics: [at('no-version', message, `Write version: ${DOCUMENT_VERSION}.`, ['version'])] }
  }
  if (version > DOCUMENT_VERSION) {
    const message = `The document has version ${version}, and this playground reads versions up to ${DOCUMENT_VERSION}.`
    return { diagnostics: [at('newer-version', message, 'Open it in a newer playground.', ['version'])] }
  }
  const parsed = v.safeParse(DOCUMENT, migrated(value, version, MIGRATIONS))
  if (!parsed.success) {
    const diagnostics = parsed.issues.map((issue) => fromIssue(issue, read, lines))
    return { diagnostics: diagnostics.sort((a, b) => a.range.start - b.range.start) }
  }
  const diagnostics = [...wrongRequests(parsed.output), ...unknownDesigns(parsed.output)].map(
    ({ code, message, fix, path }) => at(code, message, fix, path),
  )
  return diagnostics.length > 0 ? { diagnostics } : { document: documentOf(parsed.output), diagnostics }
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface Wrong {
  readonly code: string
  readonly message: string
  readonly fix: string
  readonly path: JsonPath
}

const FORMS = ['http', 'kubectl', 'curl'] as const

/** What no schema says: which of several fields must be there, and which numbers name a request. */
function* wrongRequests(written: WrittenDocument): Generator<Wrong> {
  const { request, requests, requestor, view, expect = [] } = written
  if ((request === undefined) === (requests === undefined)) {
    yield request === undefined
      ? {
          code: 'no-request',
          message: 'There is no request.',
          fix: 'Write request: with http:, kubectl: or curl:.',
          path: [],
        }
      : {
          code: 'two-requests',
          message: '“request” and “requests” are both there.',
          fix: 'Put the one request among the others.',
          path: ['requests'],
        }
    return
  }
  const all = requestsOf(written)
  if (all.length === 0) {
    yield {
      code: 'no-request',
      message: '“requests” is empty.',
      fix: 'Write one request at least.',
      path: ['requests'],
    }
  }
  for (const [index, one] of all.entries()) {
    const path = request === undefined ? ['requests', index] : ['request']
    const forms = FORMS.filter((form) => one[form] !== undefined)
    if (forms.length !== 1) {
      const found = forms.length === 0 ? 'none of them' : forms.join(' and ')
      const message = `A request has one of http, kubectl and curl, and ${found} is here.`
      yield { code: 'wrong-form', message, fix: 'Keep one of them.', path }
    }
    if (requestor === undefined && one.requestor === undefined) {
      const message = 'Nobody sends this request.'
      yield { code: 'no-requestor', message, fix: 'Write requestor: with username: at the top.', path }
    }
  }
  const named: readonly (readonly [number | undefined, JsonPath])[] = [
    [view?.request, ['view', 'request']],
    ...expect.map(({ request: number }, index) => [number, ['expect', index, 'request']] as const),
  ]
  for (const [number, path] of named) {
    if (number === undefined || number <= all.length) continue
    const message = `There is no request ${number}: there ${all.length === 1 ? 'is 1' : `are ${all.length}`}.`
    yield { code: 'no-such-request', message, fix: `Write a number from 1 to ${all.length}.`, path }
  }
}

function requestsOf({ request, requests = [] }: WrittenDocument): readonly WrittenRequest[] {
  return request === undefined ? requests : [request]
}

function* unknownDesigns({ design, assumptions = {}, expect = [] }: WrittenDocument): Generator<Wrong> {
  const known = Object.keys(DESIGN_NEEDS)
  const named: readonly (readonly [string | undefined, JsonPath])[] = [
    [design, ['design']],
    ...Object.keys(assumptions).map((id) => [id, ['assumptions', id]] as const),
    ...expect.map((one, index) => [one.design, ['expect', index, 'design']] as const),
  ]
  for (const [id, path] of named) {
    if (id === undefined || known.includes(id)) continue
    const near = nearest(id, known)
    const fix = near === undefined ? `Designs are ${known.join(', ')}.` : `Did you mean “${near}”?`
    yield { code: 'unknown-design', message: `No design is called “${id}”.`, fix, path }
  }
}

const NOBODY: PlainUser = { username: '' }

function documentOf(written: WrittenDocument): ScenarioDocument {
  const { title = '', explanation = '', design = 'constrained', assumptions, cluster = {}, view, expect = [] } = written
  const { policy = '', objects, webhook, storedObject, webhookChanges, schema } = written
  const { version = '1.36', authorizationModes = ['RBAC'], constrainedImpersonation, defaultRoles } = cluster
  const sent = requestsOf(written).map((one): SentRequest => {
    const { requestor = written.requestor ?? NOBODY, after } = one
    return { request: requestText(one), requestor: plain(requestor), ...(after !== undefined && { after }) }
  })
  const shown = (view?.request ?? sent.length) - 1
  const [earlier, here, later] = [sent.slice(0, shown), sent[shown], sent.slice(shown + 1)]
  if (here === undefined) throw new Error('a document without the request that it shows')
  return {
    title,
    explanation,
    scenario: {
      version: 1,
      policy,
      ...(objects !== undefined && { objects }),
      ...(webhook !== undefined && { webhook }),
      ...(storedObject !== undefined && { storedObject }),
      ...(webhookChanges !== undefined && { webhookChanges }),
      ...(schema !== undefined && { schema }),
      ...here,
      cluster: {
        version,
        ...(constrainedImpersonation !== undefined && { constrainedImpersonation }),
        authorizationModes,
        ...(defaultRoles !== undefined && { defaultRoles }),
      },
      design,
      ...(assumptions && { assumptions }),
      ...(earlier.length > 0 && { earlier }),
      ...(later.length > 0 && { later }),
    },
    ...(view?.step !== undefined && { step: view.step }),
    expect,
  }
}

function requestText(written: WrittenRequest): RequestText {
  const form = FORMS.find((one) => written[one] !== undefined) ?? 'http'
  return { form, text: written[form] ?? '' }
}

function plain({ username, uid, groups, extra }: NonNullable<WrittenRequest['requestor']>): PlainUser {
  return { username, ...(uid !== undefined && { uid }), ...(groups && { groups }), ...(extra && { extra }) }
}
