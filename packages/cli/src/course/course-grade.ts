import { type Course, checkCourse } from '@authz-playground/engine/documents'
import type { CommandWorld } from '../command.ts'
import { type Decide, loadDecide } from '../decision.ts'
import type { Files } from '../files.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { outputOf } from '../output.ts'
import { paint } from '../paint.ts'
import { type CommandProblem, problemOf, Refused, refusedInput } from '../problem.ts'
import { printPlace } from '../text-places.ts'
import type { World } from '../world.ts'
import { noCourse } from './course-check.ts'
import { type CourseFile, courseAt, understood } from './course-file.ts'
import { gradesHTML } from './grade-html.ts'
import { gradesCSV, gradesJSON, gradesText } from './grade-output.ts'
import { type GradedRow, gradedRow } from './graded.ts'
import { handInsAt } from './hand-ins.ts'

const FORMS = ['text', 'csv', 'html', 'json'] as const

export const COURSE_GRADE_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
  { name: 'explain', help: 'print below each hand-in the goals that it does not meet, and why; in text alone' },
]

/**
 * Grades hand-ins by the goals of the teacher’s course. Returns 0 where all were graded, whatever their results, and 2 where one
 * could not be read.
 */
export async function courseGradeCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const form = outputOf(words, FORMS)
  const [word, ...places] = words.files
  if (word === undefined) throw noCourse('course grade')
  if (places.length === 0) {
    const fix = 'Write course grade COURSE.yaml handed-in/, or chat.txt, or - for standard input.'
    throw refusedInput('', 'No hand-in is named.', fix)
  }
  const decide = await loadDecide()
  const file = await courseAt(word, files, world)
  const course = gradable(file, decide)
  const rows: GradedRow[] = []
  const remarks: CommandProblem[] = []
  for await (const { handIn, remark } of handInsAt(places, files)) {
    if (handIn !== undefined) rows.push(gradedRow(course, handIn, decide))
    else remarks.push(remark)
  }
  world.remarks.add(remarks)
  if (rows.length === 0) throw refusedInput(places.join(' '), 'No hand-in is in these files.')
  world.out(printed(form, { course, rows, remarks: world.remarks.of(remarks) }, words, world))
  const isUnread =
    rows.some(({ state }) => state === 'unreadable') || remarks.some(({ severity }) => severity === 'error')
  return isUnread ? 2 : 0
}

interface Grades {
  readonly course: Course
  readonly rows: readonly GradedRow[]
  readonly remarks: readonly CommandProblem[]
}

function printed(
  form: (typeof FORMS)[number],
  { course, rows, remarks }: Grades,
  words: CommandWords,
  world: World,
): string {
  switch (form) {
    case 'text':
      return gradesText(course, rows, { painted: paint(world.color.out), explain: words.has('explain') })
    case 'csv':
      return gradesCSV(rows)
    case 'html':
      return gradesHTML(course, rows)
    case 'json':
      return gradesJSON(course, rows, remarks)
  }
}

/** Codes of problems because of which nobody could solve a lesson. */
const UNSOLVABLE: ReadonlySet<string> = new Set(['goal', 'solution-fails'])

/** The course. Throws `Refused` where it is not understood, or its own solutions do not meet its goals. */
function gradable(file: CourseFile, decide: Decide): Course {
  const course = understood(file)
  const wrong = [...checkCourse(file.read, decide)].flat().filter(({ code }) => UNSOLVABLE.has(code))
  if (wrong.length > 0) throw new Refused(...wrong.map((one) => problemOf(one, printPlace(file.name, one.range))))
  return course
}
