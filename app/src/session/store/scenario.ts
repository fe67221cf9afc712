import { paused, restingAt } from '@authz-playground/pictures'
import { type History, NO_HISTORY, remember, stepBack, stepForward } from '../history.ts'
import { partsOfLesson, SHOWS_REQUEST } from '../lesson-parts.ts'
import { withSenderOfReviews } from '../sequence.ts'
import { type Session, sessionOf } from '../session.ts'
import { moved, withoutQuestion } from './player.ts'
import type { PlaygroundState, ScenarioPart, Store } from './state.ts'

/** What its actions need beside the state. */
export interface ScenarioWorld {
  /** Milliseconds; a parameter so that tests of undo need not wait. */
  readonly now: () => number
  /** Called where an edit was refused, because the lesson does not let anybody edit that part. */
  readonly refuse: () => void
  /** Called where a person changes the session on the page, before it changes. */
  readonly act: () => void
}

/** The part of the state about the scenario, and its history. */
export function scenarioPart(start: Session, { get, set }: Store, { now, refuse, act }: ScenarioWorld): ScenarioPart {
  const show = (session: Session, history: History, atStart = false): void =>
    set(shown(get(), session, history, atStart))
  const after = (subject: string): History => remember(get().history, sessionOf(get()), subject, now())
  return {
    about: undefined,
    fromLink: false,
    came: undefined,
    changed: undefined,
    lesson: undefined,
    ...start,
    goals: start.goals ?? NO_GOALS,
    history: NO_HISTORY,
    replaced: undefined,
    edit({ subject, change, shown = false, replaces = false }) {
      const left = sessionOf(get())
      const allowed = left.lesson ? partsOfLesson(change, subject, left.lesson.edit) : change
      if (allowed === undefined) return refuse()
      const showsOnly = subject === SHOWS_REQUEST
      if (!showsOnly) act()
      const changed = showsOnly ? left.changed : true
      const scenario = { ...left.scenario, ...withSenderOfReviews(left.scenario, allowed) }
      show({ ...left, scenario, fromLink: false, changed }, after(subject))
      if (shown) set({ changedFrom: left.scenario })
      if (replaces) set({ replaced: left })
    },
    setAbout(subject, about) {
      act()
      set({ about, fromLink: false, changed: true, history: after(subject) })
    },
    setGoals(subject, goals) {
      act()
      set({ goals, fromLink: false, changed: true, history: after(subject) })
    },
    open(start) {
      const replaced = sessionOf(get())
      show(start, after(`open ${start.exampleId}`))
      set({ evenPartly: false, showsReview: false, replaced })
    },
    enter(start, history, atStart) {
      const replaced = sessionOf(get())
      show(start, history, atStart)
      set({ evenPartly: false, showsReview: false, replaced })
    },
    undo() {
      const back = stepBack(get().history, sessionOf(get()))
      if (back === undefined) return
      act()
      show(...back)
    },
    redo() {
      const forward = stepForward(get().history, sessionOf(get()), now())
      if (forward === undefined) return
      act()
      show(...forward)
    },
  }
}

/** Every change of the scenario unpins the place in the old answer and stops the player. */
function shown(
  state: PlaygroundState,
  { scenario, exampleId, about, goals = NO_GOALS, fromLink = false, came, changed, lesson }: Session,
  history: History,
  atStart: boolean,
): Partial<PlaygroundState> {
  const presents = state.playback.pausesAtChecks === true
  return {
    scenario,
    exampleId,
    about,
    goals,
    fromLink,
    came,
    changed,
    lesson: lesson && { ...withoutQuestion(lesson), ...(atStart && { asks: true }) },
    history,
    notDecided: undefined,
    pointed: undefined,
    pinned: undefined,
    changedFrom: undefined,
    playback: {
      ...moved(state, paused).playback,
      // What a room saw of the request before is not on the chart of the next one.
      ...(presents && { ...restingAt(0), inProgress: false }),
      atStart: atStart || presents,
      guess: undefined,
      startsWhenDecided: false,
    },
  }
}

const NO_GOALS: readonly string[] = []
