import type { RichText, SourceRange } from '@authz-playground/engine'
import type { Hint, Lesson, Prediction } from '@authz-playground/engine/documents'
import { goalRow } from '@authz-playground/engine/internal/answers'
import { type Played, unlikeItsPlay } from '@authz-playground/engine/internal/course'
import { problemInWords } from '@authz-playground/engine/internal/words'
import type { GoalResult } from '@authz-playground/engine/policy'
import { type Prose, readProse } from '@authz-playground/prose'
import { inCourse, type MentionedPlace, type PlaceInCourse, placesOfLesson } from './course-places.ts'
import { isConditional, writtenAt } from './course-view.ts'
import { type AnsweringStamp, knownLesson, knownPlays } from './judged-lessons.ts'
import { playsOf, type Written } from './written.ts'

/** A lesson as its learners see it, and what its author should know beside. */
export interface LessonPreview {
  readonly id: string
  readonly title: string
  readonly minutes?: number
  readonly edit: Lesson['edit']
  readonly text: Prose
  readonly done: Prose
  readonly predict?: PredictionPreview
  readonly goals: readonly GoalPreview[]
  readonly hints: readonly HintPreview[]
  /** Absent where nobody has written any, or they were not played yet. */
  readonly plays?: readonly PlayPreview[]
}

/** The question that is asked before the request is let go. */
export interface PredictionPreview {
  readonly question: Prose
  readonly choices: readonly { readonly say: Prose; readonly right: boolean }[]
  readonly because: Prose
  /** What answers it. Absent where nothing does. */
  readonly stamp?: AnsweringStamp
}

/** A goal at the start and with the solution. */
export interface GoalPreview {
  /** The sentence as people read it. */
  readonly sentence: RichText
  /** Its place in the text. */
  readonly range: SourceRange
  readonly start: VerdictPreview
  readonly solution: VerdictPreview
}

/** The state of a goal, and why. */
export interface VerdictPreview {
  readonly state: GoalResult['state']
  /** Its lines are those of the course. */
  readonly words: RichText
  /** What nearly fits. */
  readonly near?: RichText
  readonly places: readonly MentionedPlace[]
}

/** A hint, and when it speaks. */
export interface HintPreview {
  readonly say: Prose
  /** It speaks only while its condition holds. */
  readonly conditional: boolean
  readonly when: readonly string[]
  readonly unless: readonly string[]
  readonly atStart: boolean
  readonly withSolution: boolean
  /** What learners did wrong when it spoke. Absent where no plays were played. */
  readonly speaksTo?: readonly string[]
  readonly range: SourceRange
}

/** A play of the lesson, and what came of it. */
export interface PlayPreview {
  readonly list: Played['list']
  readonly does: string
  readonly unplayable?: string
  /** The goals that it does not meet, with the reasons. */
  readonly unmet: readonly { readonly sentence: RichText; readonly words: RichText }[]
  /** The hint that speaks first. */
  readonly hint?: Prose
  /** The error of its text, in place of a hint. */
  readonly error?: string
  /** It is as its author wants it. */
  readonly asWanted: boolean
  readonly range: SourceRange
}

/** The preview of a lesson that was judged; undefined where it was not, or a newer course was read. */
export function previewAuthored(revision: number, index: number): LessonPreview | undefined {
  const now = writtenAt(revision)
  const lesson = now?.outline?.lessons[index]?.lesson
  const known = lesson && knownLesson(lesson)
  if (now === undefined || lesson === undefined || known === undefined) return undefined
  const { judged, speakAtStart, speakWithSolution, stamp } = known
  const of = playsOf(now, lesson.id)
  const played = of && knownPlays(lesson, of)
  const { id, title, minutes, edit, text, done, predict, goals, hints } = lesson
  const at = (place: PlaceInCourse, result: GoalResult | undefined) => verdictOf(result, place)
  const [atStart, withSolution] = [
    placesOfLesson(now.places, index, 'start'),
    placesOfLesson(now.places, index, 'solution'),
  ]
  return {
    id,
    title,
    ...(minutes !== undefined && { minutes }),
    edit,
    text: readProse(text),
    done: readProse(done),
    ...(predict && { predict: predictionOf(predict, stamp) }),
    goals: goals.map((text, goal) => ({
      sentence: judged.atStart[goal]?.sentence ?? [text],
      range: now.places.at(['lessons', index, 'goals', goal]),
      start: at(atStart, judged.atStart[goal]),
      solution: at(withSolution, judged.withSolution[goal]),
    })),
    hints: hints.map((hint, place) => ({
      ...hintOf(hint, played),
      atStart: speakAtStart.includes(place),
      withSolution: speakWithSolution.includes(place),
      range: now.places.at(['lessons', index, 'hints', place]),
    })),
    ...(played && { plays: played.map((one) => playOf(one, now, lesson.id)) }),
  }
}

function predictionOf(
  { question, choices, because }: Prediction,
  stamp: AnsweringStamp | undefined,
): PredictionPreview {
  return {
    question: readProse(question),
    choices: choices.map(({ say, right }) => ({ say: readProse(say), right })),
    because: readProse(because),
    ...(stamp && { stamp }),
  }
}

function hintOf(hint: Hint, played: readonly Played[] | undefined) {
  const { say, when, unless } = hint
  const speaksTo = played?.filter(
    ({ list, speaking }) => list === 'mistakes' && speaking.some((one) => one.say === say),
  )
  return {
    say: readProse(say),
    conditional: isConditional(hint),
    when,
    unless,
    ...(speaksTo && { speaksTo: speaksTo.map(({ does }) => does) }),
  }
}

function verdictOf(result: GoalResult | undefined, placeOf: PlaceInCourse): VerdictPreview {
  if (result === undefined) return { state: 'not-decided', words: [], places: [] }
  const { state, words, near, places, errors } = goalRow(result)
  const [error] = errors
  const said: RichText = error === undefined ? words : [problemInWords({ message: error.message, range: error.range })]
  const ranges = [...places, ...(error === undefined ? [] : [error.range])]
  const { sentences, places: mentioned } = inCourse([said, near ?? []], ranges, placeOf)
  const [why = [], nearly = []] = sentences
  return { state, words: why, ...(near && { near: nearly }), places: mentioned }
}

function playOf(played: Played, now: Written, lesson: string): PlayPreview {
  const { list, index, does, unplayable, unmet, speaking, errors } = played
  const [first] = speaking
  const [error] = errors
  const asWanted = unlikeItsPlay(played, ['lessons', lesson], now.readPlays.at).next().done === true
  return {
    list,
    does,
    ...(unplayable !== undefined && { unplayable }),
    unmet: unmet.map(({ sentence, words }) => ({ sentence, words })),
    ...(error === undefined && first && { hint: readProse(first.say) }),
    ...(error !== undefined && { error }),
    asWanted,
    range: now.playPlaces.at(['lessons', lesson, list, index]),
  }
}
