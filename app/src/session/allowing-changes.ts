import type { Scenario } from '@authz-playground/engine'
import { isRefused } from '@authz-playground/engine/internal/trace'
import type { AllowingChange } from '../worker/index.ts'
import { playground, usePlayground, workerApi } from './playground.ts'
import { useLastAnswer } from './useAnswer.ts'

/** The changes after which a refused request is allowed. */
export interface AllowingChanges {
  /** The scenario that they change. */
  readonly scenario: Scenario
  readonly changes: readonly AllowingChange[]
}

/**
 * The last changes that the worker found; it is asked once the part that shows them is there. They may be of an older scenario
 * than that of the page, and then they cannot be applied.
 */
export function useLastChanges(): AllowingChanges | undefined {
  const answer = usePlayground((now) => now.answer)
  const scenario = usePlayground((now) => now.answered)
  return useLastAnswer(
    () =>
      scenario && isRefused(answer?.trace)
        ? workerApi()
            .changes()
            .then((changes) => changes && { scenario, changes })
        : undefined,
    [answer],
  )
}

/** A change that was made, which one step of undo takes back. */
export interface AppliedChange {
  readonly change: AllowingChange
  /** The scenario before it and after it. */
  readonly before: Scenario
  readonly scenario: Scenario
}

/** Each change is a step of undo of its own. */
let applied = 0

/** Makes a change, as one step of undo. */
export function applyChange(change: AllowingChange): AppliedChange {
  applied += 1
  const before = playground.getState().scenario
  playground.getState().edit({ subject: `change ${applied}`, change: change.change })
  return { change, before, scenario: playground.getState().scenario }
}
