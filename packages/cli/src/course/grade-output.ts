import type { Course } from '@authz-playground/engine/documents'
import { visible, visibleLine } from '@authz-playground/engine/internal/words'
import { printedJSON } from '../output.ts'
import type { TextStyle } from '../paint.ts'
import type { CommandProblem } from '../problem.ts'
import { diagnosticsValue } from '../remarks.ts'
import { type GradedRow, type LessonRow, stateInWords } from './graded.ts'

const MARKS: Readonly<Record<LessonRow['state'], string>> = { solved: '✓', unsolved: '✗', untouched: '·' }

/** A table for people: a line for each hand-in, with a mark for each lesson. `explain`: below it each goal that is unmet. */
export function gradesText(
  { title, lessons }: Course,
  rows: readonly GradedRow[],
  { painted, explain }: { readonly painted: TextStyle; readonly explain: boolean },
): string {
  const numbers = lessons.map((_, index) => String(index + 1))
  const listed = lessons.map(
    ({ id, title }, index) => `  ${numbers[index]?.padStart(2)}  ${visibleLine(`${id}: ${title}`)}\n`,
  )
  const widest = Math.max(...rows.map((row) => nameOf(row).length), 'who'.length)
  const lines = rows.map((row) => {
    const marks = lessons.map(({ id }, index) => {
      const state = row.lessons.find((one) => one.id === id)?.state
      const mark = (state === undefined ? '' : MARKS[state]).padStart(numbers[index]?.length ?? 1)
      return state === 'solved' ? painted.good(mark) : state === 'unsolved' ? painted.bad(mark) : mark
    })
    const state = stateInWords(row)
    const said = [row.state === 'whole' ? painted.good(state) : painted.bad(state), ...row.remarks.map(visibleLine)]
    const reasons = explain ? row.lessons.flatMap((lesson) => reasonsOf(lesson, painted)) : []
    return `${nameOf(row).padEnd(widest)}  ${marks.join(' ')}  ${said.join('  ')}\n${reasons.join('')}`
  })
  const head = `${'who'.padEnd(widest)}  ${numbers.join(' ')}\n`
  const legend = `${MARKS.solved} all goals hold, ${MARKS.unsolved} some do not, ${MARKS.untouched} nothing was handed in\n`
  return `${painted.noun(visibleLine(title))}\n${listed.join('')}\n${painted.quiet(head)}${lines.join('')}\n${painted.quiet(legend)}${countsOf(rows)}\n`
}

/** Who handed it in, and the words beside the link. */
function nameOf({ who, label }: Pick<GradedRow, 'who' | 'label'>): string {
  return visibleLine(label === '' ? who : `${who} ${label}`)
}

function reasonsOf({ id, state, unmet }: LessonRow, painted: TextStyle): readonly string[] {
  if (state !== 'unsolved') return []
  return unmet.flatMap(({ goal, why }, index) => [
    `  ${painted.noun(visibleLine(id))}: ${painted.bad('does not hold')}: ${visibleLine(goal)}\n`,
    // An error of the policy is the reason of all of them.
    ...(why.join('\n') === unmet[index - 1]?.why.join('\n') ? [] : why.map((line) => `    ${line}\n`)),
  ])
}

function countsOf(rows: readonly GradedRow[]): string {
  const counted = (['whole', 'partly', 'foreign', 'unreadable'] as const).flatMap((state) => {
    const count = rows.filter((row) => row.state === state).length
    const words = { whole: 'whole', partly: 'partly', foreign: 'of another course', unreadable: 'unreadable' }[state]
    return count === 0 ? [] : [`${count} ${words}`]
  })
  return `${rows.length} ${rows.length === 1 ? 'hand-in' : 'hand-ins'}: ${counted.join(', ')}`
}

/** One value: the course, and each hand-in with its lessons. */
export function gradesJSON(
  { id, title, edition, lessons }: Course,
  rows: readonly GradedRow[],
  remarks: readonly CommandProblem[],
): string {
  const about = { course: id, title, edition, lessons: lessons.map(({ id, title }) => ({ id, title })) }
  return printedJSON({ ...about, handIns: rows, ...diagnosticsValue(remarks) }, 2)
}

const COLUMNS = [
  'who',
  'label',
  'state',
  'remarks',
  'lesson',
  'title',
  'result',
  'unmet goals',
  'why',
  'hints',
  'solution shown',
] as const

/** A row a hand-in and lesson (RFC 4180); of a hand-in that is not graded, one row without a lesson. */
export function gradesCSV(rows: readonly GradedRow[]): string {
  const lines = rows.flatMap((row) => {
    const about = [row.who, row.label, row.state, row.remarks.join(' ')]
    if (row.lessons.length === 0) return [[...about, ...COLUMNS.slice(about.length).map(() => '')]]
    return row.lessons.map(({ id, title, state, unmet, hints, sawSolution }) => [
      ...about,
      id,
      title,
      state,
      unmet.map(({ goal }) => goal).join('; '),
      [...new Set(unmet.flatMap(({ why }) => why))].join(' '),
      String(hints),
      sawSolution ? 'yes' : 'no',
    ])
  })
  return [COLUMNS, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('')
}

/** A cell. A spreadsheet would calculate a text that begins like a formula, so that one gets an apostrophe. */
function cell(text: string): string {
  const seen = visible(text).replace(/\s+/g, ' ')
  const safe = /^[=+\-@]/.test(seen) ? `'${seen}` : seen
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
