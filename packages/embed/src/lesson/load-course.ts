import { type Course, type Lesson, type ReadCourse, readCourse } from '@authz-playground/engine/documents'
import { courseHash, findLesson } from '@authz-playground/engine/internal/course'
import { fetchText, tooLong, type Wanted, type Where } from '../loading/fetch.ts'
import { inWords } from '../loading/load.ts'
import type { CourseSource } from './course-source.ts'

/** A course, and how its lessons are found in a playground; or its problems in sentences for the author of the page. */
export type LoadedCourse =
  | {
      readonly course: Course
      /** The hash of a lesson in the address of a playground. Compressing a course takes time, so it is made when it is asked for. */
      hash(lesson: string): Promise<string>
    }
  | { readonly problems: readonly string[] }

/** Longer courses are refused, because they are read on the main thread. Those of the playground have some 80,000 characters. */
const COURSE: Wanted = { what: 'course', longest: 500_000 }

/** Loads a course. Rejects only when it is aborted; every problem of the course is a sentence. */
export async function loadCourse(source: CourseSource, where: Where): Promise<LoadedCourse> {
  switch (source.kind) {
    case 'inline':
      return courseOf(source.text)
    case 'file': {
      const found = await fetchText(source.address, COURSE, where)
      return found.failed === undefined ? courseOf(found.text) : { problems: [found.problem] }
    }
    case 'named':
      return loadNamed(source.name, where)
    case 'packed': {
      const { readCourseHash } = await import('./course-link.ts')
      const link = await readCourseHash(source.hash, COURSE.longest)
      if (link?.kind === 'course') return read(link.read, link.text)
      return { problems: [link?.kind === 'problem' ? link.problem : 'This link does not hold a course.'] }
    }
  }
}

/** A course that comes with a playground, or else a file beside it. */
async function loadNamed(name: string, where: Where): Promise<LoadedCourse> {
  const { home, base } = where
  if (home === undefined) {
    const message = `The course “${name}” is in a playground, and this page does not say where one is.`
    return { problems: [`${message} Write home="https://…/", or the address of a file.`] }
  }
  const file = /\.(?:ya?ml|json)$/i.test(name) ? name : `${name}.yaml`
  const problems: string[] = []
  for (const folder of ['embed/courses', 'courses']) {
    const address = new URL(`${folder}/${file}`, new URL(home, base)).href
    const found = await fetchText(address, COURSE, where)
    // A server may answer every address with a page.
    if (found.text !== undefined && !/^\s*</.test(found.text))
      return courseOf(found.text, (lesson) => Promise.resolve(courseHash(name, lesson)))
    if (found.failed === 'refused') return { problems: [found.problem] }
    if (found.failed === 'unreachable') problems.push(found.problem)
  }
  const none = `here is no course “${name}” in the playground ${home}, nor beside it.`
  return { problems: problems.length === 0 ? [`T${none}`] : [...problems, `Or: t${none}`] }
}

function courseOf(text: string, hash?: (lesson: string) => Promise<string>): LoadedCourse {
  return text.length > COURSE.longest ? { problems: [tooLong(COURSE)] } : read(readCourse(text), text, hash)
}

function read(
  { course, diagnostics }: ReadCourse,
  text: string,
  hash = async (lesson: string) => (await import('./course-link.ts')).wholeCourseHash(text, lesson),
): LoadedCourse {
  return course === undefined ? { problems: diagnostics.map(inWords) } : { course, hash }
}

/** More lessons are not listed. */
const LISTED = 20
/** More goals are not judged in the page of somebody else. */
const MOST_GOALS = 100

/** The lesson that an element names; see `findLesson`. */
export function lessonIn(
  course: Course,
  wanted: string | undefined,
): { readonly lesson: Lesson } | { readonly problem: string } {
  const { title, lessons } = course
  const lesson = findLesson(course, wanted)
  if (lesson === undefined) {
    const ids = lessons.slice(0, LISTED).map(({ id }, at) => `${at + 1} (${id})`)
    const list = [...ids, ...(lessons.length > LISTED ? ['…'] : [])].join(', ')
    return { problem: `There is no lesson “${short(wanted ?? '')}” in the course “${short(title)}”. It has ${list}.` }
  }
  const count = lesson.goals.length
  if (count > MOST_GOALS) {
    const found = count.toLocaleString('en')
    return {
      problem: `This lesson has ${found} goals, and ${MOST_GOALS} are shown at most. The playground shows them.`,
    }
  }
  return { lesson }
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
