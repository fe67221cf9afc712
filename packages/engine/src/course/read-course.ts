import {
  COURSE_MIGRATIONS,
  type DocumentKind,
  documentOf,
  fits,
  type ReadShaped,
  readShaped,
  type Sentence,
  sentenceOf,
  wrongIn,
} from '../scenario-file/index.ts'
import type { Diagnostic } from '../text/index.ts'
import type { JsonPath } from '../yaml/index.ts'
import { checksumOf } from './checksum.ts'
import type { Course, Hint, Lesson, LessonWork, Prediction } from './course.ts'
import { COURSE, COURSE_VERSION, type WrittenCourse, type WrittenLesson } from './course-schema.ts'

/** Makes an error at the value of a path in a text. */
export type ErrorAt = ReadShaped<unknown>['at']

/** The result of reading a course. */
export interface ReadCourse {
  /** Absent where any part was not understood. */
  readonly course?: Course
  readonly diagnostics: readonly Diagnostic[]
  /** Makes an error at the value of a path, for what is found later. @internal */
  readonly at: ErrorAt
}

const KIND: DocumentKind<WrittenCourse> = {
  shape: COURSE,
  fits: (value) => fits(value, COURSE),
  version: COURSE_VERSION,
  migrations: COURSE_MIGRATIONS,
  what: 'a course',
}

/**
 * Reads a course in YAML or JSON. Unknown fields, values of another type and newer versions are errors with their places.
 * Accepts any text and never throws. Its policies, requests, goals and Markdown are not read here: `checkCourse` does.
 */
export function readCourse(text: string): ReadCourse {
  const { written, value, diagnostics, at } = readShaped(text, KIND)
  if (written === undefined) return { diagnostics, at }
  const wrong = [...wrongInCourse(written, at)]
  return wrong.length > 0
    ? { diagnostics: wrong, at }
    : { course: courseOf(written, checksumOf(JSON.stringify(value))), diagnostics, at }
}

/** Whether a text is meant to be a course, judged by its top: it has `lessons` and no `kind`. */
export function looksLikeCourse(text: string): boolean {
  if (/^\s*\{/.test(text)) return text.includes('"lessons"')
  return /^lessons\s*:/m.test(text) && !/^kind\s*:/m.test(text)
}

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const ID_FIX = 'Write small letters, digits and hyphens, such as “first-role”.'

function* wrongInCourse(written: WrittenCourse, at: ErrorAt): Generator<Diagnostic> {
  if (!ID.test(written.course))
    yield at('wrong-id', `“${written.course.slice(0, 40)}” is not an id.`, ID_FIX, ['course'])
  const seen = new Set<string>()
  for (const [index, lesson] of written.lessons.entries()) {
    const path: JsonPath = ['lessons', index]
    if (seen.has(lesson.id))
      yield at('same-id', `Two lessons have the id “${lesson.id}”.`, 'Give one of them another.', [...path, 'id'])
    seen.add(lesson.id)
    yield* wrongInLesson(lesson, path, at)
  }
}

/** What is wrong in a lesson that fits its shape. */
export function* wrongInLesson(lesson: WrittenLesson, path: JsonPath, at: ErrorAt): Generator<Diagnostic> {
  if (!ID.test(lesson.id)) yield at('wrong-id', `“${lesson.id.slice(0, 40)}” is not an id.`, ID_FIX, [...path, 'id'])
  for (const { code, message, fix, path: inside } of wrongIn(lesson.start))
    yield at(code, message, fix, [...path, 'start', ...inside])
  if (lesson.solution.request !== undefined || lesson.solution.requests !== undefined) {
    for (const { code, message, fix, path: inside } of wrongIn({
      requestor: ANYBODY,
      ...lesson.solution,
    }))
      yield at(code, message, fix, [...path, 'solution', ...inside])
  }
  if (lesson.predict !== undefined) yield* wrongInPrediction(lesson.predict, [...path, 'predict'], at)
}

const ANYBODY = { username: 'anybody' }

function* wrongInPrediction(
  { choices }: NonNullable<WrittenLesson['predict']>,
  path: JsonPath,
  at: ErrorAt,
): Generator<Diagnostic> {
  const place = [...path, 'choices']
  if (choices.length < 2) yield at('one-choice', 'A question has at least two choices.', 'Write another one.', place)
  if (!choices.some(({ right }) => right))
    yield at('no-right-choice', 'No choice is right.', 'Write “right: true” beside one.', place)
}

function courseOf(written: WrittenCourse, edition: string): Course {
  const { course: id, title, for: audience = '', minutes, text = '', lessons } = written
  return {
    id,
    title,
    audience,
    ...(minutes !== undefined && { minutes }),
    text,
    lessons: lessons.map(lessonOf),
    edition,
  }
}

/** A lesson in which nothing is wrong. */
export function lessonOf(written: WrittenLesson): Lesson {
  const { id, title, minutes, text, edit = 'policy', predict, hints = [], goals, done = '' } = written
  const start = documentOf(written.start).scenario
  return {
    id,
    title,
    ...(minutes !== undefined && { minutes }),
    text,
    edit,
    ...(predict && { predict: predictionOf(predict) }),
    start,
    goals: goals.map(sentenceOf),
    hints: hints.map(hintOf),
    solution: solutionOf(written),
    done,
  }
}

function predictionOf({ question, choices, until, because = '' }: NonNullable<WrittenLesson['predict']>): Prediction {
  return {
    question,
    choices: choices.map(({ say, right = false }) => ({ say, right })),
    ...(until !== undefined && { until }),
    because,
  }
}

function hintOf(written: NonNullable<WrittenLesson['hints']>[number]): Hint {
  if (typeof written === 'string') return { say: written, when: [], unless: [] }
  const { say, when, unless } = written
  return { say, when: sentencesOf(when), unless: sentencesOf(unless) }
}

function sentencesOf(written: Sentence | readonly Sentence[] | undefined): readonly string[] {
  if (written === undefined) return []
  return isList(written) ? written.map(sentenceOf) : [sentenceOf(written)]
}

function isList(written: Sentence | readonly Sentence[]): written is readonly Sentence[] {
  return Array.isArray(written)
}

/** The parts of the start that the solution does not name stay. */
function solutionOf({ start, solution }: WrittenLesson): LessonWork {
  const { request: _, requests: __, ...others } = start
  const sent = solution.request !== undefined || solution.requests !== undefined
  const whole = { ...(sent ? others : start), ...solution }
  const { policy, request, requestor } = documentOf(whole).scenario
  return { policy, request, requestor }
}
