import { FIRST } from '@authz-playground/examples/first'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import { missing } from '../ui/index.ts'
import type { AnswerView, WorkerApi } from '../worker/index.ts'
import { type DecidingWorker, keepDecided } from './deciding.ts'
import { type Highlights, highlightsFor, type Place } from './places.ts'
import { restore } from './storage.ts'
import { createPlayground, type PlaygroundState } from './store.ts'

const { start, undecided, notice, ownTab } = await restore()

/** The one store of the page, for code outside of components. */
export const playground: StoreApi<PlaygroundState> = createPlayground(
  start ?? { scenario: FIRST.scenario, exampleId: FIRST.id },
  undecided ? { why: 'unfinished' } : undefined,
)

/** The same store as a hook: `usePlayground((playground) => playground.scenario)`. */
export function usePlayground<Part>(select: (playground: PlaygroundState) => Part): Part {
  return useStore(playground, select)
}

/** A sentence about the restored session, where the person should know something. */
export const restoreNotice = notice

/** Whether the page started from the memory of this tab. */
export const startedFromOwnTab = ownTab === true

let keeper: DecidingWorker | undefined

function running(): DecidingWorker {
  keeper ??= keepDecided(playground, () => missing('What answers this', () => keeper?.restart()))
  return keeper
}

/** The worker that decides the scenario of the page. It starts at the first call. */
export function workerApi(): WorkerApi {
  return running().api
}

/** Stops the work of the worker. */
export function stopDeciding(): void {
  running().stop()
}

let last: { place: Place | undefined; answer: AnswerView | undefined; lit: Highlights } | undefined

/**
 * The highlights for the place that is pointed at, else for the pinned one. The same object until either changes, so
 * that a row can select its own part: `usePlayground((now) => litNow(now).steps.has(step))`.
 */
export function litNow({
  pointed,
  pinned,
  answer,
}: Pick<PlaygroundState, 'pointed' | 'pinned' | 'answer'>): Highlights {
  const place = pointed ?? pinned
  if (last === undefined || last.place !== place || last.answer !== answer) {
    last = { place, answer, lit: highlightsFor(place, answer) }
  }
  return last.lit
}

/** All highlights. */
export function useLit(): Highlights {
  return usePlayground(litNow)
}
