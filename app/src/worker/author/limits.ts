import type { Diagnostic } from '@authz-playground/engine'
import type { AuthoredCourse, ProblemList } from './course.ts'

/** The longest course, and the longest plays, that are judged while somebody writes. UTF-16 code units. */
export const LONGEST_COURSE = 2_000_000

/** The most lessons that are judged while somebody writes. */
export const MOST_LESSONS = 500

/** What is said of texts that are too long to be judged at each keystroke; undefined where they are not. */
export function beyondLength(course: string, plays: string, revision: number): AuthoredCourse | undefined {
  const [long] = [course, plays].filter(({ length }) => length > LONGEST_COURSE)
  if (long === undefined) return undefined
  const what = long === course ? 'The course has' : 'The mistakes have'
  const problem: Diagnostic = {
    severity: 'error',
    code: 'beyond-limit',
    message: `${what} ${long.length.toLocaleString('en')} characters, and texts of up to ${LONGEST_COURSE.toLocaleString('en')} are judged here.`,
    fix: 'Make several courses of it.',
    range: { source: 'document', start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 },
  }
  const one: ProblemList = { shown: [problem], total: 1 }
  const none: ProblemList = { shown: [], total: 0 }
  return {
    revision,
    id: '',
    title: '',
    text: { blocks: [] },
    complete: false,
    problems: long === course ? one : none,
    lessons: [],
    playPlaces: [],
    playProblems: long === course ? none : one,
    strayPlays: [],
  }
}
