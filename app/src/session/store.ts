import { paused, restingAt } from '@authz-playground/pictures'
import { createStore } from 'zustand/vanilla'
import type { Place } from './places.ts'
import type { Session } from './session.ts'
import { lastOf, moved, playerPart } from './store/player.ts'
import { type ScenarioWorld, scenarioPart } from './store/scenario.ts'
import type { AnswerPart, NotDecided, PlaygroundState, PointingPart, Store } from './store/state.ts'

/**
 * Makes the store.
 *
 * @param notDecided where the session must not be decided by itself
 */
export function createPlayground(
  start: Session,
  notDecided?: NotDecided,
  now: ScenarioWorld['now'] = () => performance.now(),
  refuse: ScenarioWorld['refuse'] = () => undefined,
  act: ScenarioWorld['act'] = () => undefined,
) {
  return createStore<PlaygroundState>()((set, get) => {
    const store: Store = { get, set }
    return {
      ...scenarioPart(start, store, { now, refuse, act }),
      ...answerPart(notDecided, store),
      ...playerPart(start, store),
      ...pointingPart(store),
    }
  })
}

/** The part of the state about the answer, and how it comes. */
function answerPart(notDecided: NotDecided | undefined, { get, set }: Store): AnswerPart {
  return {
    evenPartly: false,
    showsReview: false,
    answer: undefined,
    answered: undefined,
    designs: undefined,
    slow: false,
    notDecided,
    decidePartly: (evenPartly) => set({ evenPartly, answered: undefined }),
    showReview: (showsReview) => set({ showsReview }),
    receive(answered, answer) {
      const { playback, scenario } = get()
      if (answered !== scenario) return
      const atStart = playback.atStart || playback.pausesAtChecks === true
      set({
        answer,
        answered,
        designs: answer.designs,
        slow: false,
        notDecided: undefined,
        playback: { ...playback, ...restingAt(atStart ? 0 : lastOf(answer)), inProgress: false, atStart },
      })
      if (playback.startsWhenDecided) get().goOn()
    },
    waitLonger: (slow) => set({ slow }),
    leaveUndecided: (notDecided) => set({ notDecided, slow: false, answer: undefined, answered: undefined }),
    decideAgain: () => set({ notDecided: undefined }),
  }
}

/** The part of the state about the places that people point at. */
function pointingPart({ get, set }: Store): PointingPart {
  return {
    pointed: undefined,
    pinned: undefined,
    changedFrom: undefined,
    point: (pointed) => set({ pointed }),
    pin: (place) =>
      set({
        pinned: place !== undefined && samePlace(place, get().pinned) ? undefined : place,
        changedFrom: undefined,
        ...(place !== undefined && moved(get(), paused)),
      }),
  }
}

function samePlace(a: Place, b: Place | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b)
}
