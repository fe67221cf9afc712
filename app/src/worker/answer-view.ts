import {
  type AnsweredQuestion,
  assumptionsOf,
  attributesOf,
  DESIGN_LIST,
  type Decided,
  type Diagnostic,
  type HTTPRequest,
  OWN_DESIGN,
  type PlayedCommand,
  type Scenario,
  type SettingKey,
  type SourceId,
  type Trace,
  userInfo,
} from '@authz-playground/engine'
import { decisionAnswer } from '@authz-playground/engine/internal/answers'
import { fieldsOf, printHTTP, targetOf } from '@authz-playground/engine/internal/http'
import { isWrittenReview } from '@authz-playground/engine/internal/kube'
import { noImpersonationMetrics, printIncrements, responseWithAnswer } from '@authz-playground/engine/internal/report'
import { capitalized, wishInWords } from '@authz-playground/engine/internal/words'
import { auditEvent, auditYAML, increments, responseOf } from '@authz-playground/engine/report'
import { gridRunOf, layOutAhead, layOutChart } from '@authz-playground/pictures'
import type { AnswerView, DesignEntry, Effects } from './answer.ts'
import { changesView } from './changes-view.ts'
import { sentViews } from './sent-views.ts'

/** Fixes that name the controls of the page. */
const FIXES: Readonly<Record<SettingKey, string>> = {
  'default-roles': 'Switch on the default roles in the cluster settings if its rules are to count.',
  'access-rules': 'Choose authorizers with AccessRules in the cluster settings.',
  'request-body': 'kubectl makes this body from files or from the stored object: write it in the form or in HTTP.',
  requestor: 'Choose the requestor under “Who asks”.',
}

type Details = Pick<AnswerView, 'effects' | 'changes' | 'request' | 'sent' | 'command' | 'question'>

const OFFERED: readonly DesignEntry[] = DESIGN_LIST.map(({ id, title, summary, origin, gate, readsChanges }) => ({
  id,
  title,
  summary,
  origin,
  ...(gate && { gate }),
  ...(readsChanges && { readsChanges }),
}))

/** The design of one’s own in the list. Its text is read only where it decides. */
function ownEntry({ design, designDiagnostics }: Decided): DesignEntry {
  const read = designDiagnostics === undefined ? undefined : design
  return {
    id: OWN_DESIGN,
    title: read?.title ?? 'The design in the text',
    summary: read?.summary ?? 'A design of one’s own.',
    origin: 'own',
    ...(read?.gate && { gate: read.gate }),
  }
}

/** The errors of a bound that deciding met: unlike all others, they are not among the diagnostics of a text. */
function boundsIn(source: SourceId, { errors, write }: Decided): readonly Diagnostic[] {
  return errors.filter(
    (error) => error.code === 'beyond-limit' && error.range.source === source && !write?.diagnostics.includes(error),
  )
}

/** The answer to a decided scenario, in the form that the page shows. */
export function answerView(decided: Decided, scenario: Scenario): AnswerView {
  const { design, request, trace, state, errors, change, write } = decided
  const { policy, objects, webhook, authorizationConfig } = decided.cluster
  const wish = trace && request.request && wishInWords(trace, request.request)
  return {
    state,
    ...decisionAnswer(decided, scenario),
    ...(wish && { wish: capitalized(wish) }),
    ...(trace && { trace }),
    design: {
      id: design.id,
      title: design.title,
      summary: design.summary,
      sources: design.sources,
      statement: design.statement,
      assumptions: design.assumptions,
      assumed: assumptionsOf(design, scenario.assumptions?.[design.id]),
      graph: design.graph,
    },
    chart: layOutChart(design.graph, trace?.steps ?? []),
    ...(trace &&
      request.request &&
      asksForNobody(request.request, trace) && { ahead: layOutAhead(design.graph, trace.steps) }),
    ...(trace && request.request && { gridRun: gridRunOf(trace, request.request) }),
    designs: scenario.designText ? [...OFFERED, ownEntry(decided)] : OFFERED,
    errors: errors.length,
    policyDiagnostics: [...withControlsOfPage(policy.diagnostics), ...boundsIn('policy', decided)],
    requestDiagnostics: [...withControlsOfPage(request.diagnostics), ...boundsIn('request', decided)],
    policyRead: {
      roles: policy.roles.length,
      bindings: policy.bindings.length,
      accessRules: policy.accessRules.length,
    },
    notRead: policy.notRead,
    ...(objects && {
      objects: { count: objects.objects.length, notRead: objects.notRead, diagnostics: objects.diagnostics },
    }),
    ...(webhook && { webhook: { entries: webhook.entries.length, diagnostics: webhook.diagnostics } }),
    ...(authorizationConfig && {
      authorizationConfig: {
        authorizers: authorizationConfig.authorizers.map(({ type, webhook: { name } = { name: type } }) => name),
        diagnostics: authorizationConfig.diagnostics,
      },
    }),
    ...(decided.designDiagnostics && {
      designText: {
        diagnostics: decided.designDiagnostics,
        ...(decided.designSteps !== undefined && { steps: decided.designSteps }),
      },
    }),
    ...((change ?? write) && {
      change: byText(withControlsOfPage([...(change?.diagnostics ?? []), ...(write?.diagnostics ?? [])])),
    }),
    ...detailsOf(decided, scenario),
  }
}

/** Whether the request goes to authorization as it is. Its text shows that already, so it does not reveal the answer. */
const asksForNobody = (request: HTTPRequest, { requestor }: Trace): boolean =>
  targetOf(request.headers).kind === 'none' && attributesOf(request, requestor).ok

function byText(diagnostics: readonly Diagnostic[]): NonNullable<AnswerView['change']> {
  const of = (source: SourceId) => diagnostics.filter(({ range }) => range.source === source)
  return {
    body: of('request'),
    storedObject: of('storedObject'),
    webhookChanges: of('webhookChanges'),
    schema: of('schema'),
  }
}

/** The effects on client, audit log and metrics, and the request as it was read. */
function detailsOf(decided: Decided, scenario: Scenario): Details {
  const { request } = decided.request
  // Who sends a written review is not asked, so that there is neither an audit event nor a response.
  const isWritten = isWrittenReview(decided.question?.question)
  const question = isWritten ? undefined : decided.question
  // The client, the audit log and the metrics see the review by which a command asks.
  const { trace, design } = question?.review ?? decided
  const sent = sentViews(decided.sent, scenario)
  const history = sent.length > 1 ? { sent } : {}
  if (request === undefined) return history
  const effects = trace && !isWritten && effectsOf(trace, design, request, scenario)
  const changes = changesView(decided, scenario)
  return {
    ...history,
    ...(effects && {
      effects:
        question?.answer && question.question.kind !== 'who' && !question.refused
          ? withAnswer(effects, question.answer)
          : effects,
    }),
    ...(question && {
      question: {
        question: { kind: question.question.kind },
        shown: question.shown,
        hasAnswer: question.answer !== undefined,
        refused: question.refused,
      },
    }),
    ...(changes && { changes }),
    ...(decided.command && { command: commandView(decided.command) }),
    request: {
      request,
      username: userInfo(scenario.requestor).username,
      fields: fieldsOf(request),
      isPart: decided.request.command !== undefined,
    },
  }
}

/** The effects of a review, with the answer to its question. */
function withAnswer(effects: Effects, { trace }: NonNullable<AnsweredQuestion['answer']>): Effects {
  return { ...effects, response: responseWithAnswer(trace) }
}

/** The requests that a command sends after the answers that it gets. */
function commandView({ requests, shown }: PlayedCommand): NonNullable<AnswerView['command']> {
  const sent = requests.filter(({ trace }) => trace !== undefined)
  return {
    requests: sent.map(({ request }) => printHTTP(request).text),
    shown: sent.filter((one) => requests.indexOf(one) < shown).length,
  }
}

function effectsOf(
  trace: Trace,
  design: Decided['design'],
  request: HTTPRequest,
  { cluster }: Scenario,
): Effects | undefined {
  const response = responseOf(trace.outcome)
  if (response === undefined) return undefined
  const attributes = attributesOf(request, trace.requestor)
  const event = auditEvent(trace, design, request, attributes.ok ? attributes.attributes : undefined)
  const note = targetOf(request.headers).kind === 'target' ? noImpersonationMetrics(trace, cluster.version) : undefined
  return {
    response,
    ...(event && { audit: auditYAML(event) }),
    metrics: printIncrements(increments(trace, cluster.version)),
    ...(note !== undefined && { metricsNote: note }),
  }
}

/** Diagnostics whose fixes name the controls of the page, where it has one for the input that the fix is about. */
export function withControlsOfPage(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((one) => (one.setting === undefined ? one : { ...one, fix: FIXES[one.setting] }))
}
