import type { Diagnostic } from '@authz-playground/engine'
import type { ReadingState } from './course-reader.ts'

/** What is missing until a course is finished. */
export interface Missing {
  /** What is to be mended, in the order of the text. */
  readonly errors: readonly Diagnostic[]
  /** Beside those of `errors`. */
  readonly more: number
  readonly warnings: readonly Diagnostic[]
  /** The lessons that are not judged yet. */
  readonly waiting: number
  readonly lessons: number
}

/** What is missing in the course that was read last. Undefined where none was read. */
export function missingIn({ course, lessons }: Pick<ReadingState, 'course' | 'lessons'>): Missing | undefined {
  if (course === undefined) return undefined
  const judged = lessons.flatMap(({ understood, row }) => (understood && row ? row.problems : []))
  const all = [...course.problems.shown, ...judged].toSorted((a, b) => a.range.start - b.range.start)
  const errors = all.filter(({ severity }) => severity === 'error')
  return {
    errors,
    more: course.problems.total - course.problems.shown.length,
    warnings: all.filter(({ severity }) => severity !== 'error'),
    waiting: lessons.filter(({ understood, stale }) => understood && stale).length,
    lessons: lessons.length,
  }
}
