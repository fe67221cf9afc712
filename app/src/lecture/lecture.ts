import type { Scenario } from '@authz-playground/engine'
import type { Prediction } from '@authz-playground/engine/documents'
import { proseText, readProse } from '@authz-playground/prose'
import { create } from 'zustand'
import { GUESSES, playground, usePlayground } from '../session/index.ts'
import { announce } from '../ui/index.ts'
import { type LectureItem, nextIn, type Playlist } from './playlist.ts'
import { tellsTheEnd } from './spoilers.ts'

/** A lecture: what is gone through, and what an audience was asked. */
interface Lecture {
  /** Absent where only the scenario of the page is presented. */
  readonly list: Playlist | undefined
  /** The item that was shown last; absent where none was. */
  readonly shown: ShownItem | undefined
  /** The question about a scenario, and the choice that was made. */
  readonly asked: Asked | undefined
  /** The ring at the mouse stays. */
  readonly ring: boolean
}

/** An item of the list, and the scenario that it is: by undo the page may show another one. */
interface ShownItem {
  /** From 0. */
  readonly at: number
  readonly scenario: Scenario
}

interface Asked {
  readonly scenario: Scenario
  readonly prediction: Prediction
  readonly guess?: number
}

/** What a lecture begins with. */
export interface Beginning {
  readonly list: Playlist | undefined
  readonly at: number | undefined
  /** The question that the lesson on the page asks about its scenario. */
  readonly prediction: Prediction | undefined
}

const NONE: Lecture = { list: undefined, shown: undefined, asked: undefined, ring: false }

export const useLecture = create<Lecture>()(() => NONE)

/** Begins to present the scenario of the page. */
export function beginLecture({ list, at, prediction }: Beginning): void {
  const { scenario, present } = playground.getState()
  useLecture.setState({
    ...NONE,
    list,
    shown: at === undefined ? undefined : { at, scenario },
    asked: prediction && { scenario, prediction },
  })
  present(true)
  announce(questionOf(prediction))
}

/** Whether what is decided is the review of a command, which is neither allowed nor refused. */
export function isReview({ answer, answered, scenario }: ReturnType<typeof playground.getState>): boolean {
  return answered === scenario && answer?.trace !== undefined && answer.wish === undefined
}

/** What an audience is asked, as a text. */
export function questionOf(prediction: Prediction | undefined, isReview = false): string {
  if (prediction) return proseText(readProse(prediction.question).blocks)
  return isReview ? 'What will the API server answer?' : 'Allowed or refused?'
}

/** The place of what is presented in the list, from 0; undefined where it is not of it. */
function placeNow({ shown }: Pick<Lecture, 'shown'>, scenario: Scenario): number | undefined {
  return shown?.scenario === scenario ? shown.at : undefined
}

/** The same as a hook. */
export function usePlace(): number | undefined {
  const scenario = usePlayground((now) => now.scenario)
  return useLecture((now) => placeNow(now, scenario))
}

/** Counts what was opened: only the newest is shown. */
let opened = 0

/** Goes to the next or the previous item of the list. At its ends it says so. */
export async function goInList(by: 1 | -1): Promise<void> {
  const { list, shown } = useLecture.getState()
  const next = list && nextIn(list, placeNow({ shown }, playground.getState().scenario), by)
  const item = next === undefined ? undefined : list?.items[next]
  if (list === undefined || next === undefined || item === undefined) {
    announce(list === undefined ? 'There is no list' : by === 1 ? 'This is the last one' : 'This is the first one')
    return
  }
  const turn = ++opened
  if (!(await item.open()) || turn !== opened || !isOn()) return
  showItem(list, next, item)
}

/** Begins with an item of a list. */
export async function beginWith(list: Playlist, at: number): Promise<void> {
  const item = list.items[at]
  if (item === undefined) return
  const turn = ++opened
  beginLecture({ list, at, prediction: undefined })
  if ((await item.open()) && turn === opened && isOn()) showItem(list, at, item)
}

function showItem(list: Playlist, at: number, item: LectureItem): void {
  const { scenario } = playground.getState()
  const { title, prediction } = item
  useLecture.setState({ shown: { at, scenario }, asked: prediction && { scenario, prediction } })
  announce(`${at + 1} of ${list.items.length}${tellsTheEnd(title) ? '' : `: ${title}`}. ${questionOf(prediction)}`)
}

/** The item of the list that is presented; undefined where it is none of a list. */
export function presentedItem(): LectureItem | undefined {
  const { list, shown } = useLecture.getState()
  const at = placeNow({ shown }, playground.getState().scenario)
  return at === undefined ? undefined : list?.items[at]
}

function isOn(): boolean {
  return playground.getState().playback.pausesAtChecks === true
}

/** The question about the scenario of the page. */
function askedNow(): Asked | undefined {
  const { asked } = useLecture.getState()
  return asked?.scenario === playground.getState().scenario ? asked : undefined
}

/** Makes a choice, and lets the request go. Of more choices than there are nothing happens. */
export function guess(choice: number): void {
  const asked = askedNow()
  const { playback, goOn, guess: guessOutcome } = playground.getState()
  const outcome = GUESSES[choice]
  if (asked === undefined && outcome !== undefined && playback.atStart && !isReview(playground.getState()))
    return guessOutcome(outcome)
  if (asked === undefined || choice >= asked.prediction.choices.length) return
  useLecture.setState({ asked: { ...asked, guess: choice } })
  if (playback.atStart) goOn()
}

export function toggleRing(): void {
  const ring = !useLecture.getState().ring
  useLecture.setState({ ring })
  announce(ring ? 'Pointer on' : 'Pointer off')
}
