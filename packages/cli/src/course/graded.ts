import { plainText, type RichText } from '@authz-playground/engine'
import { type Course, type Grade, type GradedLesson, gradeHandIn } from '@authz-playground/engine/documents'
import { errorInText, visibleLine } from '@authz-playground/engine/internal/words'
import type { Decide } from '../decision.ts'
import type { FoundHandIn } from './hand-ins.ts'

/** A goal that a learner’s work does not meet. */
export interface UnmetGoal {
  readonly goal: string
  /** The reasons: why, what nearly fits, the first error of a text that is not understood. */
  readonly why: readonly string[]
}

/** One lesson of a hand-in. */
export interface LessonRow extends Pick<GradedLesson, 'state' | 'hints' | 'sawSolution' | 'claimsMore'> {
  readonly id: string
  readonly title: string
  readonly unmet: readonly UnmetGoal[]
}

/** A hand-in with its grade, as it is printed. */
export interface GradedRow extends Pick<FoundHandIn, 'who' | 'label'> {
  readonly state: Grade['state'] | 'unreadable'
  /** What there is to know beside the lessons, a sentence each: of another edition, changed after it was written. */
  readonly remarks: readonly string[]
  /** In the order of the course; empty where nothing is graded. */
  readonly lessons: readonly LessonRow[]
  readonly otherEdition: boolean
  readonly changed: boolean
}

/** The most characters of a reason: a name in a policy may be very long. */
const LONGEST = 600

/** Grades a hand-in by the goals of the teacher’s course. Only the result is kept. */
export function gradedRow(course: Course, found: FoundHandIn, decide: Decide): GradedRow {
  const { who, label, sameAs, content } = found
  const about = { who, label }
  if (content.kind === 'unreadable') {
    return {
      ...about,
      state: 'unreadable',
      remarks: [clipped(content.reason)],
      lessons: [],
      otherEdition: false,
      changed: false,
    }
  }
  const grade = gradeHandIn(course, content, decide)
  const { state, otherEdition, changed, unknown } = grade
  const foreign = state === 'foreign'
  const claims = grade.lessons.filter(({ claimsMore }) => claimsMore).map(({ lesson }) => lesson.id)
  return {
    ...about,
    state,
    otherEdition: !foreign && otherEdition,
    changed,
    remarks: [
      ...(foreign ? [clipped(`It is of another course, “${content.handIn.course}”.`)] : []),
      ...(!foreign && otherEdition ? ['It is of another edition of the course.'] : []),
      ...(changed ? ['It was changed after the playground wrote it.'] : []),
      ...(claims.length === 0
        ? []
        : [
            `It says that ${claims.join(' and ')} ${claims.length === 1 ? 'is done, and it is not' : 'are done, and they are not'}.`,
          ]),
      ...(unknown.length === 0 ? [] : [clipped(`The course has no lesson ${unknown.slice(0, 5).join(', ')}.`)]),
      ...(sameAs === undefined ? [] : [`Its work is the same as that of ${sameAs}.`]),
    ],
    lessons: grade.lessons.map(lessonRow),
  }
}

function lessonRow({ lesson, state, unmet, hints, sawSolution, claimsMore }: GradedLesson): LessonRow {
  const { id, title } = lesson
  return {
    id,
    title,
    state,
    hints,
    sawSolution,
    claimsMore,
    unmet: unmet.map(({ text, words, near, errors = [] }): UnmetGoal => {
      const [error] = errors
      const said: readonly RichText[] = [words, ...(near === undefined ? [] : [['nearly: ', ...near]])]
      const lines = [...said.map(plainText), ...(error === undefined ? [] : [errorInText(error)])]
      return { goal: text, why: lines.map(clipped) }
    }),
  }
}

/** A short text in which every character is seen. */
function clipped(text: string): string {
  const seen = visibleLine(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
  return seen.replace(/\s+/g, ' ')
}

/** `whole`, in words: “whole”, “partly: 3 of 9 lessons”, “another course”, “unreadable”. */
export function stateInWords({ state, lessons }: Pick<GradedRow, 'state' | 'lessons'>): string {
  const solved = lessons.filter((one) => one.state === 'solved').length
  switch (state) {
    case 'whole':
      return 'whole'
    case 'partly':
      return `partly: ${solved} of ${lessons.length}`
    case 'foreign':
      return 'another course'
    case 'unreadable':
      return 'unreadable'
  }
}
