import { DOCUMENT, goals, mapping, type ValueOf } from '../scenario-file/index.ts'

/** The version of courses that this playground writes. */
export const COURSE_VERSION = 2

const text = { is: 'text' } as const
const markdown = { is: 'text', holds: { contentMediaType: 'text/markdown' } } as const
const boolean = { is: 'boolean' } as const
const minutes = { is: 'number', whole: true, least: 1 } as const

const { version: _, title: __, explanation: ___, expect: ____, goals: _____, ...scenarioFields } = DOCUMENT.fields

/** The fields of a scenario document that a lesson begins with. */
const START = mapping(scenarioFields)

const CHOICE = mapping({ say: markdown, right: boolean }, 'say')

const PREDICTION = mapping(
  {
    question: markdown,
    choices: { is: 'list', of: CHOICE, notEmpty: true },
    until: text,
    because: markdown,
  },
  'question',
  'choices',
)

/** One condition, or several. */
const conditions = { is: 'sentences' } as const

const HINT = mapping({ say: markdown, when: conditions, unless: conditions }, 'say')

const SOLUTION = mapping({
  policy: DOCUMENT.fields.policy,
  request: DOCUMENT.fields.request,
  requests: DOCUMENT.fields.requests,
  requestor: DOCUMENT.fields.requestor,
})

/** The shape of a lesson in it. */
export const LESSON = mapping(
  {
    id: text,
    title: text,
    minutes,
    text: markdown,
    edit: { is: 'one', of: ['policy', 'request', 'both'] },
    predict: PREDICTION,
    start: START,
    goals: { ...goals, notEmpty: true },
    hints: { is: 'list', of: { is: 'text-or', mapping: HINT } },
    solution: SOLUTION,
    done: markdown,
  },
  'id',
  'title',
  'text',
  'start',
  'goals',
  'solution',
)

/** The shape of a course. */
export const COURSE = mapping(
  {
    version: { is: 'one', of: [1, COURSE_VERSION] },
    course: text,
    title: text,
    for: text,
    minutes,
    text: markdown,
    lessons: { is: 'list', of: LESSON, notEmpty: true },
  },
  'version',
  'course',
  'title',
  'lessons',
)

export type WrittenCourse = ValueOf<typeof COURSE>
export type WrittenLesson = WrittenCourse['lessons'][number]
