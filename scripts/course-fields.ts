import { FIELDS, type Fields } from './scenario-fields.ts'

const { version: _, title: __, explanation: ___, expect: ____, goals: _____, ...START } = FIELDS

/** The fields of a start that a solution may change. */
const SOLUTION = Object.fromEntries(
  Object.entries(START).filter(([name]) => ['policy', 'request', 'requests', 'requestor'].includes(name)),
)

const CHOICE: Fields = {
  say: 'The choice, in Markdown.',
  right: 'Whether it is right; false where left out. At least one choice is.',
}

const PREDICTION: Fields = {
  question: 'What is asked before the request is let go, in Markdown.',
  choices: ['The choices, at least two.', CHOICE],
  until: 'The verb of the check whose stamp answers it, such as `list`; the end of the request where left out.',
  because: 'What is said after the guess, in Markdown.',
}

const HINT: Fields = {
  say: 'The hint, in Markdown. It speaks to what somebody did, and does not give the solution away.',
  when: 'A goal, or several: the hint speaks only while all of them hold, such as `a rule says pod`.',
  unless: 'A goal, or several: the hint speaks only while none of them holds.',
}

const LESSON: Fields = {
  id: 'Its name in addresses and hand-ins: small letters, digits and hyphens. It never changes.',
  title: 'What the lesson is called.',
  minutes: 'How long it takes.',
  text: 'What is to be learnt and done, in Markdown: paragraphs, lists, code, tables and links (https, or `#example/ID`).',
  edit: 'What a learner may change: `policy`, `request` or `both`; the policy where left out.',
  predict: ['A question that is asked before the request is let go.', PREDICTION],
  start: ['The scenario that the lesson starts from: the fields of a scenario document. It has a request.', START],
  goals:
    'What is to be reached, a sentence each. At the start not all hold; with the solution all do. docs/goals.md has all forms.',
  hints: [
    'Hints one after the other, from a nudge to almost the answer; those with conditions speak to one mistake.',
    HINT,
  ],
  solution: ['The fields of the start that the solution changes.', SOLUTION],
  done: 'What is said when all goals hold, in Markdown: what was learnt, in a sentence or two.',
}

/**
 * The fields of a course for its authors: the sentences of its JSON Schema. They are separate from what courses are read by,
 * because a page that reads courses needs none of them.
 */
export const COURSE_FIELDS: Fields = {
  version: 'The version of this format.',
  course: 'Its name in addresses and hand-ins: small letters, digits and hyphens.',
  title: 'What the course is called.',
  for: 'For whom it is, in a sentence.',
  minutes: 'How long it takes.',
  text: 'What it is about, in Markdown.',
  lessons: ['The lessons in their order.', LESSON],
}
