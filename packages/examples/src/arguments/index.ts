import type { Scenario } from '@authz-playground/engine'
import made from '../made/arguments.json' with { type: 'json' }
import type { Argument, Case } from './argument.ts'

export {
  type AnswerTable,
  type Argument,
  type Case,
  type Claim,
  DOCUMENTS,
  type DocumentId,
  type QuoteSource,
  type SettledRow,
  type SourceDocument,
  settledRows,
  sourceOf,
  type ToPlay,
  toPlay,
  VERDICT_WORDS,
  type Verdict,
} from './argument.ts'
export { checksBefore, resultOf } from './found.ts'

/** Claims about one thing. */
export interface Topic {
  readonly id: string
  readonly title: string
  readonly arguments: readonly Argument[]
}

/** A claim as `pnpm examples` makes it of its document: a case has what its scenario says beside that of the claim. */
export interface MadeArgument extends Omit<Argument, 'cases'> {
  readonly scenario: Partial<Scenario>
  readonly cases: Readonly<Record<string, Omit<Case, 'scenario'> & { readonly scenario: Partial<Scenario> }>>
}

export interface MadeTopic extends Omit<Topic, 'arguments'> {
  readonly arguments: readonly MadeArgument[]
}

/** Every claim of the documents that can be computed, by what it is about. */
export const TOPICS: readonly Topic[] = (made.topics as unknown as readonly MadeTopic[]).map((topic) => ({
  ...topic,
  arguments: topic.arguments.map(argumentOf),
}))

/** A claim with the scenario of each case whole. */
export function argumentOf({ scenario, cases, ...argument }: MadeArgument): Argument {
  const all = Object.entries(cases).map(([name, one]) => [
    name,
    { ...one, scenario: { ...scenario, ...one.scenario } as Scenario },
  ])
  return { ...argument, cases: Object.fromEntries(all) as Argument['cases'] }
}

export const ARGUMENTS: readonly Argument[] = TOPICS.flatMap((topic) => topic.arguments)

/** The claims that show in five minutes why constrained impersonation is as it is, by their ids. */
export const IN_SHORT: readonly string[] = made.inShort
