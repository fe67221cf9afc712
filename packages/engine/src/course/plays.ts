import type { DecideForGoals, GoalResult } from '../goals/index.ts'
import {
  DOCUMENT,
  type DocumentKind,
  documentOf,
  fits,
  mapping,
  readShaped,
  type ValueOf,
} from '../scenario-file/index.ts'
import type { Diagnostic } from '../text/index.ts'
import { plainText } from '../words/index.ts'
import type { JsonPath } from '../yaml/index.ts'
import type { Course, Hint, Lesson, LessonWork } from './course.ts'
import { LessonJudge } from './lesson-judge.ts'
import type { ErrorAt } from './read-course.ts'

const text = { is: 'text' } as const

const PLAY = {
  does: text,
  edit: { is: 'list', of: mapping({ from: text, to: text }, 'from', 'to'), notEmpty: true },
  policy: DOCUMENT.fields.policy,
  request: DOCUMENT.fields.request,
  requestor: DOCUMENT.fields.requestor,
} as const

const LESSON_PLAYS = mapping({
  mistakes: { is: 'list', of: mapping({ ...PLAY, hint: text }, 'does', 'hint') },
  others: { is: 'list', of: mapping(PLAY, 'does') },
})

/** The version of plays. */
const PLAYS_VERSION = 1

/** The shape of the plays of a course: how learners get its lessons wrong, and right in other ways. */
export const PLAYS = mapping(
  {
    version: { is: 'one', of: [PLAYS_VERSION] },
    lessons: { is: 'map', of: LESSON_PLAYS, words: 'a mapping from lessons to “mistakes” and “others”' },
  },
  'version',
  'lessons',
)

/** The plays of a course as a plain value. */
export type WrittenPlays = ValueOf<typeof PLAYS>

/** The plays of a lesson. */
export type LessonPlays = WrittenPlays['lessons'][string]
type WrittenPlay = NonNullable<LessonPlays['others']>[number]

/** The plays of a course, and what makes an error at a place in their text. */
export interface ReadPlays {
  /** Absent where any part was not understood. */
  readonly plays?: WrittenPlays
  readonly diagnostics: readonly Diagnostic[]
  readonly at: ErrorAt
}

const KIND: DocumentKind<WrittenPlays> = {
  shape: PLAYS,
  fits: (value) => fits(value, PLAYS),
  version: PLAYS_VERSION,
  what: 'a document with the plays of a course',
}

/** Reads the plays of a course in YAML or JSON, as strictly as the course. Never throws. */
export function readPlays(text: string): ReadPlays {
  const { written, diagnostics, at } = readShaped(text, KIND)
  return { ...(written && { plays: written }), diagnostics, at }
}

/**
 * Plays a course as learners would: each mistake must leave a goal unmet, and the first hint that speaks then must have its
 * words; each other solution must pass. One lesson a step.
 */
export function* playCourse(
  course: Course,
  { plays, at }: ReadPlays,
  decide: DecideForGoals,
): Generator<readonly Diagnostic[], void> {
  for (const [id, lessonPlays] of Object.entries(plays?.lessons ?? {})) {
    const lesson = course.lessons.find((one) => one.id === id)
    const path: JsonPath = ['lessons', id]
    if (lesson === undefined) {
      yield [
        at(
          'no-such-lesson',
          `The course has no lesson “${id}”.`,
          `Lessons are ${course.lessons.map((one) => one.id).join(', ')}.`,
          path,
        ),
      ]
      continue
    }
    yield [...playLesson(lesson, lessonPlays, decide)].flatMap((played) => [...unlikeItsPlay(played, path, at)])
  }
}

/** A play, and what came of it. */
export interface Played {
  readonly list: 'mistakes' | 'others'
  /** Its place in that list. */
  readonly index: number
  readonly does: string
  /** A part of the text of the hint that is meant to speak. Empty for other solutions. */
  readonly expected: string
  /** Why it cannot be played: an edit does not fit the solution. Then nothing else is known. */
  readonly unplayable?: string
  /** The goals that it does not meet. */
  readonly unmet: readonly GoalResult[]
  /** The hints that speak to it, the first of them first. */
  readonly speaking: readonly Hint[]
  /** The errors of its texts, because of which no hint speaks: message and fix. */
  readonly errors: readonly string[]
}

/** Plays the mistakes and the other solutions of a lesson, one a step. */
export function* playLesson(
  lesson: Lesson,
  { mistakes = [], others = [] }: LessonPlays,
  decide: DecideForGoals,
): Generator<Played, void> {
  for (const [index, { hint, ...play }] of mistakes.entries())
    yield { list: 'mistakes', index, does: play.does, expected: hint, ...played(lesson, play, decide) }
  for (const [index, play] of others.entries())
    yield { list: 'others', index, does: play.does, expected: '', ...played(lesson, play, decide) }
}

function played(
  lesson: Lesson,
  play: WrittenPlay,
  decide: DecideForGoals,
): Pick<Played, 'unplayable' | 'unmet' | 'speaking' | 'errors'> {
  const work = workOf(lesson, play)
  if (typeof work === 'string') return { unplayable: work, unmet: [], speaking: [], errors: [] }
  const judge = new LessonJudge(lesson, work, decide)
  const unmet = [...judge.goals()].filter(({ state }) => state !== 'holds')
  const errors = unmet.flatMap(({ errors = [] }) => errors.map(({ message, fix = '' }) => `${message} ${fix}`.trim()))
  return { unmet, speaking: unmet.length === 0 ? [] : judge.speaking(), errors }
}

/**
 * What is not as the author of a play wants it.
 *
 * @param path the place of the plays of its lesson
 */
export function* unlikeItsPlay(
  { list, index, does, expected, unplayable, unmet, speaking: [first], errors }: Played,
  path: JsonPath,
  at: ErrorAt,
): Generator<Diagnostic, void> {
  const place = [...path, list, index]
  const says = (found: string) => found.toLowerCase().includes(expected.toLowerCase())
  if (unplayable !== undefined) yield at('edit', unplayable, 'Copy the text from the solution.', [...place, 'edit'])
  else if (list === 'others') {
    for (const { text, words } of unmet)
      yield at(
        'other-fails',
        `“${does}” does not meet “${text}”: ${plainText(words)}`,
        'Change the goal, or the solution.',
        place,
      )
  } else if (unmet.length === 0)
    yield at('mistake-passes', `“${does}” meets every goal.`, 'Add a goal that it does not meet.', place)
  else if (errors.length > 0) {
    if (!errors.some(says))
      yield at(
        'no-hint',
        `No error about “${does}” has the words “${expected}”: ${errors[0] ?? ''}`,
        'Quote a part of the error.',
        place,
      )
  } else if (first === undefined)
    yield at('no-hint', `No hint speaks to “${does}”.`, 'Write a hint with a condition that holds then.', place)
  else if (!says(first.say))
    yield at(
      'other-hint',
      `To “${does}” another hint speaks first: ${first.say}`,
      `Move the hint with “${expected}” before it, or narrow its condition.`,
      place,
    )
}

/** What a play makes of the lesson, or why it makes nothing. */
function workOf(lesson: Lesson, { edit = [], policy, request, requestor }: WrittenPlay): LessonWork | string {
  let edited = policy ?? lesson.solution.policy
  for (const { from, to } of edit) {
    const count = edited.split(from).length - 1
    if (count !== 1)
      return `“${from.slice(0, 60)}” is ${count === 0 ? 'not' : `${count} times`} in the policy of the solution.`
    edited = edited.split(from).join(to)
  }
  const sent =
    request === undefined
      ? lesson.solution
      : documentOf({ requestor: requestor ?? lesson.solution.requestor, request }).scenario
  return {
    policy: edited,
    request: sent.request,
    requestor: requestor === undefined ? sent.requestor : plainOf(requestor),
  }
}

function plainOf(requestor: NonNullable<WrittenPlay['requestor']>): LessonWork['requestor'] {
  return documentOf({ requestor, request: { http: '' } }).scenario.requestor
}
