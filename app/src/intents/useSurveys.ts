import { DESIGN_LIST } from '@authz-playground/engine'
import { type Intent, type Reading, type Survey, surveyFrom, surveyScenarios } from '@authz-playground/examples/intents'
import { useEffect, useState } from 'react'
import { decider } from '../scenario/playground.ts'

type Surveys = ReadonlyMap<string, Survey>

/** What was computed since the page was loaded: the same requests come to the same each time. */
const known = new Map<string, Surveys>()

/** What each design makes of an intent, by design. The worker computes one design after the other, and each shows as it comes. */
export function useSurveys(intent: Intent, reading: Reading): Surveys {
  const key = `${intent.id}/${reading}`
  const [, setCount] = useState(0)
  useEffect(() => {
    let current = true
    void surveyAll(
      intent,
      reading,
      () => current,
      () => setCount((count) => count + 1),
    )
    return () => {
      current = false
    }
  }, [intent, reading])
  return known.get(key) ?? new Map()
}

async function surveyAll(intent: Intent, reading: Reading, wanted: () => boolean, come: () => void): Promise<void> {
  const key = `${intent.id}/${reading}`
  for (const { id } of DESIGN_LIST) {
    if (!wanted()) return
    if (known.get(key)?.has(id)) continue
    try {
      const rows = await decider().decideAll(surveyScenarios(intent, id, reading))
      const seen = rows.map(({ outcome, checks }) => ({ ...(outcome && { code: outcome.code }), checks }))
      known.set(key, new Map([...(known.get(key) ?? []), [id, surveyFrom(intent, id, seen)]]))
      come()
    } catch {
      // The worker's end is shown where the answer is; here the rest just does not come.
      return
    }
  }
}
