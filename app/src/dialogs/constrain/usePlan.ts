import { type SentRequest, sentRequests } from '@authz-playground/engine'
import { useMemo } from 'react'
import { useLastAnswer, usePlayground, workerApi } from '../../session/index.ts'
import type { AskedConstraint, Forgotten, PlanView } from '../../worker/index.ts'
import { useConstrainChoices } from './choices.ts'
import { readAgain, useLogs } from './logs.ts'

/** So many requests of earlier edits count at most. */
const MOST_EARLIER = 200

/** The plan that is asked for, and the last one that the worker made. */
export interface AskedPlan {
  readonly asked: AskedConstraint
  /** Undefined until there is one. */
  readonly plan: PlanView | undefined
  /** It is about what is asked, and about the policy of the page. */
  readonly current: boolean
  /** The number of requests of earlier edits. */
  readonly earlier: number
}

/** Asks the worker for the plan: again for each policy, each log that was read, and each switch. */
export function usePlan(): AskedPlan {
  const view = usePlayground((now) => now.answer)
  const fresh = usePlayground(({ answered, scenario }) => answered === scenario)
  const { present, before } = useRequests()
  const first = useLogs((now) => now.first)
  const second = useLogs((now) => now.second)
  const widen = useConstrainChoices((now) => now.widen)
  const withEarlier = useConstrainChoices((now) => now.earlier)
  const reading = first.is === 'reading' || second.is === 'reading'
  const asked = useMemo<AskedConstraint>(
    () => ({
      logs: { first: first.times, second: second.times },
      requests: first.times > 0 ? [] : withEarlier ? [...present, ...before] : present,
      widen,
    }),
    [first.times, second.times, present, before, withEarlier, widen],
  )
  const last = useLastAnswer(
    () =>
      reading
        ? undefined
        : workerApi()
            .constrainPlan(asked)
            .then(known)
            .then((plan) => plan && { plan, asked, view }),
    [view, asked, reading],
  )
  const current = !reading && fresh && last?.asked === asked && last.view === view
  return { asked, plan: last?.plan, current, earlier: before.length }
}

/** An answer of the worker. Where it has forgotten the logs, they are read again, and then it is asked again. */
export function known<Answer>(answer: Answer | Forgotten | undefined): Answer | undefined {
  if (answer !== 'forgotten') return answer
  void readAgain()
  return undefined
}

/** The requests of the page, and those that earlier edits of it had. */
function useRequests(): { readonly present: readonly SentRequest[]; readonly before: readonly SentRequest[] } {
  const scenario = usePlayground((now) => now.scenario)
  const past = usePlayground((now) => now.history.past)
  const present = useMemo(() => sentRequests(scenario), [scenario])
  const before = useMemo(() => {
    const seen = new Set(present.map(keyOf))
    const found: SentRequest[] = []
    for (const session of past.toReversed()) {
      for (const one of sentRequests(session.scenario)) {
        const key = keyOf(one)
        if (seen.has(key) || found.length === MOST_EARLIER) continue
        seen.add(key)
        found.push(one)
      }
    }
    return found
  }, [present, past])
  return { present, before }
}

function keyOf({ request, requestor }: SentRequest): string {
  return JSON.stringify([request, requestor])
}
