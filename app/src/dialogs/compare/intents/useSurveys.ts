import type { Scenario } from '@authz-playground/engine'
import { IMPERSONATION_DESIGNS } from '@authz-playground/engine/internal/designs'
import {
  INTENTS,
  type Intent,
  type Seen,
  type Survey,
  type SurveyReading,
  surveyFrom,
  surveyScenarios,
} from '@authz-playground/examples/intents'
import { useState } from 'react'
import { workerApi } from '../../../session/index.ts'
import { useRetriedEffect } from '../../../ui/index.ts'

/** By design. */
export type Surveys = ReadonlyMap<string, Survey>

/** The surveys that were computed since the page was loaded. The same requests give the same survey each time. */
const known = new WeakMap<Intent, Map<SurveyReading, Surveys>>()

function knownOf(intent: Intent, reading: SurveyReading): Surveys {
  return known.get(intent)?.get(reading) ?? new Map()
}

function keep(intent: Intent, reading: SurveyReading, survey: Survey): void {
  const readings = known.get(intent) ?? new Map<SurveyReading, Surveys>()
  known.set(intent, readings.set(reading, new Map([...knownOf(intent, reading), [survey.design, survey]])))
}

/**
 * The surveys of each design for each intent, as far as they are known. The worker computes one design after the other,
 * those of the present intent first, and each shows as soon as it is computed.
 */
export function useSurveys(intent: Intent, reading: SurveyReading): (of: Intent) => Surveys {
  const [, setCount] = useState(0)
  useRetriedEffect(
    (isCurrent) => {
      const rest = INTENTS.filter((one) => one !== intent)
      const onSurvey = (): boolean => {
        if (isCurrent()) setCount((count) => count + 1)
        return isCurrent()
      }
      void surveyAll([intent, ...rest], reading, onSurvey)
    },
    [intent, reading],
  )
  return (of) => knownOf(of, reading)
}

/** Calls `onSurvey` after each survey; it returns whether more are wanted. */
async function surveyAll(intents: readonly Intent[], reading: SurveyReading, onSurvey: () => boolean): Promise<void> {
  for (const intent of intents) {
    for (const { id } of IMPERSONATION_DESIGNS) {
      if (knownOf(intent, reading).has(id)) continue
      try {
        keep(intent, reading, surveyFrom(intent, id, await seenByWorker(surveyScenarios(intent, id, reading))))
      } catch {
        // When the worker has ended, the answer pane says so. The other surveys stay unknown.
        return
      }
      if (!onSurvey()) return
    }
  }
}

/** What surveys use of the answers to scenarios. Rejects when the worker has ended. */
export async function seenByWorker(scenarios: readonly Scenario[]): Promise<readonly Seen[]> {
  const rows = await workerApi().decideAll(scenarios)
  return rows.map(({ outcome, checks }) => ({
    ...(outcome && { code: outcome.code }),
    allowed: outcome?.kind === 'allowed',
    checks,
  }))
}
