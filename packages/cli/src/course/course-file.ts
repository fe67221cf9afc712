import { type ReadCourse, readCourse } from '@authz-playground/engine/documents'
import { readCourseHash } from '@authz-playground/engine/internal/course'
import ASSETS from '../../assets.json' with { type: 'json' }
import type { Files } from '../files.ts'
import { isLink, nameOfLink } from '../links.ts'
import { type CommandProblem, problemOf, Refused, refusedInput } from '../problem.ts'
import { printPlace } from '../text-places.ts'
import type { Asset, World } from '../world.ts'

/** A course that a command names. */
export interface CourseFile {
  /** The file, the beginning of the link, or the id. */
  readonly name: string
  readonly text: string
  readonly read: ReadCourse
  /** Whether it comes with the program. */
  readonly isBuiltIn: boolean
}

/** The ids of the courses that come with the program. */
export const BUILT_IN_IDS: readonly string[] = builtIn().map((asset) => asset.replace(/\.yaml$/, ''))

function builtIn(): readonly Asset[] {
  const assets: readonly string[] = Object.keys(ASSETS)
  return assets.filter((name): name is Asset => name.endsWith('.yaml'))
}

/**
 * Reads a course: a file, `-` for standard input, a link that holds or names one, or the id of one that comes with the program.
 * Throws `Refused` where there is none. The course itself may have errors.
 */
export async function courseAt(word: string, files: Files, world: World): Promise<CourseFile> {
  if (isLink(word)) return await courseOfLink(word, world)
  const known = builtInCourse(word, world)
  if (known !== undefined) return known
  const { name, text } = files.text(word)
  return { name, text, read: readCourse(text), isBuiltIn: false }
}

function builtInCourse(id: string, world: World): CourseFile | undefined {
  const asset = builtIn().find((name) => name === `${id}.yaml`)
  if (asset === undefined) return undefined
  const text = new TextDecoder().decode(world.asset(asset))
  return { name: id, text, read: readCourse(text), isBuiltIn: true }
}

async function courseOfLink(link: string, world: World): Promise<CourseFile> {
  const name = nameOfLink(link)
  const found = await readCourseHash(link.slice(link.indexOf('#')))
  switch (found?.kind) {
    case 'course':
      return { name, text: found.text, read: found.read, isBuiltIn: false }
    case 'named': {
      const known = builtInCourse(found.course, world)
      if (known !== undefined) return known
      const fix = `Save the file, and name it. Courses that come with this program are ${BUILT_IN_IDS.join(', ')}.`
      throw refusedInput(name, `The course “${found.course}” is beside a site, and nothing is fetched.`, fix)
    }
    case 'hand-in':
      throw refusedInput(name, 'This link holds a hand-in, and a course is expected.', 'Name the course first.')
    case 'problem':
      throw refusedInput(name, found.problem)
    case undefined:
      throw refusedInput(name, 'This link holds no course.', 'A link to a course has #k1/… or #course/….')
  }
}

/** The errors of a course with their places. */
function courseProblems({ name, read }: Pick<CourseFile, 'name' | 'read'>): readonly CommandProblem[] {
  return read.diagnostics.map((one) => problemOf(one, printPlace(name, one.range)))
}

/** The course of a file. Throws `Refused` where any part of it is not understood. */
export function understood(file: CourseFile): NonNullable<ReadCourse['course']> {
  const { course } = file.read
  if (course === undefined) throw new Refused(...courseProblems(file))
  return course
}
