import type { Scenario, Step } from '@authz-playground/engine'
import { advanced, type PlayerState, paused, restingAt, scrubbed, startedPlaying } from '@authz-playground/pictures'
import { createStore } from 'zustand/vanilla'
import type { AnswerView, DesignEntry } from '../worker/index.ts'
import { type History, NO_HISTORY, remember, stepBack, stepForward } from './history.ts'
import type { Place } from './places.ts'
import type { Playback, Speed } from './playback.ts'
import type { About, Session } from './session.ts'

/** A change to the scenario. The subject groups keystrokes for undo: `policy`, `request`, a field’s name. */
export interface Edit {
  readonly subject: string
  readonly change: Partial<Omit<Scenario, 'version'>>
}

/** Why the present scenario is not decided, and will not be until somebody asks for it again or changes it. */
export interface Halt {
  /**
   * `stopped` by the person; `unfinished`: an earlier visit ended before it was decided; `crashed`, `not-started`: the
   * worker; `missing`: a part of it did not arrive; `defect`: it failed.
   */
  readonly why: 'stopped' | 'unfinished' | 'crashed' | 'not-started' | 'missing' | 'defect'
  /** What the browser says about it. */
  readonly detail?: string
}

/** Everything the playground knows: scenario in, answer out, and where people look. Actions are the one way in. */
export interface PlaygroundState {
  readonly scenario: Scenario
  /** The gallery example that the scenario began as, and that "reset" goes back to. */
  readonly exampleId: string
  /** What is told about the scenario; see {@link Session}. */
  readonly about: About | undefined
  /** It came by a link, and nobody has changed it yet. */
  readonly borrowed: boolean
  readonly history: History
  /** The person chose to decide with what could be read. */
  readonly evenPartly: boolean
  /** The latest answer. `answered` is the scenario it answers; while it differs from `scenario`, a newer answer is on its way. */
  readonly answer: AnswerView | undefined
  readonly answered: Scenario | undefined
  /** Every design that can be chosen. They come with the first answer, since the page loads no design, and stay. */
  readonly designs: readonly DesignEntry[] | undefined
  /** Deciding takes longer than people wait without a word. */
  readonly slow: boolean
  /** Why no answer comes. While it says so, there is none. */
  readonly halted: Halt | undefined
  readonly playback: Playback
  /** What is pointed at now. */
  readonly pointed: Place | undefined
  /** What was clicked, and stays lit while nothing is pointed at. */
  readonly pinned: Place | undefined

  edit(edit: Edit): void
  /** Tells something about the scenario. The subject groups keystrokes for undo, as that of an edit does. */
  tell(subject: string, about: About | undefined): void
  /** Goes to an example (or back to it), or to any scenario. What was there can be undone. */
  open(start: Session): void
  undo(): void
  redo(): void
  decidePartly(evenPartly: boolean): void
  /** The decider’s way in. An answer to anything but the present scenario is dropped. */
  receive(answered: Scenario, answer: AnswerView): void
  waitLonger(slow: boolean): void
  /** No answer to the present scenario comes. */
  halt(halt: Halt): void
  /** Has the present scenario decided once more. */
  decideAgain(): void
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

/**
 * Makes the store.
 * @param halted where the start is not to be decided by itself
 * @param now milliseconds; handed in so that undo can be tested without waiting
 */
export function createPlayground(start: Session, halted?: Halt, now: () => number = () => performance.now()) {
  return createStore<PlaygroundState>()((set, get) => {
    const move = (
      change: (player: PlayerState, steps: readonly Step[]) => PlayerState,
    ): Pick<PlaygroundState, 'playback'> => {
      const { playback, answer } = get()
      return { playback: { ...playback, ...change(playback, answer?.trace?.steps ?? []) } }
    }
    const present = (): Session => {
      const { scenario, exampleId, about, borrowed } = get()
      return { scenario, exampleId, about, borrowed }
    }
    /** Every change of the scenario lets go of what was pinned in the old answer and stops the player. */
    const show = ({ scenario, exampleId, about, borrowed = false }: Session, history: History): void =>
      set({
        scenario,
        exampleId,
        about,
        borrowed,
        history,
        halted: undefined,
        pointed: undefined,
        pinned: undefined,
        ...move(paused),
      })

    return {
      about: undefined,
      borrowed: false,
      ...start,
      history: NO_HISTORY,
      evenPartly: false,
      answer: undefined,
      answered: undefined,
      designs: undefined,
      slow: false,
      halted,
      playback: { ...restingAt(0), speed: 1 },
      pointed: undefined,
      pinned: undefined,

      edit({ subject, change }) {
        const left = present()
        const scenario = { ...left.scenario, ...change }
        show({ ...left, scenario, borrowed: false }, remember(get().history, left, subject, now()))
      },
      tell(subject, about) {
        set({ about, borrowed: false, history: remember(get().history, present(), subject, now()) })
      },
      open(start) {
        show(start, remember(get().history, present(), `open ${start.exampleId}`, now()))
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
        set({
          answer,
          answered,
          designs: answer.designs,
          slow: false,
          halted: undefined,
          ...move(() => restingAt(last)),
        })
      },
      waitLonger: (slow) => set({ slow }),
      halt: (halted) => set({ halted, slow: false, answer: undefined, answered: undefined }),
      decideAgain: () => set({ halted: undefined }),
      scrub: (position) => set(move((player, steps) => scrubbed(player, position, steps))),
      advance: () => set(move(advanced)),
      play: () => set({ ...move(startedPlaying), pinned: undefined }),
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
