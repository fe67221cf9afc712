import { readPacked } from '../scenario-file/index.ts'
import { type ReadHandIn, readHandIn } from './hand-in.ts'
import { type ReadCourse, readCourse } from './read-course.ts'

/** The tag of a link that holds a course, and of one that holds a hand-in. */
export const COURSE_TAG = 'k1'
export const HAND_IN_TAG = 'h1'

/** What a link about a course holds, or its error as a sentence. */
export type ReadCourseLink =
  /** A course by its name: one that comes with the page, or a file beside it; and perhaps one of its lessons, by id. */
  | { readonly kind: 'named'; readonly course: string; readonly lesson?: string }
  | { readonly kind: 'course'; readonly read: ReadCourse; readonly text: string; readonly lesson?: string }
  | { readonly kind: 'hand-in'; readonly read: ReadHandIn; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: string }

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/**
 * Reads the hash of a link about a course: `#course/NAME`, `#course/NAME/LESSON`, `#k1/…` with a whole course and perhaps
 * `/LESSON` after it, `#h1/…` with a hand-in. Undefined for every other hash. Accepts any text, never throws, and stops at
 * `largest` inflated bytes.
 */
export async function readCourseHash(hash: string, largest?: number): Promise<ReadCourseLink | undefined> {
  const [whole = ''] = hash.replace(/^#/, '').split('&')
  const [tag = '', content = '', lesson, ...more] = whole.split('/')
  if (tag !== 'course' && tag !== COURSE_TAG && tag !== HAND_IN_TAG) return undefined
  if (more.length > 0 || content === '') return tag === 'course' ? nameless : damaged
  const place = lesson === undefined || lesson === '' ? {} : { lesson }
  if (tag === 'course') return NAME.test(content) ? { kind: 'named', course: content, ...place } : nameless
  const packed = await readPacked(content, largest)
  if ('problem' in packed) return { kind: 'problem', problem: packed.problem }
  const { text } = packed
  return tag === HAND_IN_TAG
    ? { kind: 'hand-in', read: readHandIn(text), text }
    : { kind: 'course', read: readCourse(text), text, ...place }
}

const nameless = { kind: 'problem', problem: 'This link does not name a course.' } as const
const damaged = { kind: 'problem', problem: 'This link is damaged: perhaps a part of it is missing.' } as const
