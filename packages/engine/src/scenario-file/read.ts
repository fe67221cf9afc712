import type { Scenario, SentRequest } from '../decide/index.ts'
import type { RequestText } from '../http/index.ts'
import type { PlainUser } from '../kube/index.ts'
import { type Json, type JsonObject, readJsonTexts } from '../policy/index.ts'
import { MIGRATIONS, migrated } from './migrations.ts'
import { DOCUMENT, DOCUMENT_VERSION, type Expectation, type WrittenDocument, type WrittenRequest } from './schema.ts'
import { fits } from './shape.ts'
import { FORMS, requestsOf, wrongIn } from './wrong.ts'

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

/** Longer documents are not read: a policy of the largest clusters is a few million characters. */
export const LONGEST = 20_000_000

/**
 * Reads a scenario document that is as it should be: YAML or JSON, of this version or an older one. Undefined where
 * anything is not understood; `readScenarioDocument` says what. Takes any text and never throws.
 */
export function readDocument(text: string): ScenarioDocument | undefined {
  const { documents, diagnostics } = readJsonTexts(text, 'document', { longest: LONGEST })
  const [first, second] = documents
  if (first === undefined || second !== undefined) return undefined
  if (diagnostics.some(({ severity }) => severity === 'error')) return undefined
  const { value } = first
  if (!isObject(value) || !isVersion(value.version)) return undefined
  const written = migrated(value, value.version, MIGRATIONS)
  return fits(written, DOCUMENT) && wrongIn(written).next().done ? documentOf(written) : undefined
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a number is that of a version that there is. */
function isVersion(version: Json | undefined): version is number {
  return typeof version === 'number' && Number.isInteger(version) && version >= 1 && version <= DOCUMENT_VERSION
}

const NOBODY: PlainUser = { username: '' }

/** The scenario of a document in which nothing is wrong. */
export function documentOf(written: WrittenDocument): ScenarioDocument {
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
