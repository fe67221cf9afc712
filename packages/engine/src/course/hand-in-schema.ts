import { DOCUMENT, mapping, type ValueOf } from '../scenario-file/index.ts'

// Apart from the shape of courses, because a page with a lesson reads no hand-in.

const text = { is: 'text' } as const
const boolean = { is: 'boolean' } as const

const WORK = mapping({
  policy: DOCUMENT.fields.policy,
  request: DOCUMENT.fields.request,
  requestor: DOCUMENT.fields.requestor,
  done: boolean,
  hints: { is: 'number', whole: true, least: 0 },
  solution: boolean,
})

/** The version of what learners hand in. */
export const HAND_IN_VERSION = 1

/** The shape of what a learner hands in. */
export const HAND_IN = mapping(
  {
    version: { is: 'one', of: [HAND_IN_VERSION] },
    handIn: text,
    title: text,
    edition: text,
    lessons: { is: 'map', of: WORK, words: 'a mapping from lessons to what was done' },
    seal: text,
  },
  'version',
  'handIn',
  'edition',
  'lessons',
  'seal',
)

export type WrittenHandIn = ValueOf<typeof HAND_IN>
