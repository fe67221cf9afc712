import type { Scenario } from '@authz-playground/engine'
import type { PlayerState } from '@authz-playground/pictures'
import type { AnswerView, DesignEntry } from '../../worker/index.ts'
import type { Guess } from '../guess.ts'
import type { History } from '../history.ts'
import type { Place } from '../places.ts'
import type { About, CameRequests, LessonPlace, Session } from '../session.ts'

/** How fast a request travels: 1 is reading speed. */
export const SPEEDS = [0.5, 1, 2, 4] as const
export type Speed = (typeof SPEEDS)[number]

/** The player of the page, and the speed that the person chose. At the last step all edges that were taken are shown. */
export interface Playback extends PlayerState {
  readonly speed: Speed
  /** The request was played or stepped to where it is, and has not reached its end. False where a step was looked up. */
  readonly inProgress: boolean
  /** While a request is in progress, what has not happened yet is held back. */
  readonly holdsBack: boolean
  /** The request waits at its start until it is released: a question about its end is asked first. */
  readonly atStart: boolean
  /** What was expected of the request before it was released. Undefined where nobody said it. */
  readonly guess: Guess | undefined
  /** Somebody went on before the scenario was decided: the request starts as soon as it is. */
  readonly startsWhenDecided: boolean
}

/**
 * A change of the scenario. Keystrokes with one subject are one step of undo: `policy`, `request`, the name of a field.
 */
export interface Edit {
  readonly subject: string
  readonly change: Partial<Omit<Scenario, 'version'>>
  /** The page makes the change for a person, who wants to see what it changed. */
  readonly shown?: boolean
  /** It replaces what somebody wrote, and does not go on with it. */
  readonly replaces?: boolean
}

/** Why the present scenario is not decided. It stays so until somebody asks again or changes it. */
export interface NotDecided {
  /**
   * `stopped` by the person; `unfinished`: an earlier visit ended before it was decided; `crashed`, `not-started`: the
   * worker; `missing`: a part of it did not arrive; `defect`: it failed.
   */
  readonly reason: 'stopped' | 'unfinished' | 'crashed' | 'not-started' | 'missing' | 'defect'
  /** The message of the browser. */
  readonly detail?: string
}

/** The part of the state about the scenario, and its history. */
export interface ScenarioPart {
  readonly scenario: Scenario
  /** The gallery example that the scenario began as, and that "reset" goes back to. */
  readonly exampleId: string
  /** The words about the scenario; see {@link Session}. */
  readonly about: About | undefined
  /** The goals of the scenario; see {@link Session}. */
  readonly goals: readonly string[]
  /** It came by a link and is unchanged. */
  readonly fromLink: boolean
  /** The requests that came with it; see {@link Session}. */
  readonly came: CameRequests | undefined
  /** Somebody has changed it since it was opened; see {@link Session}. */
  readonly changed: boolean | undefined
  /** The lesson that the scenario is the work of. Then only its parts can be edited. */
  readonly lesson: LessonPlace | undefined
  readonly history: History
  /** The session that was replaced last, by opening another one or by an edit that replaces. Undefined until then. */
  readonly replaced: Session | undefined
  /** In a lesson, parts that it does not let anybody edit stay as they are. */
  edit(edit: Edit): void
  /** Sets the words about the scenario. The subject groups keystrokes for undo, as for an edit. */
  setAbout(subject: string, about: About | undefined): void
  /** Sets the goals of the scenario. The subject groups keystrokes for undo, as for an edit. */
  setGoals(subject: string, goals: readonly string[]): void
  /** Opens an example (or resets it), or any scenario. Undo goes back. */
  open(start: Session): void
  /**
   * Opens a scenario that has a history of its own, beyond which undo does not go. `atStart`: its request waits until it is
   * released.
   */
  enter(start: Session, history: History, atStart: boolean): void
  undo(): void
  redo(): void
}

/** The part about the answer, and how it comes. */
export interface AnswerPart {
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
  readonly notDecided: NotDecided | undefined
  decidePartly(evenPartly: boolean): void
  /** Shows the review that a command sends, or the answer to its question. */
  showReview(showsReview: boolean): void
  /** Called by the decider. An answer to an older scenario is dropped. */
  receive(answered: Scenario, answer: AnswerView): void
  waitLonger(slow: boolean): void
  /** Called where the present scenario gets no answer. */
  leaveUndecided(why: NotDecided): void
  /** Decides the present scenario again. */
  decideAgain(): void
}

/** The part about the way of the request over the chart. */
export interface PlayerPart {
  readonly playback: Playback
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
  /** The request waits at its start, and the page asks for a guess. Who moves the request goes on without one. */
  ask(): void
  /** Makes a guess, and releases the request: it plays from its start, in the present view by hand. */
  guess(guess: Guess): void
  /** Shows the end, where the page asks for a guess. */
  answerWithoutGuess(): void
  /** Releases the request: it plays from its start, or is shown at its end. */
  release(plays: boolean): void
  /**
   * Begins or ends the present view. In it every request waits at its start, and every check for its answer, until somebody
   * goes on. A question that a lesson asks is still open afterwards.
   */
  present(on: boolean): void
  /**
   * In the present view: releases the request, answers the check that is asked, or goes to the next step. Before the scenario is
   * decided, the request starts as soon as it is.
   */
  goOn(): void
  /** In the present view: the moment before. Before the first step the request waits again. */
  goBack(): void
}

/** The part about the places that people point at. */
export interface PointingPart {
  /** The place that is pointed at. */
  readonly pointed: Place | undefined
  /** The place that was clicked, or the step that the player reached. It stays highlighted while no other place is pointed at. */
  readonly pinned: Place | undefined
  /** The scenario before a change that the page made, whose lines are lit until the next edit or click. */
  readonly changedFrom: Scenario | undefined
  point(place: Place | undefined): void
  /** Pins a place, or unpins it when it is pinned already. A place that is pinned stops the player. */
  pin(place: Place | undefined): void
}

/** The state of the playground: scenario, answer, and the places that people point at. Only the actions change it. */
export type PlaygroundState = ScenarioPart & AnswerPart & PlayerPart & PointingPart

/** The state as an action reads and changes it. */
export interface Store {
  get(): PlaygroundState
  set(change: Partial<PlaygroundState>): void
}
