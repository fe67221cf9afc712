import { OWN_DESIGN, type Scenario } from '@authz-playground/engine'
import type { Example } from '../example.ts'
import { EXAMPLES } from '../index.ts'
import { INTENTS, type Intent, type Seen, type SurveyVerdict, surveyFrom, surveyScenarios } from '../intents/index.ts'

/** A design that decides scenarios: by its id, with its text where that is `own`, and under the readings that are chosen. */
export type DecidingDesign = Pick<Scenario, 'design' | 'designText' | 'assumptions'>

/** A scenario as a design decides it. */
export function underDesign(scenario: Scenario, design: DecidingDesign): Scenario {
  const { assumptions } = scenario
  return { ...scenario, ...design, ...(assumptions && { assumptions: { ...assumptions, ...design.assumptions } }) }
}

/** Two designs, and the one in whose words the rules of intents are; without it intents are not tried. */
export interface DesignPair {
  readonly base: DecidingDesign
  readonly own: DecidingDesign
  readonly rulesOf?: string
}

/** What two designs answer to one scenario. */
export interface BothAnswers {
  readonly base: Seen
  readonly own: Seen
}

/** An example that two designs answer otherwise. */
export interface OtherAnswer extends BothAnswers {
  readonly example: Example
}

export interface TriedExamples {
  readonly other: readonly OtherAnswer[]
  /** How many both decide. */
  readonly decided: number
}

/** An intent under two designs, with the rules that say it in the words of one. */
export interface TriedIntent {
  readonly intent: Intent
  readonly base: SurveyVerdict
  readonly own: SurveyVerdict
}

/** Decides scenarios, in their order. */
export type DecideAll = (scenarios: readonly Scenario[]) => Promise<readonly Seen[]>

/** The answers of two designs to scenarios. */
export async function bothAnswers(
  scenarios: readonly Scenario[],
  { base, own }: DesignPair,
  decideAll: DecideAll,
): Promise<readonly BothAnswers[]> {
  const under = (design: DecidingDesign) => decideAll(scenarios.map((one) => underDesign(one, design)))
  const [bases, owns] = [await under(base), await under(own)]
  return bases.flatMap((answer, at) => {
    const other = owns[at]
    return other === undefined ? [] : [{ base: answer, own: other }]
  })
}

/** Tries the examples, under the usual readings of both designs where the pair chooses no others. */
export async function tryExamples(pair: DesignPair, decideAll: DecideAll): Promise<TriedExamples> {
  const usual = EXAMPLES.map(({ scenario: { assumptions: _, ...usual } }) => usual)
  const answers = await bothAnswers(usual, pair, decideAll)
  const other = EXAMPLES.flatMap((example, at): readonly OtherAnswer[] => {
    const both = answers[at]
    return both === undefined || isSameAnswer(both) ? [] : [{ example, ...both }]
  })
  return { other, decided: answers.filter(({ base, own }) => base.code !== undefined && own.code !== undefined).length }
}

/** Tries one intent after the other. */
export async function* tryIntents(pair: DesignPair, decideAll: DecideAll): AsyncGenerator<TriedIntent> {
  const { rulesOf } = pair
  if (rulesOf === undefined) return
  for (const intent of INTENTS) {
    const scenarios = surveyScenarios(intent, rulesOf, 'own')
    const verdict = async (design: DecidingDesign) => {
      const seen = await decideAll(scenarios.map((one) => underDesign(one, design)))
      return surveyFrom(intent, rulesOf, seen).verdict
    }
    yield { intent, base: await verdict(pair.base), own: await verdict(pair.own) }
  }
}

/** Whether two designs answer alike. Where one does not decide, nothing is said to differ. */
export function isSameAnswer({ base, own }: BothAnswers): boolean {
  if (base.code === undefined || own.code === undefined) return true
  return base.code === own.code && base.allowed === own.allowed
}

/** The pair of a text and the design that it begins with. */
export function pairOfText(base: string, designText: string): DesignPair {
  return { base: { design: base, designText }, own: { design: OWN_DESIGN, designText }, rulesOf: base }
}
