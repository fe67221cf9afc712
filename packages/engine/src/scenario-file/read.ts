import type { Scenario, SentRequest } from '../decide/index.ts'
import type { RequestText } from '../http/index.ts'
import type { PlainUser } from '../kube/index.ts'
import type { Diagnostic, LineIndex } from '../text/index.ts'
import { type JsonDocument, type JsonObject, type JsonPath, type JsonValue, readJsonTexts } from '../yaml/index.ts'
import { fromMisfit, problem } from './issues.ts'
import { MIGRATIONS, migrated } from './migrations.ts'
import { DOCUMENT, DOCUMENT_VERSION, type Expectation, type WrittenDocument, type WrittenRequest } from './schema.ts'
import { fits, misfits } from './shape.ts'
import { FORMS, requestsOf, wrongIn } from './wrong.ts'

/** A scenario with its title, explanation and expectations. */
export interface ScenarioDocument {
  /** Empty where it has none. */
  readonly title: string
  /** Empty where it has none. Kubernetes nouns may be in backticks. */
  readonly explanation: string
  /** The request that is shown; the others are `earlier` and `later`. */
  readonly scenario: Scenario
  /** The step that is shown first. Absent for the last step. */
  readonly step?: number
  readonly expect: readonly Expectation[]
}

/** The most characters of a document. The policy of the largest clusters has a few million. */
export const LONGEST = 20_000_000

/** The result of reading a document. */
export interface ReadScenarioDocument {
  /** Absent where any part was not understood: no part is dropped or guessed. */
  readonly document?: ScenarioDocument
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads a scenario document in YAML or JSON, of this version or an older one. Unknown fields, values of another type and
 * newer versions are errors with their places. Accepts any text and never throws. The texts in the document, such as its
 * policy, are not parsed here.
 */
export function readScenarioDocument(text: string): ReadScenarioDocument {
  const { lines, documents, diagnostics } = readJsonTexts(text, 'document', { longest: LONGEST })
  if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics }
  const [first, second] = documents
  if (first === undefined) {
    const message = 'The text is empty; a scenario document is expected.'
    return {
      diagnostics: [problem(lines, 'no-document', message, 'Begin it with “version: 1”.', { start: 0, end: 0 })],
    }
  }
  if (second !== undefined) {
    const message = 'A file contains one scenario document, but this is a second one.'
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
    const message = 'This is not a scenario document: it is not a mapping.'
    return { diagnostics: [at('no-document', message, 'Begin it with “version: 1”.', [])] }
  }
  const { version } = value
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    const message = version === undefined ? 'The document does not say its version.' : 'This is not a version.'
    return { diagnostics: [at('no-version', message, `Write version: ${DOCUMENT_VERSION}.`, ['version'])] }
  }
  if (version > DOCUMENT_VERSION) {
    const message = `The document has version ${version}, but this playground reads versions up to ${DOCUMENT_VERSION}.`
    return { diagnostics: [at('newer-version', message, 'Open it in a newer playground.', ['version'])] }
  }
  const written = migrated(value, version, MIGRATIONS)
  if (!fits(written, DOCUMENT)) {
    const diagnostics = [...misfits(written, DOCUMENT)].map((misfit) => fromMisfit(misfit, read, lines))
    return { diagnostics: diagnostics.sort((a, b) => a.range.start - b.range.start) }
  }
  const diagnostics = [...wrongIn(written)].map(({ code, message, fix, path }) => at(code, message, fix, path))
  return diagnostics.length > 0 ? { diagnostics } : { document: documentOf(written), diagnostics }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const NOBODY: PlainUser = { username: '' }

/** The scenario of a document without errors. */
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
