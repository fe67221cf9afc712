import {
  assumptionsOf,
  checkViews,
  DESIGN_LIST,
  type Decided,
  type Diagnostic,
  notDecidedWords,
  type Scenario,
  type SourceId,
  sentences,
} from '@authz-playground/engine'
import type { AnswerView, DesignEntry } from './answer.ts'

const OFFERED: readonly DesignEntry[] = DESIGN_LIST.map(({ id, title, summary, family, gate, readsChanges }) => ({
  id,
  title,
  summary,
  family,
  ...(gate && { gate }),
  ...(readsChanges && { readsChanges }),
}))

/** The answer to a decided scenario, without its details: all that must be there before anything is shown. */
export function answerView(decided: Decided, scenario: Scenario): AnswerView {
  const { design, policy, request, trace, state, errors, objects, webhook, change, write } = decided
  const { answer, because } = trace && request.request ? sentences(trace, request.request) : notDecidedWords(errors)
  return {
    state,
    sentence: answer,
    because,
    ...(trace && { trace }),
    checks: trace && request.request ? checkViews(trace, request.request, scenario.request) : [],
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
    designs: OFFERED,
    errors: errors.length,
    policyDiagnostics: policy.diagnostics,
    requestDiagnostics: request.diagnostics,
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
    ...((change ?? write) && { change: byText([...(change?.diagnostics ?? []), ...(write?.diagnostics ?? [])]) }),
  }
}

function byText(diagnostics: readonly Diagnostic[]): NonNullable<AnswerView['change']> {
  const of = (source: SourceId) => diagnostics.filter(({ range }) => range.source === source)
  return {
    body: of('request'),
    storedObject: of('storedObject'),
    webhookChanges: of('webhookChanges'),
    schema: of('schema'),
  }
}
