import {
  attributesBy,
  type CheckView,
  checkViews,
  DESIGN_LIST,
  type Decided,
  type DecisionState,
  type Design,
  type Diagnostic,
  deciderOver,
  loadDesign,
  needsParts,
  notDecidedWords,
  type ReadRequest,
  type RichText,
  type Scenario,
  type SourceId,
  sentences,
  type Trace,
} from '@authz-playground/engine'
import { partsFor } from './cluster.ts'
import { readingFor } from './reading.ts'
import { inTurn } from './turns.ts'
import { tried, whenAsked } from './when-asked.ts'

/** A scenario decided, with everything that is shown of it. */
export interface Answer {
  readonly scenario: Scenario
  readonly state: DecisionState
  /** The answer in one sentence; while something was not understood, what. */
  readonly sentence: RichText
  readonly because: RichText
  /** Absent while something was not understood. */
  readonly trace?: Trace
  readonly checks: readonly CheckView[]
  readonly design: Design
  /** What keeps it from being decided, in all of its texts. */
  readonly errors: readonly Diagnostic[]
}

/** Answers scenarios one after the other: with a text that stays as it was, reading it is done once. */
export type Answering = (scenario: Scenario) => Promise<Answer | { readonly problems: readonly string[] }>

/** Makes what answers the scenarios of one element. Loads what a scenario needs, and decides when the page has time. */
export function answering(): Answering {
  const designs = new Map<string, Design>()
  let reading: Reading | undefined
  const find = (id: string) => designs.get(id)
  const read: Reading = (request) => {
    if (reading === undefined) throw new Error('no scenario was begun')
    return reading(request)
  }
  const decide = deciderOver(find, read, attributesOf, closeReading)
  return async (scenario) => {
    const design = await loadDesign(scenario.design)
    if (design === undefined) {
      const known = DESIGN_LIST.map(({ id }) => id).join(', ')
      return { problems: [`No design is called “${scenario.design}”. Designs are ${known}.`] }
    }
    const [readingThis, parts] = await Promise.all([
      readingFor(scenario),
      needsParts(scenario) ? partsFor(scenario) : undefined,
    ])
    return tried(() =>
      inTurn(() => {
        designs.set(design.id, design)
        reading = readingThis
        return answerOf(scenario, decide(scenario, parts && { parts }))
      }),
    )
  }
}

const attributesOf = attributesBy(whenAsked(async () => (await import('./parts/selectors.ts')).SELECTOR_READING))

/** Few texts that are published are to be read closely. */
const closeReading = whenAsked(async () => (await import('./parts/close-reading.ts')).CLOSE_READING)

type Reading = (request: Scenario['request']) => ReadRequest

function answerOf(scenario: Scenario, { state, errors, request, design, ...decided }: Decided): Answer {
  const trace = state === 'decided' ? decided.trace : undefined
  const { answer, because } = trace && request.request ? sentences(trace, request.request) : notDecidedWords(errors)
  return {
    scenario,
    state,
    sentence: answer,
    because: trace === undefined ? [] : because,
    ...(trace && { trace }),
    checks: trace && request.request ? checkViews(trace, request.request, scenario.request) : [],
    design,
    errors,
  }
}

/** The texts that lines can be pointed at in. */
export const TEXT_SOURCES = [
  'request',
  'policy',
  'objects',
  'webhook',
  'storedObject',
  'webhookChanges',
  'schema',
] as const satisfies readonly SourceId[]

/** One text of a scenario. */
export interface ShownText {
  readonly source: (typeof TEXT_SOURCES)[number]
  readonly name: string
  readonly language: 'yaml' | 'http' | 'shell'
  readonly text: string
}

/** The texts of a scenario that say something, in the order in which they are shown: the request, then the cluster’s. */
export function textsOf(scenario: Scenario): readonly ShownText[] {
  const { request, policy } = scenario
  const more = [
    ['objects', 'Stored objects'],
    ['webhook', 'Webhook'],
    ['storedObject', 'Stored object'],
    ['webhookChanges', 'What webhooks change'],
    ['schema', 'Schema'],
  ] as const
  return [
    {
      source: 'request',
      name: 'Request',
      language: request.form === 'http' ? 'http' : 'shell',
      text: request.text,
    },
    { source: 'policy', name: 'Policy', language: 'yaml', text: policy },
    ...more.flatMap(([source, name]): readonly ShownText[] => {
      const text = scenario[source] ?? ''
      return text.trim() === '' ? [] : [{ source, name, language: 'yaml', text }]
    }),
  ]
}
