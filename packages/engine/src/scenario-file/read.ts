import { gatesOf } from '../cluster/index.ts'
import type { Scenario, SentRequest } from '../decide/index.ts'
import type { RequestText } from '../http/index.ts'
import { type PlainUser, UNNAMED_VERSION } from '../kube/index.ts'
import type { Diagnostic } from '../text/index.ts'
import { GOALS_MIGRATIONS, MIGRATIONS } from './migrations.ts'
import {
  DOCUMENT,
  DOCUMENT_VERSION,
  type Expectation,
  GOALS_DOCUMENT,
  type WrittenDocument,
  type WrittenRequest,
  type WrittenScenario,
} from './schema.ts'
import { fits, sentenceOf, type ValueOf } from './shape.ts'
import { type DocumentKind, readShaped } from './shaped-document.ts'
import { FORMS, requestsOf, unknownDesigns, wrongIn } from './wrong.ts'

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
  /** Sentences that `readGoal` reads. Absent where it has none. */
  readonly goals?: readonly string[]
}

/** The result of reading a document. */
export interface ReadScenarioDocument {
  /** Absent where any part was not understood: no part is dropped or guessed. */
  readonly document?: ScenarioDocument
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads a scenario document in YAML or JSON, of this version or an older one. Unknown fields, values of another type and
 * newer versions are errors with their places. Accepts any text and never throws. The texts in the document, such as its
 * policy and its goals, are not parsed here.
 */
export function readScenarioDocument(text: string): ReadScenarioDocument {
  const { written, at, diagnostics } = readShaped(text, SCENARIO_DOCUMENT)
  if (written === undefined) return { diagnostics }
  const wrong = [...wrongIn(written)].map(({ code, message, fix, path }) => at(code, message, fix, path))
  return wrong.length > 0 ? { diagnostics: wrong } : { document: documentOf(written), diagnostics }
}

const SCENARIO_DOCUMENT: DocumentKind<WrittenDocument> = {
  shape: DOCUMENT,
  fits: (value) => fits(value, DOCUMENT),
  version: DOCUMENT_VERSION,
  migrations: MIGRATIONS,
  what: 'a scenario document',
}

const GOALS_ALONE: DocumentKind<ValueOf<typeof GOALS_DOCUMENT>> = {
  shape: GOALS_DOCUMENT,
  fits: (value) => fits(value, GOALS_DOCUMENT),
  version: DOCUMENT_VERSION,
  migrations: GOALS_MIGRATIONS,
  what: 'a document with goals',
}

/** Goals for a policy that is elsewhere, such as the files of a folder. */
export interface GoalsDocument extends Pick<Scenario, 'cluster' | 'design' | 'assumptions'> {
  readonly title: string
  readonly explanation: string
  readonly goals: readonly string[]
}

/** Whether a text is meant to be a document with goals alone, judged by its top: it has `goals`, and no request. */
export function looksLikeGoals(text: string): boolean {
  if (/^\s*\{/.test(text)) return text.includes('"goals"') && !/"requests?"\s*:/.test(text)
  return /^(["']?)goals\1\s*:/m.test(text) && !/^(["']?)(?:requests?|kind)\1\s*:/m.test(text)
}

/** Reads a document with goals alone, as strictly as a scenario document. */
export function readGoalsDocument(text: string): {
  readonly document?: GoalsDocument
  readonly diagnostics: readonly Diagnostic[]
} {
  const { written, at, diagnostics } = readShaped(text, GOALS_ALONE)
  if (written === undefined) return { diagnostics }
  const wrong = [...unknownDesigns(written)].map(({ code, message, fix, path }) => at(code, message, fix, path))
  if (wrong.length > 0) return { diagnostics: wrong }
  const { title = '', explanation = '', design = 'constrained', assumptions, cluster, goals } = written
  const document = {
    title,
    explanation,
    design,
    ...(assumptions && { assumptions }),
    cluster: clusterOf(cluster),
    goals: goals.map(sentenceOf),
  }
  return { document, diagnostics }
}

const NOBODY: PlainUser = { username: '' }

/** The scenario of what a document without errors says. */
export function documentOf(written: WrittenScenario): ScenarioDocument {
  const { title = '', explanation = '', design = 'constrained', assumptions, view, expect = [], goals = [] } = written
  const { designText, policy = '', objects, webhook, storedObject, webhookChanges, schema } = written
  const { authorizationConfig } = written.cluster ?? {}
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
      version: 2,
      policy,
      ...(objects !== undefined && { objects }),
      ...(webhook !== undefined && { webhook }),
      ...(authorizationConfig !== undefined && { authorizationConfig }),
      ...(storedObject !== undefined && { storedObject }),
      ...(webhookChanges !== undefined && { webhookChanges }),
      ...(schema !== undefined && { schema }),
      ...here,
      cluster: clusterOf(written.cluster),
      design,
      ...(designText !== undefined && { designText }),
      ...(assumptions && { assumptions }),
      ...(earlier.length > 0 && { earlier }),
      ...(later.length > 0 && { later }),
    },
    ...(view?.step !== undefined && { step: view.step }),
    expect,
    ...(goals.length > 0 && { goals: goals.map(sentenceOf) }),
  }
}

function clusterOf({
  version = UNNAMED_VERSION,
  authorizationModes = ['RBAC'],
  defaultRoles,
  ...gates
}: NonNullable<WrittenDocument['cluster']> = {}): Scenario['cluster'] {
  return {
    version,
    ...gatesOf(gates),
    authorizationModes,
    ...(defaultRoles !== undefined && { defaultRoles }),
  }
}

function requestText(written: WrittenRequest): RequestText {
  const form = FORMS.find((one) => written[one] !== undefined) ?? 'http'
  return { form, text: written[form] ?? '' }
}

function plain({ username, uid, groups, extra }: NonNullable<WrittenRequest['requestor']>): PlainUser {
  return { username, ...(uid !== undefined && { uid }), ...(groups && { groups }), ...(extra && { extra }) }
}
