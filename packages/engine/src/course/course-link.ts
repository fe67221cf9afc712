import { readPacked } from '../scenario-file/index.ts'
import { type ReadHandIn, readHandIn } from './hand-in.ts'
import { type ReadCourse, readCourse } from './read-course.ts'

const NAMED_TAG = 'course'

/** The tag of a link that holds a course, and of one that holds a hand-in. */
export const COURSE_TAG = 'k1'
export const HAND_IN_TAG = 'h1'

/** A course by its name: one that comes with the page, or a file beside it; and perhaps one of its lessons, by id. */
interface NamedCourse {
  readonly kind: 'named'
  readonly course: string
  readonly lesson?: string
}

/** The error of a link as a sentence. */
interface LinkProblem {
  readonly kind: 'problem'
  readonly problem: string
}

/** What a link about a course holds. */
export type ReadCourseLink =
  | NamedCourse
  | { readonly kind: 'course'; readonly read: ReadCourse; readonly text: string; readonly lesson?: string }
  | { readonly kind: 'hand-in'; readonly read: ReadHandIn; readonly text: string }
  | LinkProblem

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/**
 * Reads the hash of a link about a course: `#course/NAME`, `#course/NAME/LESSON`, `#k1/…` with a whole course and perhaps
 * `/LESSON` after it, `#h1/…` with a hand-in. Undefined for every other hash. Accepts any text, never throws, and stops at
 * `largest` inflated bytes.
 */
export async function readCourseHash(hash: string, largest?: number): Promise<ReadCourseLink | undefined> {
  const { tag, content, more, ...place } = partsOf(hash)
  if (tag === NAMED_TAG) return readNamedCourseHash(hash)
  if (tag !== COURSE_TAG && tag !== HAND_IN_TAG) return undefined
  if (more.length > 0 || content === '') return damaged
  const packed = await readPacked(content, largest)
  if ('problem' in packed) return { kind: 'problem', problem: packed.problem }
  const { text } = packed
  return tag === HAND_IN_TAG
    ? { kind: 'hand-in', read: readHandIn(text), text }
    : { kind: 'course', read: readCourse(text), text, ...place }
}

/** The same for `#course/NAME` and `#course/NAME/LESSON` alone, at once. */
export function readNamedCourseHash(hash: string): NamedCourse | LinkProblem | undefined {
  const { tag, content, more, ...place } = partsOf(hash)
  if (tag !== NAMED_TAG) return undefined
  return more.length === 0 && NAME.test(content) ? { kind: 'named', course: content, ...place } : nameless
}

function partsOf(hash: string) {
  const [whole = ''] = hash.replace(/^#/, '').split('&')
  const [tag = '', content = '', lesson = '', ...more] = whole.split('/')
  return { tag, content, more, ...(lesson !== '' && { lesson }) }
}

const nameless = { kind: 'problem', problem: 'This link does not name a course.' } as const
const damaged = { kind: 'problem', problem: 'This link is damaged: perhaps a part of it is missing.' } as const
