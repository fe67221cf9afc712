import {
  type Decided,
  type Design,
  type Diagnostic,
  decider,
  endingWith,
  type HTTPRequest,
  loadDesigns,
  type Scenario,
  sentRequests,
  type Trace,
} from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { type Explanation, explain } from '@authz-playground/engine/explain'
import { playScenario } from '@authz-playground/engine/vectors'
import type { Input, PlacedVector } from './input.ts'
import { printPlace, type TextPosition } from './places.ts'
import { type CommandProblem, distinct, problemOf } from './problem.ts'
import { remarksOf } from './remarks.ts'
import { type CommandSettings, vectorWithSettings, withSettings } from './settings.ts'
import { userNotes } from './user-notes.ts'

/** One request, answered. */
export interface AnsweredRequest {
  readonly request: HTTPRequest
  readonly trace: Trace
  readonly design: Design
  /** Absent for a vector. */
  readonly scenario?: Scenario
  /** Why it was refused; undefined where it was authorized. */
  readonly explanation: () => Explanation | undefined
  /** Maps a place in the scenario's texts to a place in a file. */
  readonly placeOf: (place: TextPosition) => string
}

/** The result of a scenario: an answer for each of its requests, those of a command one by one, or the problems that prevent a decision. */
export interface DecidedScenario {
  /** The file, and the id in a vectors file; empty for a scenario from flags. */
  readonly name: string
  readonly title: string
  /** Empty where anything was not understood, because a partial answer looks like an answer. */
  readonly answers: readonly AnsweredRequest[]
  /** Of every severity: errors only where there are no answers. */
  readonly problems: readonly CommandProblem[]
}

/** Decides a scenario with all parts of the engine. */
export type Decide = (scenario: Scenario) => Decided

/** Loads all parts of the engine. */
export async function loadDecide(): Promise<Decide> {
  const decide = await decider()
  return (scenario) => decide(scenario, { cel: CEL })
}

/** Decides every scenario of an input under settings. */
export async function decideScenarios(input: Input, settings: CommandSettings): Promise<readonly DecidedScenario[]> {
  if (input.kind === 'document') return [decidedDocument(await loadDecide(), input, settings)]
  const designs = await loadDesigns()
  return input.vectors.map((placed) => decidedVector(designs, input.name, placed, settings))
}

function decidedDocument(
  decide: Decide,
  input: Input & { readonly kind: 'document' },
  settings: CommandSettings,
): DecidedScenario {
  const { name, document, placeOf, policyNamed, notes } = input
  const scenario = withSettings(document.scenario, settings)
  const about = { name, title: document.title }
  const answers: AnsweredRequest[] = []
  const remarks: CommandProblem[] = []
  for (const [index] of sentRequests(scenario).entries()) {
    const one = endingWith(scenario, index)
    if (one === undefined) break
    const result = decide(one)
    const { state, trace, request, design, errors, command } = result
    const here = (place: TextPosition) => placeOf(place, index)
    if (state !== 'decided' || trace === undefined || request.request === undefined) {
      return { ...about, answers: [], problems: [...errorsOf(errors, here, name), ...(notes?.(undefined) ?? [])] }
    }
    const played = command?.requests ?? [{ request: request.request, trace }]
    for (const { request, trace } of played) {
      if (trace === undefined) continue
      const explanation = () => explain({ ...result, trace, request: { request } }, one)
      answers.push({ request, trace, design, scenario: one, explanation, placeOf: here })
    }
    remarks.push(...remarksOf(result, { placeOf: here, policyNamed }), ...userNotes(result, one, decide, name))
  }
  return { ...about, answers, problems: [...distinct(remarks), ...(notes?.(answers.at(-1)?.trace) ?? [])] }
}

/** The errors of a scenario with their places. A choice that the design does not offer has no place in a text. */
export function errorsOf(
  errors: readonly Diagnostic[],
  placeOf: (place: TextPosition) => string,
  name: string,
): readonly CommandProblem[] {
  return errors.map((error) => problemOf(error, error.code === 'unknown-assumption' ? name : placeOf(error.range)))
}

function decidedVector(
  designs: readonly Design[],
  file: string,
  { line, vector }: PlacedVector,
  settings: CommandSettings,
): DecidedScenario {
  const name = `${file}:${line}`
  const about = { name: `${name}: ${vector.id}`, title: '' }
  // Lines of a text inside a JSON string are not lines of a file.
  const placeOf = ({ source, ...place }: TextPosition) => printPlace(`${name}: ${source}`, place)
  const withProblem = (message: string, fix?: string): DecidedScenario => ({
    ...about,
    answers: [],
    problems: [{ severity: 'error', at: name, message, ...(fix !== undefined && { fix }) }],
  })
  const played = playScenario(vectorWithSettings(vector, settings), designs)
  switch (played.kind) {
    case 'refused':
      return { ...about, answers: [], problems: errorsOf(played.diagnostics, placeOf, name) }
    case 'unknown-design':
      return withProblem(`Unknown design “${played.design}”.`, 'docs/designs.md lists them.')
    case 'unknown-assumption':
      return withProblem(`The design ${played.design.id} offers no “${played.chosen}”.`, 'docs/designs.md lists them.')
    case 'played': {
      const complaints = played.requests.flatMap((one) => ('complaint' in one ? [one.complaint] : []))
      if (complaints.length > 0) return { ...about, answers: [], problems: errorsOf(complaints, placeOf, name) }
      const { design, policy, defaultRoles, authorizationModes } = played
      const answers = played.requests.flatMap((one): readonly AnsweredRequest[] => {
        if (!('trace' in one)) return []
        const { request, trace } = one
        const decided = {
          state: 'decided' as const,
          trace,
          policy,
          ...(defaultRoles && { defaultRoles }),
          request: { request },
        }
        const explanation = () => explain(decided, { cluster: { authorizationModes } })
        return [{ request, trace, design, explanation, placeOf }]
      })
      return { ...about, answers, problems: [] }
    }
  }
}
