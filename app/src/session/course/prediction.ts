import type { Lesson } from '@authz-playground/engine/documents'
import type { StoreApi } from 'zustand/vanilla'
import type { PlaygroundState } from '../store/state.ts'
import type { LessonRecord } from './records.ts'

/** Whether the question of a lesson is asked: nobody has answered or skipped it, or done anything else about its request. */
export function asksFirst({ predict }: Lesson, record: LessonRecord | undefined): boolean {
  if (predict === undefined) return false
  const { guess, done, policy, request, requestor } = record ?? {}
  return [guess, done, policy, request, requestor].every((part) => part === undefined)
}

/**
 * Lets the request on the page go to the check that answers the question of its lesson. Returns whether it is on its way;
 * then `arrived` is called once, when it is there or goes elsewhere.
 */
export function letGoToAnswer(lesson: Lesson, playground: StoreApi<PlaygroundState>, arrived: () => void): boolean {
  playground.getState().release(true)
  const { scenario, playback } = playground.getState()
  if (!playback.playing) return false
  const until = stepThatAnswers(lesson, playground.getState())
  const end = (): void => {
    stop()
    arrived()
  }
  const stop = playground.subscribe((now) => {
    const { position, phase, inProgress } = now.playback
    if (now.scenario !== scenario || !inProgress || position > until) return end()
    if (position < until || phase !== 'done') return
    end()
    now.pause()
  })
  return true
}

/** The step of the check that answers the question of a lesson: the first with its verb, or else the last step. */
function stepThatAnswers({ predict }: Lesson, { answer }: Pick<PlaygroundState, 'answer'>): number {
  const steps = answer?.trace?.steps ?? []
  const found = steps.findIndex(({ check }) => check?.attributes.verb === predict?.until)
  return predict?.until === undefined || found === -1 ? steps.length - 1 : found
}
