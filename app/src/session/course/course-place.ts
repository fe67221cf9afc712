import type { Course, Lesson } from '@authz-playground/engine/documents'
import type { LessonPlace } from '../session.ts'
import type { CourseOrigin, KeptCourse } from './course-storage.ts'

/** A course, and where it comes from. */
export interface OpenCourse {
  readonly course: Course
  readonly origin: CourseOrigin
  /** See `LessonPlace`. */
  readonly address: string
  /** The text that it was read from. */
  readonly text: string
}

/** The lesson of a place in a course; undefined where it is in another course, or this one does not have it. */
export function lessonOf(open: OpenCourse | undefined, place: LessonPlace): Lesson | undefined {
  return open?.course.id === place.course ? open.course.lessons.find((lesson) => lesson.id === place.lesson) : undefined
}

/** “Lesson 2 of 9: One namespace or all”. */
export function titleIn({ lessons }: Course, lesson: Lesson): string {
  return `Lesson ${lessons.indexOf(lesson) + 1} of ${lessons.length}: ${lesson.title}`
}

/** The place of a lesson in an open course. */
export function placeOf({ course, address }: OpenCourse, { id, edit }: Lesson): LessonPlace {
  return { course: course.id, lesson: id, address, edit }
}

/** A key that is equal for the same lesson. */
export function keyOf({ course, lesson }: LessonPlace): string {
  return `${course}/${lesson}`
}

/** Whether two places are of one lesson, or neither is of any. */
export function isSamePlace(a: LessonPlace | undefined, b: LessonPlace | undefined): boolean {
  return a?.course === b?.course && a?.lesson === b?.lesson
}

/** A course as it is kept, with the lesson that was open last, and when. Milliseconds since 1970. */
export function keptCourse({ course, origin, address, text }: OpenCourse, last: string, at: number): KeptCourse {
  const { id, title, audience, minutes, lessons } = course
  return {
    id,
    title,
    audience,
    ...(minutes !== undefined && { minutes }),
    lessons: lessons.map((lesson) => lesson.id),
    origin,
    address,
    ...(origin !== 'built-in' && { text }),
    last,
    at,
  }
}
