import type { OpenCourse } from '../../session/course/index.ts'
import { workerApi } from '../../session/index.ts'

/**
 * The hash of a course, or of one of its lessons, for others. A course that others find under its name is only named; the
 * link of any other holds the whole of it.
 */
export async function courseHashFor(
  { origin, address, text }: OpenCourse,
  lesson: string | undefined,
): Promise<string> {
  if (origin === 'built-in' || origin === 'beside') return `#${address}${lesson === undefined ? '' : `/${lesson}`}`
  return workerApi().wholeCourseLink(text, lesson)
}
