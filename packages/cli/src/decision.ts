import {
  type AnsweredQuestion,
  type Cluster,
  type Decided,
  type DecideOptions,
  type Design,
  type Diagnostic,
  decider,
  type HTTPRequest,
  loadDesigns,
  type Scenario,
  sentRequests,
  type Trace,
} from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { type AllowingChangeRow, allowingChanges, unjudged } from '@authz-playground/engine/internal/answers'
import { endingWith } from '@authz-playground/engine/internal/decide'
import { policyChanges } from '@authz-playground/engine/internal/explain'
import { type CommandOutput, commandOutput } from '@authz-playground/engine/internal/query'
import { userNote, withMissingGroups } from '@authz-playground/engine/internal/report'
import { playScenario, type VectorPlay, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import { changes, type Explained, type Explanation, explain } from '@authz-playground/engine/questions'
import type { InputFile } from './files.ts'
import type { Input, PlacedVector } from './input.ts'
import { placedRemarks } from './placed-remarks.ts'
import { type CommandProblem, distinct, problemOf } from './problem.ts'
import { placedRemark } from './query/question.ts'
import { type CommandSettings, vectorWithSettings, withSettings } from './settings.ts'
import { type PlaceOf, printPlace, type TextPosition } from './text-places.ts'

/** One request, answered. */
export interface AnsweredRequest {
  readonly request: HTTPRequest
  readonly trace: Trace
  readonly design: Design
  /** Absent for a vector. */
  readonly scenario?: Scenario
  /** Why it was refused; undefined where it was authorized. */
  readonly explanation: () => Explanation | undefined
  /** Why the refusal may be another answer: the bindings whose role was not read, an error each. Empty where it was authorized. */
  readonly unjudged: () => readonly CommandProblem[]
  /**
   * The changes after which it is allowed, the narrowest first. Empty where it was authorized. Undefined for a request of a
   * command to which another one is the answer: the changes of that one let the command through.
   */
  readonly changes: () => readonly AllowingChangeRow[] | undefined
  /** The question of a command, where this is the answer to it, and what the command prints. */
  readonly question?: AnsweredQuestion & { readonly output: () => CommandOutput | undefined }
  /** The text of the policy that decided. */
  readonly policy: string
  /** The files that it was joined from; absent where it comes from none. */
  readonly policyFiles?: readonly InputFile[]
  /** Maps a place in the scenario's texts to a place in a file. */
  readonly placeOf: (place: TextPosition) => string
  /** The warnings and notes beside the answer. */
  readonly remarks: readonly CommandProblem[]
}

/** The result of a scenario: an answer for each of its requests, those of a command one by one, or the problems that prevent a decision. */
export interface AnsweredScenario {
  /** The file, and the id in a vectors file; empty for a scenario from flags. */
  readonly name: string
  /** The id in a vectors file. */
  readonly id?: string
  readonly title: string
  /** Empty where anything was not understood, because a partial answer looks like an answer. */
  readonly answers: readonly AnsweredRequest[]
  /** Of every severity: errors only where there are no answers. */
  readonly problems: readonly CommandProblem[]
}

/** The same, with the cluster that decided. */
export interface DecidedScenario extends AnsweredScenario {
  /** Absent where anything was not understood. */
  readonly cluster?: Cluster
  /** Maps a place in the cluster’s texts to a place in a file. */
  readonly placeOf: (place: TextPosition) => string
}

/** Decides a scenario with all parts of the engine. */
export type Decide = (scenario: Scenario, options?: Pick<DecideOptions, 'granting'>) => Decided

/** Loads all parts of the engine. */
export async function loadDecide(): Promise<Decide> {
  const decide = await decider()
  return (scenario, options) => decide(scenario, { cel: CEL, ...options })
}

/** Decides every scenario of an input under settings, one after the other: a vectors file may have many. */
export async function* decideScenarios(input: Input, settings: CommandSettings): AsyncGenerator<DecidedScenario> {
  if (input.kind === 'document') {
    yield decidedDocument(await loadDecide(), input, settings)
    return
  }
  const designs = [...(await loadDesigns()), ...(settings.written ? [settings.written.design] : [])]
  for (const placed of input.vectors) yield decidedVector(designs, input.name, placed, settings)
}

function decidedDocument(
  decide: Decide,
  input: Input & { readonly kind: 'document' },
  settings: CommandSettings,
): DecidedScenario {
  const { name, document, policyNamed, policyFiles, notes, otherAuthorizer } = input
  const { written } = settings
  const placeOf: PlaceOf = (place, request) =>
    written && place.source === 'designText' ? printPlace(written.name, place) : input.placeOf(place, request)
  const scenario = withSettings(document.scenario, settings)
  const about = { name, title: document.title, placeOf: (place: TextPosition) => placeOf(place, 0) }
  const answers: AnsweredRequest[] = []
  let deciding: Cluster | undefined
  for (const [index] of sentRequests(scenario).entries()) {
    const one = endingWith(scenario, index)
    if (one === undefined) break
    const result = decide(one)
    const { state, trace, request, design, errors, command, question } = result
    const here = (place: TextPosition) => placeOf(place, index)
    if (state !== 'decided' || trace === undefined || request.request === undefined) {
      return { ...about, answers: [], problems: [...errorsOf(errors, here, name), ...(notes?.(undefined) ?? [])] }
    }
    const { cluster } = result
    deciding ??= cluster
    const remarks = distinct([
      ...placedRemarks(result, { placeOf: here, policyNamed }),
      ...userNotes(result, one, decide, name),
      ...(notes?.(trace) ?? []),
    ])
    const played = command?.requests ?? [{ request: request.request, trace }]
    for (const { request, trace } of played) {
      if (trace === undefined) continue
      const explanation = () => {
        const found = explain(
          { ...result, trace, request: { request } },
          { cel: CEL, ...(trace === result.trace && { retry: { scenario: one, decide } }) },
        )
        return found && otherAuthorizer ? { ...found, otherwise: otherAuthorizer.words } : found
      }
      answers.push({
        request,
        trace,
        design,
        scenario: one,
        explanation,
        unjudged: () => unjudgedIn(explanation(), cluster, here),
        ...(question && { question: { ...question, output: () => commandOutput(result) } }),
        changes: () => {
          if (trace !== result.trace) return undefined
          return otherAuthorizer?.denies ? [] : allowingChanges(changes(result, one, decide), cluster.policy, one)
        },
        policy: one.policy,
        ...(policyFiles && { policyFiles }),
        placeOf: here,
        remarks,
      })
    }
  }
  return {
    ...about,
    answers,
    ...(deciding && { cluster: deciding }),
    problems: distinct(answers.flatMap(({ remarks }) => remarks)),
  }
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
  // Lines of a text inside a JSON string are not lines of a file.
  const placeOf = ({ source, ...place }: TextPosition) => printPlace(`${name}: ${source}`, place)
  const about = { name: `${name}: ${vector.id}`, id: vector.id, title: '', placeOf }
  const withProblem = (message: string, fix?: string): DecidedScenario => ({
    ...about,
    answers: [],
    problems: [{ severity: 'error', at: name, message, ...(fix !== undefined && { fix }) }],
  })
  const set = vectorWithSettings(vector, settings)
  const played = playScenario(set, designs)
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
      const { design, cluster } = played
      const answers = played.requests.flatMap((_, index): readonly AnsweredRequest[] => {
        const decided = explainedIn(played, index)
        const { trace, request } = decided ?? {}
        if (decided === undefined || trace === undefined || request?.request === undefined) return []
        const explanation = () => explain(decided, { cel: CEL })
        return [
          {
            request: request.request,
            trace,
            design,
            explanation,
            unjudged: () => unjudgedIn(explanation(), cluster, placeOf),
            changes: () => {
              const found = policyChanges(decided, whatIf(set, index, designs, decided))
              return allowingChanges(found, cluster.policy, { policy: set.policy })
            },
            policy: set.policy,
            placeOf,
            remarks: [],
          },
        ]
      })
      return { ...about, answers, cluster, problems: [] }
    }
  }
}

function unjudgedIn(
  explanation: Explanation | undefined,
  { rights }: Cluster,
  placeOf: AnsweredRequest['placeOf'],
): readonly CommandProblem[] {
  return unjudged(explanation?.unread ?? [], rights).map((one) => placedRemark(one, placeOf))
}

/** What an explanation needs of one request of a vector; undefined where that was not decided. */
function explainedIn(
  { requests, cluster }: VectorPlay & { readonly kind: 'played' },
  index: number,
): Explained | undefined {
  const one = requests[index]
  if (one === undefined || !('trace' in one)) return undefined
  const { trace, request } = one
  return { state: 'decided', trace, cluster, request: { request } }
}

/** Decides a request of a vector under another policy, or with more reviews granted. */
function whatIf(
  vector: VectorScenario,
  index: number,
  designs: readonly Design[],
  before: Explained,
): Parameters<typeof policyChanges>[1] {
  return ({ policy = vector.policy, granting = [] }) => {
    const played = playScenario({ ...vector, policy }, designs, granting)
    const after = played.kind === 'played' ? explainedIn(played, index) : undefined
    return after ?? { ...before, state: 'not-decided' }
  }
}

/** The note of the engine about the users of a refused request, with the flags of the command line. `at`: its place. */
export function userNotes(
  decided: Decided,
  scenario: Scenario,
  decide: (scenario: Scenario) => Decided,
  at: string,
): readonly CommandProblem[] {
  const completed = withMissingGroups(decided, scenario)
  const note = userNote(decided, scenario, completed && decide(completed))
  if (note === undefined) return []
  const { message } = note
  const fix = note.kind === 'groups' ? addGroups(note.groups) : note.fix
  return [{ severity: 'note', at, message, ...(fix !== undefined && { fix }) }]
}

function addGroups(groups: readonly string[]): string {
  return `Add ${groups.map((group) => `--group ${group}`).join(' ')}; in a document, add to the groups of the requestor.`
}
