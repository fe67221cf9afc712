import type { Scenario } from '@authz-playground/engine'
import { isRefused } from '@authz-playground/engine/internal/trace'
import { useMemo } from 'react'
import { create } from 'zustand'
import type { AllowingChange, AnswerView } from '../worker/index.ts'
import { reportedAuthorizer } from './observed-note.ts'
import { playground, usePlayground, workerApi } from './playground.ts'
import { oncePerAnswer, useLastAnswer } from './useAnswer.ts'

/** The changes after which a refused request is allowed. */
export interface AllowingChanges {
  readonly answer: AnswerView
  /** The scenario that they change. */
  readonly scenario: Scenario
  readonly changes: readonly AllowingChange[]
}

const changesOnce = oncePerAnswer(async (answer): Promise<AllowingChanges | undefined> => {
  const scenario = playground.getState().answered
  const changes = scenario && (await workerApi().changes())
  return changes && { answer, scenario, changes }
})

/**
 * The last changes that the worker found. They may be of an older scenario than that of the page, and then they cannot be
 * applied. In a lesson nobody asks for them: they are its solution. Where another authorizer of the cluster denied the request, no
 * change allows it there.
 */
export function useLastChanges(): AllowingChanges | undefined {
  const answer = usePlayground((now) => now.answer)
  const inLesson = usePlayground((now) => now.lesson !== undefined)
  const isDenied = usePlayground((now) => reportedAuthorizer(now)?.denies === true)
  const last = useLastAnswer(
    () => (answer && !inLesson && isRefused(answer.trace) ? changesOnce(answer) : undefined),
    [answer, inLesson],
  )
  return useMemo(() => (last && isDenied ? { ...last, changes: [] } : last), [last, isDenied])
}

/** A change that was made, which one step of undo takes back. */
interface AppliedChange {
  readonly change: AllowingChange
  /** The scenario before it and after it. */
  readonly before: Scenario
  readonly scenario: Scenario
}

const made = create<{ readonly last?: AppliedChange }>(() => ({}))

/** Each change is a step of undo of its own. */
let applied = 0

/** Makes a change, as one step of undo. */
export function applyChange(change: AllowingChange): void {
  applied += 1
  const before = playground.getState().scenario
  playground.getState().edit({ subject: `change ${applied}`, change: change.change, shown: true })
  made.setState({ last: { change, before, scenario: playground.getState().scenario } })
}

/** The change by which the page’s scenario was made; undefined where it was made otherwise. */
export function useAppliedChange(): AllowingChange | undefined {
  const scenario = usePlayground((now) => now.scenario)
  return made(({ last }) => (last?.scenario === scenario ? last.change : undefined))
}

/**
 * Whether changes are offered: below a refusal, and where one was applied, to be undone. After undo the answer is still the
 * allowed one, until the worker has answered.
 */
export function useOffersChanges(): boolean {
  const scenario = usePlayground((now) => now.scenario)
  const refused = usePlayground(({ answer }) => isRefused(answer?.trace))
  const inLesson = usePlayground((now) => now.lesson !== undefined)
  const ofChange = made(({ last }) => last?.scenario === scenario || last?.before === scenario)
  return !inLesson && (refused || ofChange)
}
