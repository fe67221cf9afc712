import type { Diagnostic } from '@authz-playground/engine'
import { checkLesson, type Lesson, type Played, unlikeItsPlay } from '@authz-playground/engine/course'
import { type Prose, readProse } from '@authz-playground/prose'
import type { KnownLesson } from './judged-lessons.ts'
import { knownLesson, knownPlays, learnLesson, learnPlays } from './judged-lessons.ts'
import { markdownProblems, textsOf } from './markdown.ts'
import { placesOfLesson, rangeInside } from './places.ts'
import { LONGEST_COURSE, lessonsIn, MOST_LESSONS, playsOf, type Written, written } from './written.ts'

/** The most problems of a kind that are reported of one text. */
const MOST_PROBLEMS = 200

/** Problems of a text: the first of them, and how many there are. */
export interface ProblemList {
  readonly shown: readonly Diagnostic[]
  readonly total: number
}

/** A course as it is written now. */
export interface AuthoredCourse {
  /** Counts up with every text. */
  readonly revision: number
  readonly id: string
  readonly title: string
  /** What the course is about. */
  readonly text: Prose
  /** The text is one document, so that its lessons can be judged. */
  readonly readable: boolean
  /** What reading found. What judging finds is in the lessons. */
  readonly problems: ProblemList
  readonly lessons: readonly AuthoredLesson[]
  /** What reading the plays found. */
  readonly playProblems: ProblemList
  /** The lessons that the plays name and the course does not have. */
  readonly strayPlays: readonly string[]
}

/** A lesson of a course that is written. */
export interface AuthoredLesson {
  readonly id: string
  readonly title: string
  /** Where it begins and ends in the text. */
  readonly start: number
  readonly end: number
  /** It is understood, so that it can be judged. */
  readonly understood: boolean
  /** What judging found. Absent where it was not judged yet. */
  readonly row?: LessonRow
  /** How its plays went. Absent where nobody has written any, or they were not played yet. */
  readonly plays?: PlaysRow
  /** How many mistakes and other solutions are written. */
  readonly playCount: number
}

/** How many goals there are, and how many of them hold. */
export interface GoalCount {
  readonly all: number
  readonly holding: number
  readonly undecided: number
}

/** A lesson in a line. */
export interface LessonRow {
  readonly start: GoalCount
  readonly solution: GoalCount
  readonly hints: HintCount
  readonly problems: readonly Diagnostic[]
}

/** The hints of a lesson. */
export interface HintCount {
  readonly all: number
  /** Those with a condition. */
  readonly conditional: number
  /** Those with a condition that is not understood. */
  readonly unread: number
}

/** The plays of a lesson in a line. */
export interface PlaysRow {
  readonly mistakes: number
  readonly others: number
  /** The hints with a condition that speak to no mistake. */
  readonly silent: number
  readonly problems: readonly Diagnostic[]
}

/** The texts that were read last. */
let latest: Written | undefined

/** The text that was read last; undefined where a newer one was read. */
export function writtenAt(revision: number): Written | undefined {
  return latest?.revision === revision ? latest : undefined
}

/** The newest text in which lessons were understood, for completion in a text that is broken. */
let lastUnderstood: Written | undefined

/** The newest course that was one document. */
export function lastReadable(): Written | undefined {
  return lastUnderstood
}

/**
 * Reads a course and its plays, and says what is known of its lessons already. `examples`: the ids of the gallery, for links.
 */
export function readAuthored(
  text: string,
  plays: string,
  revision: number,
  examples: readonly string[],
): AuthoredCourse {
  const long = [text, plays].find((one) => one.length > LONGEST_COURSE)
  if (long !== undefined) return tooLong(long === text ? 'course' : 'plays', long.length, revision)
  const now = written(text, plays, revision, examples)
  latest = now
  const { outline, read, readPlays } = now
  if (outline !== undefined) lastUnderstood = now
  const lessons = outline?.lessons ?? lessonsIn(text)
  const ids = new Set(lessons.map(({ id }) => id))
  const about = outline?.text ?? ''
  return {
    revision,
    id: outline?.id ?? '',
    title: outline?.title ?? '',
    text: readProse(about),
    readable: outline !== undefined,
    problems: listOf([
      ...read.diagnostics,
      ...(lessons.length > MOST_LESSONS ? [tooMany(now, lessons.length)] : []),
      ...(about === '' ? [] : markdownProblems([{ path: ['text'], text: about }], now.places, now.examples)),
    ]),
    lessons: lessons.slice(0, MOST_LESSONS).map((lesson, index) => authoredLesson(now, lesson, index)),
    playProblems: listOf(readPlays.diagnostics),
    strayPlays: Object.keys(readPlays.plays?.lessons ?? {}).filter((id) => outline !== undefined && !ids.has(id)),
  }
}

function authoredLesson(
  now: Written,
  { id, title, span, lesson }: NonNullable<Written['outline']>['lessons'][number],
  index: number,
): AuthoredLesson {
  const known = lesson && knownLesson(lesson)
  const of = playsOf(now, id)
  const played = lesson && of && knownPlays(lesson, of)
  return {
    id,
    title,
    start: span.start,
    end: span.end,
    understood: lesson !== undefined,
    ...(lesson && known && { row: rowOf(now, lesson, index, known) }),
    ...(lesson && played && { plays: playsRow(now, lesson, played) }),
    playCount: (of?.mistakes?.length ?? 0) + (of?.others?.length ?? 0),
  }
}

/**
 * Judges a lesson of the course that was read, in turns. Undefined where the lesson is not understood, or a newer course was
 * read.
 *
 * @param index the place of the lesson in the course
 *
 * @param idle resolves when all questions about the page are answered
 */
export async function checkAuthored(
  revision: number,
  index: number,
  idle: () => Promise<void>,
): Promise<LessonRow | undefined> {
  const now = writtenAt(revision)
  const lesson = now?.outline?.lessons[index]?.lesson
  if (now === undefined || lesson === undefined) return undefined
  const known = await learnLesson(lesson, idle, () => writtenAt(revision) !== undefined)
  return known && rowOf(now, lesson, index, known)
}

/** Plays the mistakes and other solutions of a lesson, in turns; see {@link checkAuthored}. */
export async function playAuthored(
  revision: number,
  index: number,
  idle: () => Promise<void>,
): Promise<PlaysRow | undefined> {
  const now = writtenAt(revision)
  const lesson = now?.outline?.lessons[index]?.lesson
  const of = lesson && now && playsOf(now, lesson.id)
  if (now === undefined || lesson === undefined || of === undefined) return undefined
  const played = await learnPlays(lesson, of, idle, () => writtenAt(revision) !== undefined)
  return played && playsRow(now, lesson, played)
}

function rowOf(now: Written, lesson: Lesson, index: number, { judged }: KnownLesson): LessonRow {
  const problems = problemsOf(now, lesson, index, judged)
  const inHints = problems.filter(({ code }) => code === HINT_CONDITION).length
  return {
    start: countOf(judged.atStart),
    solution: countOf(judged.withSolution),
    hints: { all: lesson.hints.length, conditional: lesson.hints.filter(isConditional).length, unread: inHints },
    problems: problems.slice(0, MOST_PROBLEMS),
  }
}

/** Whether a hint speaks only while its condition holds. */
export function isConditional({ when, unless }: Pick<Lesson['hints'][number], 'when' | 'unless'>): boolean {
  return when.length + unless.length > 0
}

/** The code of an error about the condition of a hint. */
const HINT_CONDITION = 'hint-condition'

function countOf(results: KnownLesson['judged']['atStart']): GoalCount {
  return {
    all: results.length,
    holding: results.filter(({ state }) => state === 'holds').length,
    undecided: results.filter(({ state }) => state === 'not-decided').length,
  }
}

/** All that is to be mended in a lesson, in the order of the text. */
function problemsOf(now: Written, lesson: Lesson, index: number, judged: KnownLesson['judged']): readonly Diagnostic[] {
  const { read, places } = now
  const notDecided = errorsIn(now, index, judged)
  const inSolution = notDecided.some(({ severity }) => severity === 'error')
  const at: typeof read.at = (code, message, fix, path) => {
    const [, , list, place, part] = path
    if (code !== 'goal') return read.at(code, message, fix, path)
    if (list === 'hints' && part !== undefined) return read.at(HINT_CONDITION, message, fix, path)
    const problem = list === 'goals' ? judged.atStart[Number(place)]?.problem : undefined
    const whole = read.at(code, message, fix, path)
    return problem === undefined ? whole : { ...whole, range: rangeInside(places, path, problem.start, problem.end) }
  }
  return [
    // That the solution is not understood is said where its error is.
    ...[...checkLesson(lesson, index, judged, at)].filter(({ code }) => !(inSolution && code === 'solution-fails')),
    ...notDecided,
    ...markdownProblems(textsOf(lesson, index, places), places, now.examples),
  ].sort((a, b) => a.range.start - b.range.start)
}

/** The errors in the texts of a lesson. Those of the start are warnings: a lesson may begin with a text that is not understood. */
function errorsIn(
  now: Written,
  index: number,
  { atStart, withSolution }: KnownLesson['judged'],
): readonly Diagnostic[] {
  const [inStart] = atStart.flatMap(({ errors = [] }) => errors)
  const [inSolution] = withSolution.flatMap(({ errors = [] }) => errors)
  const placed = (error: Diagnostic | undefined, at: 'start' | 'solution', severity: 'warning' | 'error') => {
    const range = error && placesOfLesson(now.places, index, at)(error.range)
    if (error === undefined || range === undefined) return []
    const message = `No goal is decided ${at === 'start' ? 'at the start' : 'with the solution'}: ${error.message}`
    return [{ ...error, severity, message, range }]
  }
  const solution = placed(inSolution, 'solution', 'error')
  const start = placed(inStart, 'start', 'warning')
  // The solution has the error of the start where it does not change that text.
  return [...solution, ...start.filter(({ range }) => range.start !== solution[0]?.range.start)]
}

function playsRow(now: Written, lesson: Lesson, played: readonly Played[]): PlaysRow {
  const spoke = new Set(
    played.flatMap(({ list, speaking }) => (list === 'mistakes' ? speaking : [])).map(({ say }) => say),
  )
  return {
    mistakes: played.filter(({ list }) => list === 'mistakes').length,
    others: played.filter(({ list }) => list === 'others').length,
    silent: lesson.hints.filter((hint) => isConditional(hint) && !spoke.has(hint.say)).length,
    problems: played
      .flatMap((one) => [...unlikeItsPlay(one, ['lessons', lesson.id], now.readPlays.at)])
      .slice(0, MOST_PROBLEMS),
  }
}

function listOf(problems: readonly Diagnostic[]): ProblemList {
  return { shown: problems.slice(0, MOST_PROBLEMS), total: problems.length }
}

function tooMany(now: Written, lessons: number): Diagnostic {
  const { range } = now.read.at('', '', '', ['lessons', MOST_LESSONS])
  return {
    severity: 'error',
    code: 'beyond-limit',
    message: `The course has ${lessons.toLocaleString('en')} lessons, and ${MOST_LESSONS} are judged here.`,
    fix: 'Make several courses of it.',
    range,
  }
}

function tooLong(which: 'course' | 'plays', length: number, revision: number): AuthoredCourse {
  latest = undefined
  const problem: Diagnostic = {
    severity: 'error',
    code: 'beyond-limit',
    message: `The ${which === 'course' ? 'course has' : 'mistakes have'} ${length.toLocaleString('en')} characters, and texts of up to ${LONGEST_COURSE.toLocaleString('en')} are judged here.`,
    fix: 'Make several courses of it.',
    range: { source: 'document', start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 },
  }
  const one: ProblemList = { shown: [problem], total: 1 }
  const none: ProblemList = { shown: [], total: 0 }
  return {
    revision,
    id: '',
    title: '',
    text: readProse(''),
    readable: false,
    problems: which === 'course' ? one : none,
    lessons: [],
    playProblems: which === 'plays' ? one : none,
    strayPlays: [],
  }
}
