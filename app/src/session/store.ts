import type { Scenario, Step } from '@authz-playground/engine'
import {
  advanced,
  type PlayerState,
  paused,
  restingAt,
  scrubbed,
  startedPlaying,
  wentBack,
  wentOn,
} from '@authz-playground/pictures'
import { createStore } from 'zustand/vanilla'
import type { AnswerView, DesignEntry } from '../worker/index.ts'
import { type History, NO_HISTORY, remember, stepBack, stepForward } from './history.ts'
import { partsOfLesson } from './lesson-parts.ts'
import type { Place } from './places.ts'
import type { About, LessonPlace, Session } from './session.ts'

/** How fast a request travels: 1 is reading speed. */
export const SPEEDS = [0.5, 1, 2, 4] as const
export type Speed = (typeof SPEEDS)[number]

/** The player of the page, and the speed that the person chose. At the last step all edges that were taken are shown. */
export interface Playback extends PlayerState {
  readonly speed: Speed
  /** The request was played or stepped to where it is, and has not reached its end. False where a step was looked up. */
  readonly underWay: boolean
  /** While a request is under way, what has not happened yet is held back. */
  readonly holdsBack: boolean
  /** The request waits at its start until it is let go: a question about its end is asked first. */
  readonly waiting: boolean
  /** Somebody went on before the scenario was decided: the request is let go as soon as it is. */
  readonly goesOnceDecided: boolean
}

/**
 * A change of the scenario. Keystrokes with one subject are one step of undo: `policy`, `request`, the name of a field.
 */
export interface Edit {
  readonly subject: string
  readonly change: Partial<Omit<Scenario, 'version'>>
}

/** Why the present scenario is not decided. It stays so until somebody asks again or changes it. */
export interface Halt {
  /**
   * `stopped` by the person; `unfinished`: an earlier visit ended before it was decided; `crashed`, `not-started`: the
   * worker; `missing`: a part of it did not arrive; `defect`: it failed.
   */
  readonly why: 'stopped' | 'unfinished' | 'crashed' | 'not-started' | 'missing' | 'defect'
  /** The message of the browser. */
  readonly detail?: string
}

/** The state of the playground: scenario, answer, and the places that people point at. Only the actions change it. */
export interface PlaygroundState {
  readonly scenario: Scenario
  /** The gallery example that the scenario began as, and that "reset" goes back to. */
  readonly exampleId: string
  /** The words about the scenario; see {@link Session}. */
  readonly about: About | undefined
  /** The goals of the scenario; see {@link Session}. */
  readonly goals: readonly string[]
  /** It came by a link and is unchanged. */
  readonly borrowed: boolean
  /** The lesson that the scenario is the work of. Then only its parts can be edited. */
  readonly lesson: LessonPlace | undefined
  readonly history: History
  /** The person chose to decide with the parts that could be read. */
  readonly evenPartly: boolean
  /** Of a command that asks a question, the person looks at the review that it sends, and not at the answer. */
  readonly showsReview: boolean
  /** The latest answer. `answered` is the scenario it answers; while it differs from `scenario`, a newer answer is on its way. */
  readonly answer: AnswerView | undefined
  readonly answered: Scenario | undefined
  /** Every design that can be chosen. They come with the first answer, since the page loads no design, and stay. */
  readonly designs: readonly DesignEntry[] | undefined
  /** Deciding takes so long that the page says so. */
  readonly slow: boolean
  /** Why there is no answer. Undefined while the scenario is decided or is being decided. */
  readonly halted: Halt | undefined
  readonly playback: Playback
  /** The place that is pointed at. */
  readonly pointed: Place | undefined
  /** The place that was clicked, or the step that the player reached. It stays lit while no other place is pointed at. */
  readonly pinned: Place | undefined

  /** In a lesson, parts that it does not let anybody edit stay as they are. */
  edit(edit: Edit): void
  /** Sets the words about the scenario. The subject groups keystrokes for undo, as for an edit. */
  setAbout(subject: string, about: About | undefined): void
  /** Sets the goals of the scenario. The subject groups keystrokes for undo, as for an edit. */
  setGoals(subject: string, goals: readonly string[]): void
  /** Opens an example (or resets it), or any scenario. Undo goes back. */
  open(start: Session): void
  /**
   * Opens a scenario that has a history of its own, beyond which undo does not go. `waiting`: its request waits until it is
   * let go.
   */
  enter(start: Session, history: History, waiting: boolean): void
  undo(): void
  redo(): void
  decidePartly(evenPartly: boolean): void
  /** Shows the review that a command sends, or the answer to its question. */
  showReview(showsReview: boolean): void
  /** Called by the decider. An answer to an older scenario is dropped. */
  receive(answered: Scenario, answer: AnswerView): void
  waitLonger(slow: boolean): void
  /** Called where the present scenario gets no answer. */
  halt(halt: Halt): void
  /** Decides the present scenario again. */
  decideAgain(): void
  /** Shows the request at a step, clamped to the trace; stops playing. */
  scrub(position: number): void
  /** Shows a step that was looked up. The end is not held back because of it. */
  lookUp(step: number): void
  /** Goes to the next phase of the player, once the time of the present one is over. */
  advance(): void
  play(): void
  pause(): void
  setSpeed(speed: Speed): void
  holdBack(holdsBack: boolean): void
  /** Ends the waiting of the request: it plays from its start, or is shown at its end. */
  letGo(plays: boolean): void
  /**
   * Begins or ends the present view. In it every request waits at its start, and every check for its answer, until somebody
   * goes on. A question that a lesson asks is still open afterwards.
   */
  present(on: boolean): void
  /**
   * In the present view: lets the request go, answers the check that is asked, or goes to the next step. Before the scenario is
   * decided, the request goes as soon as it is.
   */
  goOn(): void
  /** In the present view: the moment before. Before the first step the request waits again. */
  goBack(): void
  point(place: Place | undefined): void
  /** Pins a place, or unpins it when it is pinned already. A place that is pinned stops the player. */
  pin(place: Place | undefined): void
}

/**
 * Makes the store.
 *
 * @param halted where the session must not be decided by itself
 *
 * @param now milliseconds; a parameter so that tests of undo need not wait
 *
 * @param refuse called where an edit was refused, because the lesson does not let anybody edit that part
 */
export function createPlayground(
  start: Session,
  halted?: Halt,
  now: () => number = () => performance.now(),
  refuse: () => void = () => undefined,
) {
  return createStore<PlaygroundState>()((set, get) => {
    const move = (
      change: (player: PlayerState, steps: readonly Step[]) => PlayerState,
    ): Pick<PlaygroundState, 'playback'> => {
      const { playback, answer } = get()
      return { playback: { ...playback, ...change(playback, answer?.trace?.steps ?? []) } }
    }
    /** Moves the player, and pins the step that it reaches, as a click on the step would. The end pins nothing. */
    const moveAndPin = (
      change: (player: PlayerState, steps: readonly Step[]) => PlayerState,
      underWay = true,
    ): Partial<Pick<PlaygroundState, 'playback' | 'pinned'>> => {
      if (get().playback.waiting) return {}
      const { playback } = move(change)
      const { pinned, answer } = get()
      const { position, phase } = playback
      const last = (answer?.trace?.steps.length ?? 0) - 1
      const ended = position >= last && phase === 'done'
      const kept = pinned?.kind === 'step' && (phase === 'travelling' || pinned.step === position) ? pinned : undefined
      const reached = phase !== 'travelling' && position < last
      return {
        playback: { ...playback, underWay: underWay && !ended },
        pinned: reached ? { kind: 'step', step: position } : kept,
      }
    }
    const present = (): Session => {
      const { scenario, exampleId, about, goals, borrowed, lesson } = get()
      return { scenario, exampleId, about, goals, borrowed, ...(lesson && { lesson }) }
    }
    /** Every change of the scenario unpins the place in the old answer and stops the player. */
    const show = (
      { scenario, exampleId, about, goals = NO_GOALS, borrowed = false, lesson }: Session,
      history: History,
      waiting = false,
    ): void =>
      set({
        scenario,
        exampleId,
        about,
        goals,
        borrowed,
        lesson: lesson && { ...withoutQuestion(lesson), ...(waiting && { asks: true }) },
        history,
        halted: undefined,
        pointed: undefined,
        pinned: undefined,
        playback: {
          ...move(paused).playback,
          // What an audience saw of the request before is not on the chart of the next one.
          ...(get().playback.stopsToAsk && { ...restingAt(0), underWay: false }),
          waiting: waiting || get().playback.stopsToAsk === true,
          goesOnceDecided: false,
        },
      })

    return {
      about: undefined,
      borrowed: false,
      lesson: undefined,
      ...start,
      goals: start.goals ?? NO_GOALS,
      history: NO_HISTORY,
      evenPartly: false,
      showsReview: false,
      answer: undefined,
      answered: undefined,
      designs: undefined,
      slow: false,
      halted,
      playback: {
        ...restingAt(0),
        speed: 1,
        underWay: false,
        holdsBack: true,
        waiting: start.lesson?.asks === true,
        goesOnceDecided: false,
      },
      pointed: undefined,
      pinned: undefined,

      edit({ subject, change }) {
        const left = present()
        const allowed = left.lesson ? partsOfLesson(change, subject, left.lesson.edit) : change
        if (allowed === undefined) return refuse()
        const scenario = { ...left.scenario, ...allowed }
        show({ ...left, scenario, borrowed: false }, remember(get().history, left, subject, now()))
      },
      setAbout(subject, about) {
        set({ about, borrowed: false, history: remember(get().history, present(), subject, now()) })
      },
      setGoals(subject, goals) {
        set({ goals, borrowed: false, history: remember(get().history, present(), subject, now()) })
      },
      open(start) {
        show(start, remember(get().history, present(), `open ${start.exampleId}`, now()))
        set({ evenPartly: false, showsReview: false })
      },
      enter(start, history, waiting) {
        show(start, history, waiting)
        set({ evenPartly: false, showsReview: false })
      },
      undo() {
        const back = stepBack(get().history, present())
        if (back) show(...back)
      },
      redo() {
        const forward = stepForward(get().history, present(), now())
        if (forward) show(...forward)
      },
      decidePartly: (evenPartly) => set({ evenPartly, answered: undefined }),
      showReview: (showsReview) => set({ showsReview }),
      receive(answered, answer) {
        if (answered !== get().scenario) return
        const { playback } = get()
        const waiting = playback.waiting || playback.stopsToAsk === true
        set({
          answer,
          answered,
          designs: answer.designs,
          slow: false,
          halted: undefined,
          playback: { ...playback, ...restingAt(waiting ? 0 : lastOf(answer)), underWay: false, waiting },
        })
        if (playback.goesOnceDecided) get().goOn()
      },
      waitLonger: (slow) => set({ slow }),
      halt: (halted) => set({ halted, slow: false, answer: undefined, answered: undefined }),
      decideAgain: () => set({ halted: undefined }),
      scrub: (position) => set(moveAndPin((player, steps) => scrubbed(player, position, steps))),
      lookUp: (step) => set(moveAndPin((player, steps) => scrubbed(player, step, steps), get().playback.underWay)),
      advance: () => set(moveAndPin(advanced, get().playback.underWay)),
      play: () => set(moveAndPin(startedPlaying)),
      pause: () => set(move(paused)),
      setSpeed: (speed) => set({ playback: { ...get().playback, speed } }),
      holdBack: (holdsBack) => set({ playback: { ...get().playback, holdsBack } }),
      letGo(plays) {
        const { playback, answer, lesson } = get()
        const steps = answer?.trace?.steps ?? []
        const from = plays ? startedPlaying(restingAt(0), steps) : restingAt(lastOf(answer))
        set({
          playback: { ...playback, ...from, underWay: from.playing, waiting: false },
          lesson: lesson && withoutQuestion(lesson),
        })
      },
      present(on) {
        const { playback, answer, lesson } = get()
        const waiting = on || lesson?.asks === true
        const stays = !waiting && !playback.waiting
        set({
          playback: {
            ...playback,
            ...(stays ? paused(playback) : restingAt(waiting ? 0 : lastOf(answer))),
            underWay: stays && playback.underWay,
            waiting,
            goesOnceDecided: false,
            stopsToAsk: on,
          },
          ...(!stays && { pinned: undefined }),
          pointed: undefined,
        })
      },
      goOn() {
        const { playback, scenario, answered } = get()
        if (answered !== scenario) return set({ playback: { ...playback, goesOnceDecided: true } })
        set({ playback: { ...playback, waiting: false, goesOnceDecided: false } })
        set(moveAndPin((player, steps) => wentOn(player, steps) ?? paused(player)))
      },
      goBack() {
        const { playback, answer } = get()
        const back = wentBack(playback, answer?.trace?.steps ?? [])
        if (back !== undefined) set(moveAndPin(() => back))
        else
          set({
            playback: { ...playback, ...restingAt(0), underWay: false, waiting: true, goesOnceDecided: false },
            pinned: undefined,
          })
      },
      point: (pointed) => set({ pointed }),
      pin(place) {
        const { pinned } = get()
        set({
          pinned: place !== undefined && samePlace(place, pinned) ? undefined : place,
          ...(place !== undefined && move(paused)),
        })
      },
    }
  })
}

const NO_GOALS: readonly string[] = []

/** The last step of an answer; 0 where there is none. */
function lastOf(answer: AnswerView | undefined): number {
  return Math.max(0, (answer?.trace?.steps.length ?? 1) - 1)
}

function withoutQuestion({ asks: _, ...lesson }: LessonPlace): LessonPlace {
  return lesson
}

function samePlace(a: Place, b: Place | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b)
}
