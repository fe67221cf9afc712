import { courseHash, wholeCourseHash } from '@authz-playground/engine/internal/course'
import { LONG_LINK } from '@authz-playground/engine/internal/scenario-file'
import type { CommandWorld } from '../command.ts'
import type { Files } from '../files.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { baseOf } from '../link.ts'
import { nearestOf } from '../nearest.ts'
import { refusedInput } from '../problem.ts'
import { noCourse } from './course-check.ts'
import { courseAt, understood } from './course-file.ts'

export const COURSE_LINK_FLAGS: readonly Flag[] = [
  { name: 'base', value: 'URL', help: 'the address of the playground, such as https://example.org/playground/' },
  { name: 'lesson', value: 'ID', help: 'the lesson at which the course opens' },
]

/** Prints a link to a course: with all of it inside, or by its name where it comes with every playground. */
export async function courseLinkCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const base = baseOf(words)
  const [word, more] = words.files
  if (word === undefined) throw noCourse('course link')
  if (more !== undefined) throw refusedInput(more, 'A link holds one course.', 'Name one of them.')
  const file = await courseAt(word, files, world)
  const { id, lessons } = understood(file)
  const lesson = words.one('lesson')
  const ids = lessons.map((one) => one.id)
  if (lesson !== undefined && !ids.includes(lesson)) {
    const near = nearestOf(lesson, ids)
    const fix = near === undefined ? `Lessons are ${ids.join(', ')}.` : `Did you mean “${near}”?`
    throw refusedInput('--lesson', `The course has no lesson “${lesson}”.`, fix)
  }
  const hash = file.isBuiltIn ? courseHash(id, lesson) : wholeCourseHash(file.text, lesson)
  world.out(`${base}${hash}\n`)
  if (hash.length <= LONG_LINK) return 0
  const message = `The link has ${hash.length.toLocaleString('en')} characters, and programs cut off links of more than ${LONG_LINK.toLocaleString('en')}.`
  const fix = 'Send the file; or put it beside the site, where #course/FILE opens it.'
  world.remarks.add([{ severity: 'note', at: file.name, message, fix }])
  return 0
}
