import type { Scenario } from '@authz-playground/engine'
import {
  type BothAnswers,
  bothAnswers,
  pairOfText,
  type TriedExamples,
  type TriedIntent,
  tryExamples,
  tryIntents,
} from '@authz-playground/examples/beside'
import { useState } from 'react'
import { useRetriedEffect } from '../../../ui/index.ts'
import { seenByWorker } from '../intents/useSurveys.ts'

/** What a design of one’s own answers, beside the one that it begins with. What is not known yet is absent. */
export interface Tried {
  readonly request?: BothAnswers
  readonly examples?: TriedExamples
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
      void tryAll(scenario, base, show).catch(() => undefined)
    },
    [scenario, base],
  )
  return tried
}

async function tryAll(scenario: Scenario, base: string, show: (more: Tried) => boolean): Promise<void> {
  const pair = pairOfText(base, scenario.designText ?? '')
  const [request] = await bothAnswers([scenario], pair, seenByWorker)
  if (request === undefined || !show({ request })) return
  if (!show({ examples: await tryExamples(pair, seenByWorker) })) return
  const intents: TriedIntent[] = []
  for await (const intent of tryIntents(pair, seenByWorker)) {
    intents.push(intent)
    if (!show({ intents: [...intents] })) return
  }
}
