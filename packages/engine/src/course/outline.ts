import type { Scenario } from '../decide/index.ts'
import { COURSE_MIGRATIONS, documentOf, fits, migrated, wrongIn } from '../scenario-file/index.ts'
import type { Span } from '../text/index.ts'
import { isJsonObject, type JsonValue, readJsonTexts } from '../yaml/index.ts'
import type { Lesson } from './course.ts'
import { LESSON } from './course-schema.ts'
import { lessonOf, wrongInLesson } from './read-course.ts'

/** What can be understood of a course that somebody writes: the parts that are right, beside those that are not yet. */
export interface CourseOutline {
  /** Empty where it has none yet. */
  readonly id: string
  /** Empty where it has none yet. */
  readonly title: string
  /** Empty where it has none yet. */
  readonly text: string
  readonly lessons: readonly OutlinedLesson[]
}

/** A lesson of a course that somebody writes. */
export interface OutlinedLesson {
  /** Empty where it has none yet. */
  readonly id: string
  /** Empty where it has none yet. */
  readonly title: string
  /** From its first key to the end of its last value. */
  readonly span: Span
  /** The scenario that it starts from. Absent where that is not understood. */
  readonly start?: Scenario
  /** Absent where a part of it is not understood. */
  readonly lesson?: Lesson
}

/**
 * Reads of a course what is understood, lesson by lesson; undefined where the text is not one document of YAML or JSON.
 * Accepts any text of a length that the caller allows, and never throws. What is wrong, `readCourse` says.
 */
export function outlineOf(text: string): CourseOutline | undefined {
  const { documents, diagnostics } = readJsonTexts(text, 'document', { longest: text.length })
  const [document, another] = documents
  if (document === undefined || another !== undefined || diagnostics.some(({ severity }) => severity === 'error'))
    return undefined
  const { value, spanOf } = document
  const written = isJsonObject(value) ? value : {}
  const fields = written.version === 1 ? migrated(written, 1, COURSE_MIGRATIONS) : written
  const lessons = Array.isArray(fields.lessons) ? fields.lessons : []
  return {
    id: textOf(fields.course),
    title: textOf(fields.title),
    text: textOf(fields.text),
    lessons: lessons.map((lesson: JsonValue, index) => outlined(lesson, spanOf(['lessons', index]))),
  }
}

function outlined(value: JsonValue, span: Span): OutlinedLesson {
  const { id, title, start: written } = isJsonObject(value) ? value : {}
  const lesson = fits(value, LESSON) && isRight(value) ? lessonOf(value) : undefined
  const start = lesson?.start ?? startOf(written)
  return { id: textOf(id), title: textOf(title), span, ...(start && { start }), ...(lesson && { lesson }) }
}

function startOf(value: unknown): Scenario | undefined {
  if (!fits(value, LESSON.fields.start)) return undefined
  return wrongIn(value).next().done ? documentOf(value).scenario : undefined
}

function isRight(written: Parameters<typeof lessonOf>[0]): boolean {
  return wrongInLesson(written, [], NOWHERE).next().done === true
}

const NOWHERE: Parameters<typeof wrongInLesson>[2] = (code, message, fix) => ({
  severity: 'error',
  code,
  message,
  fix,
  range: { source: 'document', start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 },
})

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
