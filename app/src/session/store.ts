import type { Scenario, Step } from '@authz-playground/engine'
import { advanced, type PlayerState, paused, played, restingAt, scrubbed } from '@authz-playground/pictures'
import { create } from 'zustand'
import type { AnswerView, Details } from '../worker/index.ts'
import { type History, NO_HISTORY, remember, stepBack, stepForward } from './history.ts'
import type { Place } from './places.ts'
import type { Playback, Speed } from './playback.ts'
import type { About, Start } from './start.ts'

/** A change to the scenario. The subject groups keystrokes for undo: `policy`, `request`, a field’s name. */
export interface Edit {
  readonly subject: string
  readonly change: Partial<Omit<Scenario, 'version'>>
}

/** Everything the playground knows: scenario in, answer out, and where people look. Actions are the one way in. */
export interface Playground {
  readonly scenario: Scenario
  /** The gallery example that the scenario began as, and that "reset" goes back to. */
  readonly exampleId: string
  /** What is told about the scenario; see {@link Start}. */
  readonly about: About | undefined
  readonly history: History
  /** The person chose to decide with what could be read. */
  readonly evenPartly: boolean
  /** The latest answer. `answered` is the scenario it answers; while it differs from `scenario`, a newer answer is on its way. */
  readonly answer: AnswerView | undefined
  readonly answered: Scenario | undefined
  /** Why no answer can come (the worker did not start). */
  readonly failure: string | undefined
  readonly playback: Playback
  /** What is pointed at now. */
  readonly pointed: Place | undefined
  /** What was clicked, and stays lit while nothing is pointed at. */
  readonly pinned: Place | undefined

  edit(edit: Edit): void
  /** Tells something about the scenario. The subject groups keystrokes for undo, as that of an edit does. */
  tell(subject: string, about: About | undefined): void
  /** Goes to an example (or back to it), or to any scenario. What was there can be undone. */
  open(exampleId: string, scenario: Scenario, about?: About): void
  undo(): void
  redo(): void
  decidePartly(evenPartly: boolean): void
  /** The decider’s way in. An answer to anything but the present scenario is dropped. */
  receive(answered: Scenario, answer: AnswerView): void
  /** Adds the details that come after the first answer. */
  complete(details: Details): void
  fail(failure: string): void
  /** Shows the request at a step, clamped to the trace; stops playing. */
  scrub(position: number): void
  /** Goes on to what follows by itself, once the time of a phase is over. */
  advance(): void
  play(): void
  pause(): void
  setSpeed(speed: Speed): void
  point(place: Place | undefined): void
  /** Pins a place, or lets go of it when it is pinned already. */
  pin(place: Place | undefined): void
}

/** Makes the store. `now` (milliseconds) is handed in so that undo can be tested without waiting. */
export function createPlayground(start: Start, now: () => number = () => performance.now()) {
  return create<Playground>()((set, get) => {
    const move = (
      change: (player: PlayerState, steps: readonly Step[]) => PlayerState,
    ): Pick<Playground, 'playback'> => {
      const { playback, answer } = get()
      return { playback: { ...playback, ...change(playback, answer?.trace?.steps ?? []) } }
    }
    const present = (): Start => {
      const { scenario, exampleId, about } = get()
      return { scenario, exampleId, about }
    }
    /** Every change of the scenario lets go of what was pinned in the old answer and stops the player. */
    const show = ({ scenario, exampleId, about }: Start, history: History): void =>
      set({
        scenario,
        exampleId,
        about,
        history,
        pointed: undefined,
        pinned: undefined,
        ...move(paused),
      })

    return {
      about: undefined,
      ...start,
      history: NO_HISTORY,
      evenPartly: false,
      answer: undefined,
      answered: undefined,
      failure: undefined,
      playback: { ...restingAt(0), speed: 1 },
      pointed: undefined,
      pinned: undefined,

      edit({ subject, change }) {
        const left = present()
        const scenario = { ...left.scenario, ...change }
        show({ ...left, scenario }, remember(get().history, left, subject, now()))
      },
      tell(subject, about) {
        set({ about, history: remember(get().history, present(), subject, now()) })
      },
      open(exampleId, scenario, about) {
        show({ scenario, exampleId, about }, remember(get().history, present(), `open ${exampleId}`, now()))
        set({ evenPartly: false })
      },
      undo() {
        const back = stepBack(get().history, present())
        if (back) show(...back)
      },
      redo() {
        const forward = stepForward(get().history, present())
        if (forward) show(...forward)
      },
      decidePartly: (evenPartly) => set({ evenPartly, answered: undefined }),
      receive(answered, answer) {
        if (answered !== get().scenario) return
        const last = Math.max(0, (answer.trace?.steps.length ?? 1) - 1)
        set({ answer, answered, failure: undefined, ...move(() => restingAt(last)) })
      },
      complete(details) {
        const { answer } = get()
        if (answer !== undefined) set({ answer: { ...answer, ...details } })
      },
      fail: (failure) => set({ failure }),
      scrub: (position) => set(move((player, steps) => scrubbed(player, position, steps))),
      advance: () => set(move(advanced)),
      play: () => set({ ...move(played), pinned: undefined }),
      pause: () => set(move(paused)),
      setSpeed: (speed) => set({ playback: { ...get().playback, speed } }),
      point: (pointed) => set({ pointed }),
      pin(place) {
        const { pinned } = get()
        set({ pinned: place !== undefined && samePlace(place, pinned) ? undefined : place })
      },
    }
  })
}

function samePlace(a: Place, b: Place | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b)
}
