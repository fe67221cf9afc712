import type { LessonWork, ScenarioDocument } from '@authz-playground/engine/documents'
import type { Completion, Hover } from '@authz-playground/engine/editing'
import { byName } from '../by-name.ts'
import type { AuthoredCourse, LessonRow, PlaysRow } from './course.ts'
import type { ChangedCourse, TrialCourse } from './edits.ts'
import type { LessonPreview } from './lesson-view.ts'

/** The questions of somebody who writes a course. */
export interface AuthorQuestions {
  /**
   * Reads a course and its plays, and says what is known of its lessons already. `revision` counts up with every text;
   * `examples`: the ids of the gallery, for links.
   */
  readAuthored(text: string, plays: string, revision: number, examples: readonly string[]): AuthoredCourse
  /** Judges a lesson of the course that was read. Undefined where it is not understood, or a newer one was read. */
  checkAuthored(revision: number, index: number): LessonRow | undefined
  /** Plays the mistakes and other solutions of a lesson. Undefined also where nobody has written any. */
  playAuthored(revision: number, index: number): PlaysRow | undefined
  /** The preview of a lesson. Undefined where it was not judged, or a newer course was read. */
  previewAuthored(revision: number, index: number): LessonPreview | undefined
  /** Completions at a place of a course, and the words of a hover. */
  completeCourse(text: string, offset: number): readonly Completion[]
  hoverCourse(text: string, offset: number): Hover | undefined
  /** A course to begin with. */
  newCourse(): string
  /** Adds a lesson: one that starts from a scenario, or one to begin with. */
  addLesson(text: string, document?: ScenarioDocument): ChangedCourse
  /** Makes a work the solution of a lesson. */
  setSolution(text: string, index: number, work: LessonWork): ChangedCourse
  /** A course for its author to try as a learner. Undefined where it is not understood. */
  trialCourse(text: string): TrialCourse | undefined
  /** The hash of a link that holds a course. */
  courseLink(text: string): string
}

type Answers = {
  readonly [Name in keyof AuthorQuestions]: (
    ...args: Parameters<AuthorQuestions[Name]>
  ) => Promise<ReturnType<AuthorQuestions[Name]>>
}

// Chunks that load with the first course that somebody writes.
const courses = () => import('./course-view.ts')
const lessons = () => import('./lesson-view.ts')
const completion = () => import('./completion.ts')
const edits = () => import('./edits.ts')

/**
 * Answers the questions of somebody who writes a course.
 *
 * @param idle resolves when all questions about the page are answered
 */
export function authorAnswers(idle: () => Promise<void>): Answers {
  return {
    ...byName(courses, 'readAuthored'),
    checkAuthored: async (revision, index) => (await courses()).checkAuthored(revision, index, idle),
    playAuthored: async (revision, index) => (await courses()).playAuthored(revision, index, idle),
    ...byName(lessons, 'previewAuthored'),
    ...byName(completion, 'completeCourse', 'hoverCourse'),
    ...byName(edits, 'newCourse'),
    addLesson: async (text, document) => (await edits()).withLesson(text, document),
    setSolution: async (text, index, work) => (await edits()).withSolution(text, index, work),
    trialCourse: async (text) => (await edits()).trialOf(text),
    courseLink: async (text) => (await import('@authz-playground/engine/internal/course')).wholeCourseHash(text),
  }
}

/** The questions that wait for those about the page. */
export const AUTHORED_LATER = ['checkAuthored', 'playAuthored'] as const satisfies readonly (keyof AuthorQuestions)[]
