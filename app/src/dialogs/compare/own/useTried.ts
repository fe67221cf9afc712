import { OWN_DESIGN, type Scenario } from '@authz-playground/engine'
import { EXAMPLES, type Example } from '@authz-playground/examples'
import {
  INTENTS,
  type Intent,
  type SurveyVerdict,
  surveyFrom,
  surveyScenarios,
} from '@authz-playground/examples/intents'
import type { DesignRow } from '@authz-playground/pictures'
import { useState } from 'react'
import { workerApi } from '../../../session/index.ts'
import { useRetriedEffect } from '../../../ui/index.ts'

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
  const { designText = '' } = scenario
  const [tried, setTried] = useState<Tried>({})
  useRetriedEffect(
    (isCurrent) => {
      if (base === undefined) return
      const show = (more: Tried): boolean => {
        if (isCurrent()) setTried((before) => ({ ...before, ...more }))
        return isCurrent()
      }
      setTried({})
      void tryAll(scenario, { base, designText }, show).catch(() => undefined)
    },
    [scenario, designText, base],
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
    EXAMPLES.map((one) => one.scenario),
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

function under(scenario: Scenario, design: string, designText: string): Scenario {
  const { assumptions: _, ...rest } = scenario
  return { ...rest, design, designText }
}

/** The answers to scenarios under both designs, each with its usual readings. */
async function bothAnswers(
  scenarios: readonly Scenario[],
  { base, designText }: Pair,
): Promise<readonly { readonly base: DesignRow; readonly own: DesignRow }[]> {
  const of = (design: string) => workerApi().decideAll(scenarios.map((one) => under(one, design, designText)))
  const [bases, owns] = [await of(base), await of(OWN_DESIGN)]
  return bases.flatMap((row, at) => {
    const own = owns[at]
    return own === undefined ? [] : [{ base: row, own }]
  })
}

function sameAnswer({ outcome: one }: DesignRow, { outcome: other }: DesignRow): boolean {
  return one === undefined || other === undefined || (one.kind === other.kind && one.code === other.code)
}

async function triedIntent(intent: Intent, { base, designText }: Pair): Promise<TriedIntent> {
  const scenarios = surveyScenarios(intent, base, 'own')
  const verdict = async (design: string): Promise<SurveyVerdict> => {
    const rows = await workerApi().decideAll(scenarios.map((one) => under(one, design, designText)))
    const seen = rows.map(({ outcome, checks }) => ({
      ...(outcome && { code: outcome.code }),
      allowed: outcome?.kind === 'allowed',
      checks,
    }))
    return surveyFrom(intent, base, seen).verdict
  }
  return { intent, base: await verdict(base), own: await verdict(OWN_DESIGN) }
}
