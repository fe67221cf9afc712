import type { OpenCourse } from '../../session/course/index.ts'
import { workerApi } from '../../session/index.ts'

/**
 * The hash of a course, or of one of its lessons, for others. A course that others find under its name is only named; the
 * link of any other holds the whole of it.
 */
export function courseHashFor({ origin, address, text }: OpenCourse, lesson: string | undefined): Promise<string> {
  return origin === 'built-in' || origin === 'beside'
    ? Promise.resolve(`#${address}${lesson === undefined ? '' : `/${lesson}`}`)
    : workerApi().wholeCourseLink(text, lesson)
}
