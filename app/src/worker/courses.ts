// Courses and hand-ins: their readers and writers. A page that opens with a lesson waits for this chunk.
import type { Diagnostic } from '@authz-playground/engine'
import {
  type Course,
  type HandIn,
  writeHandIn as handInText,
  readCourse,
  readHandIn,
} from '@authz-playground/engine/documents'
import { handInHash, looksLikeHandIn, readCourseHash, wholeCourseHash } from '@authz-playground/engine/internal/course'

/** The result of reading a course or a hand-in. */
export type ReadCourseText =
  | { readonly is: 'course'; readonly course?: Course; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly is: 'hand-in'
      readonly handIn?: HandIn
      /** It is as the playground wrote it. */
      readonly sealed: boolean
      readonly diagnostics: readonly Diagnostic[]
    }

/** What a link about a course holds, or its error as a sentence. A whole course comes with its text. */
export type CourseLink =
  | { readonly kind: 'named'; readonly course: string; readonly lesson?: string }
  | { readonly kind: 'text'; readonly text: string; readonly lesson?: string }
  | { readonly kind: 'problem'; readonly problem: string }

/** Reads a course or a hand-in. A text that is neither is read as a course, whose errors say what is missing. */
export function readCourseText(text: string): ReadCourseText {
  if (looksLikeHandIn(text)) return { is: 'hand-in', ...readHandIn(text) }
  const { course, diagnostics } = readCourse(text)
  return { is: 'course', ...(course && { course }), diagnostics }
}

/** Reads the hash of a link about a course; undefined for any other. */
export async function readCourseLink(hash: string): Promise<CourseLink | undefined> {
  const read = await readCourseHash(hash)
  if (read === undefined || read.kind === 'named' || read.kind === 'problem') return read
  const { text } = read
  return { kind: 'text', text, ...('lesson' in read && read.lesson !== undefined && { lesson: read.lesson }) }
}

/** The hash of a link that holds a whole course; perhaps to one of its lessons, by its id. */
export function wholeCourseLink(text: string, lesson?: string): string {
  return wholeCourseHash(text, lesson)
}

/** The hash of a link that holds what was done in a course. */
export function handInLink(handIn: HandIn): string {
  return handInHash(handIn)
}

/** What was done in a course, as the text of a file. */
export function writeHandIn(handIn: HandIn, title: string): string {
  return handInText(handIn, { title })
}
