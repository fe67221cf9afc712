import type { Diagnostic } from '@authz-playground/engine'
import { checkCourse } from '@authz-playground/engine/documents'
import { playCourse, readPlays } from '@authz-playground/engine/internal/course'
import { visibleLine } from '@authz-playground/engine/internal/words'
import type { CommandWorld } from '../command.ts'
import { type Decide, loadDecide } from '../decision.ts'
import type { Files } from '../files.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { nearestOf } from '../nearest.ts'
import { outputOf, printedJSON } from '../output.ts'
import { paint, type TextStyle } from '../paint.ts'
import { type CommandProblem, Refused, refusedInput } from '../problem.ts'
import { BUILT_IN_IDS, type CourseFile, courseAt } from './course-file.ts'
import { type CourseFinding, findingText, type KnownExamples, proseFindings } from './course-prose.ts'

const FORMS = ['text', 'json'] as const

export const COURSE_CHECK_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
  { name: 'plays', value: 'FILE', help: 'how learners get the lessons wrong, and right in other ways; each is tried' },
]

/** A course that was checked. */
interface CheckedCourse {
  readonly name: string
  /** Empty where the course cannot be read. */
  readonly title: string
  readonly lessons: number
  readonly findings: readonly CourseFinding[]
  /** Whether any part is not understood. */
  readonly isUnread: boolean
}

/**
 * Checks courses as their authors want them. Returns 0 where nothing is found, 1 where a lesson cannot be done as it is meant or
 * a text is not shown as it is meant, 2 where anything is not understood.
 */
export async function courseCheckCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const form = outputOf(words, FORMS)
  const plays = words.one('plays')
  if (words.files.length === 0) throw noCourse('course check')
  if (plays !== undefined && words.files.length > 1) {
    throw refusedInput('--plays', 'Plays belong to one course, and several are named.', 'Name the course alone.')
  }
  const [decide, examples] = await Promise.all([loadDecide(), knownExamples()])
  const checked: CheckedCourse[] = []
  const unread: CommandProblem[] = []
  for (const word of words.files) {
    try {
      const file = await courseAt(word, files, world)
      const played = plays === undefined ? undefined : files.text(plays)
      checked.push(checkedCourse(file, played, decide, examples))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      unread.push(...error.problems)
    }
  }
  world.remarks.add(unread)
  world.out(form === 'json' ? asJSON(checked) : asText(checked, paint(world.color.out)))
  if (unread.length > 0 || checked.some(({ isUnread }) => isUnread)) return 2
  return checked.every(({ findings }) => findings.length === 0) ? 0 : 1
}

/** The refusal of a command that needs a course. */
export function noCourse(command: string): Refused {
  const fix = `Write ${command} COURSE.yaml. Courses that come with this program are ${BUILT_IN_IDS.join(', ')}.`
  return refusedInput('', 'No course is named.', fix)
}

/** Codes of findings that say that something is not understood. */
const NOT_UNDERSTOOD: ReadonlySet<string> = new Set(['goal', 'no-such-lesson', 'edit'])

function checkedCourse(
  file: CourseFile,
  played: { readonly name: string; readonly text: string } | undefined,
  decide: Decide,
  examples: KnownExamples,
): CheckedCourse {
  const { name, read } = file
  const { course } = read
  const plays = played && readPlays(played.text)
  const misread = [
    ...read.diagnostics.map((one) => findingOf(one, name)),
    ...(plays?.diagnostics ?? []).map((one) => findingOf(one, played?.name ?? '')),
  ]
  const found =
    course === undefined
      ? []
      : [
          ...[...checkCourse(read, decide)].flat().map((one) => findingOf(one, name)),
          ...proseFindings(file, course, examples),
          ...[...(plays === undefined ? [] : playCourse(course, plays, decide))]
            .flat()
            .map((one) => findingOf(one, played?.name ?? '')),
        ]
  return {
    name,
    title: course?.title ?? '',
    lessons: course?.lessons.length ?? 0,
    findings: [...misread, ...found],
    isUnread: misread.length > 0 || found.some(({ code }) => NOT_UNDERSTOOD.has(code)),
  }
}

function findingOf({ code, message, fix = '', range }: Diagnostic, file: string): CourseFinding {
  return { file, line: range.line, column: range.column, code, severity: 'error', message, fix }
}

async function knownExamples(): Promise<KnownExamples> {
  const { EXAMPLES } = await import('@authz-playground/examples')
  const ids = EXAMPLES.map(({ id }) => id)
  return { ids: new Set(ids), nearest: (id) => nearestOf(id, ids) }
}

function asText(checked: readonly CheckedCourse[], painted: TextStyle): string {
  return checked
    .map(({ name, title, lessons, findings }) => {
      const about = `${title === '' ? name : title}${lessons === 0 ? '' : `, ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}`}`
      const count = findings.length === 1 ? '1 problem' : `${findings.length} problems`
      const last =
        findings.length === 0
          ? painted.good(visibleLine(`${about}: nothing was found.`))
          : painted.bad(visibleLine(`${about}: ${count}.`))
      return `${findings.map((one) => findingText(one, painted)).join('')}${last}\n`
    })
    .join('')
}

function asJSON(checked: readonly CheckedCourse[]): string {
  const courses = checked.map(({ name, title, lessons, findings }) => ({ course: name, title, lessons, findings }))
  return printedJSON({ courses }, 2)
}
