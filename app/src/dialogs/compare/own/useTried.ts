import { OWN_DESIGN, type Scenario } from '@authz-playground/engine'
import { EXAMPLES, type Example } from '@authz-playground/examples'
import { INTENTS, type Intent, type SurveyVerdict, surveyScenarios } from '@authz-playground/examples/intents'
import type { DesignRow } from '@authz-playground/pictures'
import { useState } from 'react'
import { workerApi } from '../../../session/index.ts'
import { useRetriedEffect } from '../../../ui/index.ts'
import { surveyOf } from '../intents/useSurveys.ts'

/** An example that the design of one’s own answers otherwise than the one that it begins with. */
export interface OtherAnswer {
  readonly example: Example
  readonly base: DesignRow
  readonly own: DesignRow
}

/** An intent, with the rules that say it in the words of the other design. */
export interface TriedIntent {
  readonly intent: Intent
  readonly base: SurveyVerdict
  readonly own: SurveyVerdict
}

/** What a design of one’s own answers, beside the one that it begins with. What is not known yet is absent. */
export interface Tried {
  readonly request?: { readonly base: DesignRow; readonly own: DesignRow }
  readonly examples?: { readonly other: readonly OtherAnswer[]; readonly decided: number }
  readonly intents?: readonly TriedIntent[]
}

/** Tries the design of a scenario’s text: the request on the page first, then the examples, then the intents. */
export function useTried(scenario: Scenario, base: string | undefined): Tried {
  const [tried, setTried] = useState<Tried>({})
  useRetriedEffect(
    (isCurrent) => {
      if (base === undefined) return
      const show = (more: Tried): boolean => {
        if (isCurrent()) setTried((before) => ({ ...before, ...more }))
        return isCurrent()
      }
      setTried({})
      void tryAll(scenario, { base, designText: scenario.designText ?? '' }, show).catch(() => undefined)
    },
    [scenario, base],
  )
  return tried
}

interface Pair {
  readonly base: string
  readonly designText: string
}

async function tryAll(scenario: Scenario, pair: Pair, show: (more: Tried) => boolean): Promise<void> {
  const [request] = await bothAnswers([scenario], pair)
  if (request === undefined || !show({ request })) return
  const answers = await bothAnswers(
    // Under the usual readings of both designs.
    EXAMPLES.map(({ scenario: { assumptions: _, ...usual } }) => usual),
    pair,
  )
  const decided = answers.filter(({ base, own }) => base.outcome !== undefined && own.outcome !== undefined)
  const other = EXAMPLES.flatMap((example, at): readonly OtherAnswer[] => {
    const rows = answers[at]
    return rows === undefined || sameAnswer(rows.base, rows.own) ? [] : [{ example, ...rows }]
  })
  if (!show({ examples: { other, decided: decided.length } })) return
  const intents: TriedIntent[] = []
  for (const intent of INTENTS) {
    intents.push(await triedIntent(intent, pair))
    if (!show({ intents: [...intents] })) return
  }
}

/** The answers to scenarios under both designs. */
async function bothAnswers(
  scenarios: readonly Scenario[],
  { base, designText }: Pair,
): Promise<readonly { readonly base: DesignRow; readonly own: DesignRow }[]> {
  const of = (design: string) => workerApi().decideAll(scenarios.map((one) => ({ ...one, design, designText })))
  const [bases, owns] = [await of(base), await of(OWN_DESIGN)]
  return bases.flatMap((row, at) => {
    const own = owns[at]
    return own === undefined ? [] : [{ base: row, own }]
  })
}

/** Whether two designs answer alike. Where one does not decide, nothing is said to differ. */
export function sameAnswer({ outcome: one }: DesignRow, { outcome: other }: DesignRow): boolean {
  return one === undefined || other === undefined || (one.kind === other.kind && one.code === other.code)
}

async function triedIntent(intent: Intent, { base, designText }: Pair): Promise<TriedIntent> {
  const scenarios = surveyScenarios(intent, base, 'own')
  const verdict = async (design: string): Promise<SurveyVerdict> => {
    const decided = scenarios.map((one) => ({ ...one, design, designText }))
    return (await surveyOf(intent, base, decided)).verdict
  }
  return { intent, base: await verdict(base), own: await verdict(OWN_DESIGN) }
}
