import { packed } from '../scenario-file/index.ts'
import { COURSE_TAG, HAND_IN_TAG } from './course-link.ts'
import { type HandIn, writtenHandIn } from './hand-in.ts'

/** The hash of a link that holds a whole course, as text; perhaps to one of its lessons. */
export function wholeCourseHash(text: string, lesson?: string): string {
  return `#${COURSE_TAG}/${packed(text)}${lesson === undefined ? '' : `/${lesson}`}`
}

/** The hash of a link that holds a hand-in. */
export function handInHash(handIn: HandIn): string {
  return `#${HAND_IN_TAG}/${packed(JSON.stringify(writtenHandIn(handIn)))}`
}
