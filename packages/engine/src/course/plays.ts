import type { DecideForGoals } from '../goals/index.ts'
import { plainText } from '../report/index.ts'
import {
  DOCUMENT,
  type DocumentKind,
  documentOf,
  fits,
  mapping,
  type ReadShaped,
  readShaped,
  type ValueOf,
} from '../scenario-file/index.ts'
import type { Diagnostic } from '../text/index.ts'
import type { JsonPath } from '../yaml/index.ts'
import type { Course, Lesson, LessonWork } from './course.ts'
import { COURSE_VERSION } from './course-schema.ts'
import { LessonJudge } from './lesson-judge.ts'

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

/** The shape of the plays of a course, version 1: how learners get its lessons wrong, and right in other ways. */
export const PLAYS = mapping(
  {
    version: { is: 'one', of: [COURSE_VERSION] },
    lessons: { is: 'map', of: LESSON_PLAYS, words: 'a mapping from lessons to “mistakes” and “others”' },
  },
  'version',
  'lessons',
)

type WrittenPlays = ValueOf<typeof PLAYS>
type LessonPlays = WrittenPlays['lessons'][string]
type WrittenPlay = NonNullable<LessonPlays['others']>[number]

/** The plays of a course, and what makes an error at a place in their text. */
export interface ReadPlays {
  /** Absent where any part was not understood. */
  readonly plays?: WrittenPlays
  readonly diagnostics: readonly Diagnostic[]
  readonly at: ReadShaped<unknown>['at']
}

const KIND: DocumentKind<WrittenPlays> = {
  shape: PLAYS,
  fits: (value) => fits(value, PLAYS),
  version: COURSE_VERSION,
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
    yield [...playLesson(lesson, lessonPlays, path, at, decide)]
  }
}

function* playLesson(
  lesson: Lesson,
  { mistakes = [], others = [] }: LessonPlays,
  path: JsonPath,
  at: ReadPlays['at'],
  decide: DecideForGoals,
): Generator<Diagnostic> {
  for (const [index, { hint, ...play }] of mistakes.entries()) {
    const place = [...path, 'mistakes', index]
    const work = workOf(lesson, play)
    if (typeof work === 'string') yield at('edit', work, 'Copy the text from the solution.', [...place, 'edit'])
    else yield* playMistake(new LessonJudge(lesson, work, decide), play.does, hint, place, at)
  }
  for (const [index, play] of others.entries()) {
    const place = [...path, 'others', index]
    const work = workOf(lesson, play)
    if (typeof work === 'string') {
      yield at('edit', work, 'Copy the text from the solution.', [...place, 'edit'])
      continue
    }
    const unmet = [...new LessonJudge(lesson, work, decide).goals()].filter(({ state }) => state !== 'holds')
    for (const { text, words } of unmet)
      yield at(
        'other-fails',
        `“${play.does}” does not meet “${text}”: ${plainText(words)}`,
        'Change the goal, or the solution.',
        place,
      )
  }
}

function* playMistake(
  judge: LessonJudge,
  does: string,
  hint: string,
  place: JsonPath,
  at: ReadPlays['at'],
): Generator<Diagnostic> {
  const results = [...judge.goals()]
  if (results.every(({ state }) => state === 'holds')) {
    yield at('mistake-passes', `“${does}” meets every goal.`, 'Add a goal that it does not meet.', place)
    return
  }
  const errors = results.flatMap(({ errors = [] }) => errors.map(({ message, fix = '' }) => `${message} ${fix}`))
  const says = (found: string) => found.toLowerCase().includes(hint.toLowerCase())
  if (errors.length > 0) {
    if (!errors.some(says))
      yield at(
        'no-hint',
        `No error about “${does}” has the words “${hint}”: ${errors[0] ?? ''}`,
        'Quote a part of the error.',
        place,
      )
    return
  }
  const [first] = judge.speaking()
  if (first === undefined)
    yield at('no-hint', `No hint speaks to “${does}”.`, 'Write a hint with a condition that holds then.', place)
  else if (!says(first.say))
    yield at(
      'other-hint',
      `To “${does}” another hint speaks first: ${first.say}`,
      `Move the hint with “${hint}” before it, or narrow its condition.`,
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
      : documentOf({ version: 1, requestor: requestor ?? lesson.solution.requestor, request }).scenario
  return {
    policy: edited,
    request: sent.request,
    requestor: requestor === undefined ? sent.requestor : plainOf(requestor),
  }
}

function plainOf(requestor: NonNullable<WrittenPlay['requestor']>): LessonWork['requestor'] {
  return documentOf({ version: 1, requestor, request: { http: '' } }).scenario.requestor
}
