import { FIRST } from '@authz-playground/examples/first'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import { notify, reportLoadFailure } from '../ui/index.ts'
import type { WorkerApi } from '../worker/index.ts'
import { type DecidingWorker, startDeciding } from './deciding.ts'
import { outdates } from './described.ts'
import { opensWithQuestion } from './first-visit.ts'
import { beginningAt } from './history.ts'
import { highlightsNow, isHeldBack } from './holding-back.ts'
import type { Highlights, Place } from './places.ts'
import { restored } from './restored.ts'
import type { PlaygroundState } from './store/state.ts'
import { createPlayground } from './store.ts'
import { act } from './turns.ts'

const { start, undecided, outdated, notice, ownTab } = restored
if (outdated && start?.about) outdates(start.about, outdated)

/** The one store of the page, for code outside of components. */
export const playground: StoreApi<PlaygroundState> = createPlayground(
  start ?? { scenario: FIRST.scenario, exampleId: FIRST.id, changed: false },
  undecided ? { reason: 'unfinished' } : undefined,
  undefined,
  () => notify('This lesson does not let you change that part.'),
  act,
)

if (start === undefined && opensWithQuestion()) playground.getState().ask()

const HOLDS_BACK = 'authz-playground/holds-back'

try {
  if (localStorage.getItem(HOLDS_BACK) === 'no') playground.getState().holdBack(false)
} catch {
  // Without storage the choice holds until the page is closed. Nobody needs a notice about that.
}

/** Chooses whether what has not happened yet is held back, and remembers that. */
export function holdBack(holdsBack: boolean): void {
  playground.getState().holdBack(holdsBack)
  try {
    localStorage.setItem(HOLDS_BACK, holdsBack ? 'yes' : 'no')
  } catch {
    // As above.
  }
}

/** The same store as a hook: `usePlayground((playground) => playground.scenario)`. */
export function usePlayground<Part>(select: (playground: PlaygroundState) => Part): Part {
  return useStore(playground, select)
}

/** A sentence about the restored session, where the person should know something. */
export const restoreNotice = notice

/**
 * Called when the page is drawn for the first time: undo leads to nothing that nobody has seen, such as the first example below a
 * link. What was restored has been seen.
 */
export function forgetUnseen(): void {
  playground.setState(({ history }) => ({ history: beginningAt(history, start !== undefined) }))
}

/** Whether the page started from the memory of this tab. */
export const startedFromOwnTab = ownTab === true

let keeper: DecidingWorker | undefined

function running(arrived?: Promise<unknown>): DecidingWorker {
  const missed = () => reportLoadFailure('What answers this', () => keeper?.restart())
  keeper ??= startDeciding(playground, missed, undefined, arrived)
  return keeper
}

/** Starts the worker, which decides the scenario of the page once the content of its address has `arrived`. That must not reject. */
export function decideAfter(arrived: Promise<unknown>): void {
  running(arrived)
}

/** The worker that decides the scenario of the page. It starts at the first call. */
export function workerApi(): WorkerApi {
  return running().api
}

/** Stops the work of the worker. */
export function stopDeciding(): void {
  running().stop()
}

/** Stops what the worker does for a question about the answer. A new worker decides the scenario again. */
export function stopAsking(): void {
  running().restart()
}

type Pointed = Pick<PlaygroundState, 'pointed' | 'pinned' | 'answer' | 'playback'>

let last: (Pick<Pointed, 'answer' | 'playback'> & { place: Place | undefined; highlights: Highlights }) | undefined

/**
 * The highlights for the place that is pointed at, else for the pinned one. The same object until something of it
 * changes, so that a row can select its own part: `usePlayground((now) => currentHighlights(now).steps.has(step))`.
 */
export function currentHighlights(now: Pointed): Highlights {
  const place = now.pointed ?? now.pinned
  const { answer, playback } = now
  if (last === undefined || last.place !== place || last.answer !== answer || last.playback !== playback) {
    last = { place, answer, playback, highlights: highlightsNow(place, now) }
  }
  return last.highlights
}

/** All highlights. */
export function useHighlights(): Highlights {
  return usePlayground(currentHighlights)
}

/** Whether the end of the request is held back. */
export function useHeldBack(): boolean {
  return usePlayground(isHeldBack)
}
