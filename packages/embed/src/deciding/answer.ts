import type {
  Decided,
  DecisionState,
  Design,
  Diagnostic,
  RichText,
  Scenario,
  SourceId,
  Trace,
} from '@authz-playground/engine'
import { decisionAnswer, remarksOf } from '@authz-playground/engine/internal/answers'
import type { CheckView } from '@authz-playground/engine/internal/report'
import { isRefused } from '@authz-playground/engine/internal/trace'
import type { Remark } from '@authz-playground/engine/questions'
import { prepareScenarios, type Ready } from './prepare.ts'
import type { Refusal } from './refusal.ts'
import { whenIdle } from './when-idle.ts'

/** A decided scenario, with everything that the element shows of it. */
export interface ElementAnswer {
  readonly scenario: Scenario
  readonly state: DecisionState
  /** The answer in one sentence, or the problem where something was not understood. */
  readonly sentence: RichText
  readonly because: RichText
  /** Whose design decided. Absent for the designs of the playground. */
  readonly ofDesign?: string
  /** Absent where something was not understood. */
  readonly trace?: Trace
  readonly checks: readonly CheckView[]
  readonly design: Design
  /** Why it was refused, once the page is idle. Absent where it was not. Its code is loaded then. */
  readonly refusal?: () => Promise<Refusal>
  /** The errors that prevent a decision, in all of its texts. */
  readonly errors: readonly Diagnostic[]
  /** The warnings and notes about its texts. */
  readonly remarks: readonly Remark[]
}

/** Answers scenarios one after the other. A text that did not change is not read again. */
export type ScenarioAnswerer = (scenario: Scenario) => Promise<ElementAnswer | { readonly problems: readonly string[] }>

/** Makes the answerer of one element. It loads the chunks that a scenario needs, and decides when the page is idle. */
export function scenarioAnswerer(): ScenarioAnswerer {
  const prepare = prepareScenarios()
  return async (scenario) => {
    const ready = await prepare(scenario)
    return 'problems' in ready ? ready : whenIdle(() => answerOf(scenario, ready))
  }
}

function answerOf(scenario: Scenario, ready: Ready): ElementAnswer {
  const decided = ready.decide()
  const { state, errors, design } = decided
  const trace = state === 'decided' ? decided.trace : undefined
  const { sentence, because, ofDesign, checks } = decisionAnswer({ ...decided, trace }, scenario)
  return {
    scenario,
    state,
    sentence,
    because: trace === undefined ? [] : because,
    ...(ofDesign !== undefined && { ofDesign }),
    ...(trace && { trace }),
    checks,
    design,
    ...(trace && isRefused(trace) && { refusal: () => refusalOf(decided, scenario, ready) }),
    errors,
    remarks: remarksOf(decided),
  }
}

async function refusalOf(decided: Decided, scenario: Scenario, ready: Ready): Promise<Refusal> {
  // It waits for an idle moment to load, and for another one to compute.
  const { refusal } = await whenIdle(() => import('./refusal.ts'))
  return whenIdle(() => refusal(decided, scenario, ready))
}

/** The texts whose lines people can point at. */
export const TEXT_SOURCES = [
  'request',
  'policy',
  'objects',
  'webhook',
  'authorizationConfig',
  'storedObject',
  'webhookChanges',
  'schema',
  'designText',
] as const satisfies readonly SourceId[]

/** One text of a scenario. */
export interface AnswerText {
  readonly source: (typeof TEXT_SOURCES)[number]
  readonly name: string
  readonly language: 'yaml' | 'http' | 'shell'
  readonly text: string
}

/**
 * The texts of a scenario that are not empty, in the order in which they are shown: the request, then those of the
 * cluster.
 */
export function answerTexts(scenario: Scenario): readonly AnswerText[] {
  const { request, policy } = scenario
  const more = [
    ['objects', 'Stored objects'],
    ['webhook', 'Webhook'],
    ['authorizationConfig', 'AuthorizationConfiguration'],
    ['storedObject', 'Stored object'],
    ['webhookChanges', 'What webhooks change'],
    ['schema', 'Schema'],
    ['designText', 'Design'],
  ] as const
  return [
    {
      source: 'request',
      name: 'Request',
      language: request.form === 'http' ? 'http' : request.form === 'review' ? 'yaml' : 'shell',
      text: request.text,
    },
    { source: 'policy', name: 'Policy', language: 'yaml', text: policy },
    ...more.flatMap(([source, name]): readonly AnswerText[] => {
      const text = scenario[source] ?? ''
      return text.trim() === '' ? [] : [{ source, name, language: 'yaml', text }]
    }),
  ]
}
