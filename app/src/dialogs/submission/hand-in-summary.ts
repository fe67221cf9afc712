import type { Course, HandIn } from '@authz-playground/engine/documents'

/** What a hand-in says of one lesson. */
export interface LessonSummary {
  readonly id: string
  /** The id, where the course is not known or does not have the lesson. */
  readonly title: string
  /** `begun`: something of it was changed, and it is not done. */
  readonly state: 'done' | 'begun' | 'untouched'
  /** How many hints were shown. */
  readonly hints: number
  /** Whether the solution was shown. */
  readonly sawSolution: boolean
}

/** What a hand-in holds, lesson by lesson in the order of its course; lessons that the course does not have are last. */
export function summaryOf({ lessons }: Pick<HandIn, 'lessons'>, course: Course | undefined): readonly LessonSummary[] {
  const known = course?.lessons ?? []
  const others = [...lessons.keys()].filter((id) => !known.some((lesson) => lesson.id === id))
  return [...known, ...others.map((id) => ({ id, title: id }))].map(({ id, title }) => {
    const { done = false, hints = 0, solution = false } = lessons.get(id) ?? {}
    const state = done ? 'done' : lessons.has(id) ? 'begun' : 'untouched'
    return { id, title, state, hints, sawSolution: solution }
  })
}

const STATES: Readonly<Record<LessonSummary['state'], string>> = {
  done: 'done',
  begun: 'begun',
  untouched: 'not begun',
}

/** “done, 2 hints, solution seen”. */
export function stateInWords({ state, hints, sawSolution }: LessonSummary): string {
  return [
    STATES[state],
    ...(hints > 0 ? [`${hints} ${hints === 1 ? 'hint' : 'hints'}`] : []),
    ...(sawSolution ? ['solution seen'] : []),
  ].join(', ')
}
