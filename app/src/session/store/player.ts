import type { Step } from '@authz-playground/engine'
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
import type { AnswerView } from '../../worker/index.ts'
import type { LessonPlace, Session } from '../session.ts'
import type { PlayerPart, PlaygroundState, Store } from './state.ts'

type Change = (player: PlayerState, steps: readonly Step[]) => PlayerState

/** The player after a change. */
export function moved({ playback, answer }: PlaygroundState, change: Change): Pick<PlaygroundState, 'playback'> {
  return { playback: { ...playback, ...change(playback, answer?.trace?.steps ?? []) } }
}

/** Whether only an answer moves the request from its start: a lesson or the present view asks. */
export function mustWait({ playback, lesson }: Pick<PlaygroundState, 'playback' | 'lesson'>): boolean {
  return playback.atStart && (lesson?.asks === true || playback.pausesAtChecks === true)
}

/** Moves the player, and pins the step that it reaches, as a click on the step would. The end pins nothing. */
function movedAndPinned(
  state: PlaygroundState,
  change: Change,
  inProgress = true,
): Partial<Pick<PlaygroundState, 'playback' | 'pinned'>> {
  if (mustWait(state)) return {}
  const { playback } = moved(state, change)
  const { pinned, answer } = state
  const { position, phase } = playback
  const last = (answer?.trace?.steps.length ?? 0) - 1
  const ended = position >= last && phase === 'done'
  const kept = pinned?.kind === 'step' && (phase === 'travelling' || pinned.step === position) ? pinned : undefined
  const reached = phase !== 'travelling' && position < last
  return {
    playback: { ...playback, inProgress: inProgress && !ended, atStart: false },
    pinned: reached ? { kind: 'step', step: position } : kept,
  }
}

/** The part of the state about the way of the request over the chart. */
export function playerPart(start: Session, { get, set }: Store): PlayerPart {
  const go = (change: Change, inProgress?: boolean): void => set(movedAndPinned(get(), change, inProgress))
  return {
    playback: {
      ...restingAt(0),
      speed: 1,
      inProgress: false,
      holdsBack: true,
      atStart: start.lesson?.asks === true,
      guess: undefined,
      startsWhenDecided: false,
    },
    scrub: (position) => go((player, steps) => scrubbed(player, position, steps)),
    lookUp: (step) => go((player, steps) => scrubbed(player, step, steps), get().playback.inProgress),
    advance: () => go(advanced, get().playback.inProgress),
    play: () => go(startedPlaying),
    pause: () => set(moved(get(), paused)),
    setSpeed: (speed) => set({ playback: { ...get().playback, speed } }),
    holdBack: (holdsBack) => set({ playback: { ...get().playback, holdsBack } }),
    ask: () => set({ playback: { ...get().playback, ...restingAt(0), inProgress: false, atStart: true } }),
    guess(guess) {
      const { playback } = get()
      set({ playback: { ...playback, guess } })
      if (playback.pausesAtChecks) get().goOn()
      else get().release(true)
    },
    answerWithoutGuess() {
      if (get().playback.atStart && !mustWait(get())) get().release(false)
    },
    release(plays) {
      const { playback, answer, lesson } = get()
      const steps = answer?.trace?.steps ?? []
      const from = plays ? startedPlaying(restingAt(0), steps) : restingAt(lastOf(answer))
      set({
        playback: { ...playback, ...from, inProgress: from.playing, atStart: false },
        lesson: lesson && withoutQuestion(lesson),
      })
    },
    present: (on) => set(presented(get(), on)),
    goOn() {
      const { playback, scenario, answered } = get()
      if (answered !== scenario) return set({ playback: { ...playback, startsWhenDecided: true } })
      set({ playback: { ...playback, atStart: false, startsWhenDecided: false } })
      go((player, steps) => wentOn(player, steps) ?? paused(player))
    },
    goBack() {
      const { playback, answer } = get()
      const back = wentBack(playback, answer?.trace?.steps ?? [])
      if (back !== undefined) return go(() => back)
      const start = { ...restingAt(0), inProgress: false, atStart: true, guess: undefined, startsWhenDecided: false }
      set({ playback: { ...playback, ...start }, pinned: undefined })
    },
  }
}

/** The present view begins or ends: the request waits, or is where it was. */
function presented({ playback, answer, lesson }: PlaygroundState, on: boolean): Partial<PlaygroundState> {
  const atStart = on || lesson?.asks === true
  const stays = !atStart && !playback.atStart
  return {
    playback: {
      ...playback,
      ...(stays ? paused(playback) : restingAt(atStart ? 0 : lastOf(answer))),
      inProgress: stays && playback.inProgress,
      atStart,
      ...(!stays && { guess: undefined }),
      startsWhenDecided: false,
      pausesAtChecks: on,
    },
    ...(!stays && { pinned: undefined }),
    pointed: undefined,
  }
}

/** The last step of an answer; 0 where there is none. */
export function lastOf(answer: AnswerView | undefined): number {
  return Math.max(0, (answer?.trace?.steps.length ?? 1) - 1)
}

/** A lesson whose question is not open. */
export function withoutQuestion({ asks: _, ...lesson }: LessonPlace): LessonPlace {
  return lesson
}
