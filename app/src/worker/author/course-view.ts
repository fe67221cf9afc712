import type { Diagnostic } from '@authz-playground/engine'
import type { Lesson } from '@authz-playground/engine/documents'
import { checkLesson, type Played, unlikeItsPlay } from '@authz-playground/engine/internal/course'
import { readProse } from '@authz-playground/prose'
import type { AuthoredCourse, AuthoredLesson, GoalCount, LessonRow, PlaysRow, ProblemList } from './course.ts'
import { placesOfLesson, rangeInside } from './course-places.ts'
import type { KnownLesson } from './judged-lessons.ts'
import { knownLesson, knownPlays, learnLesson, learnPlays } from './judged-lessons.ts'
import { beyondLength, MOST_LESSONS } from './limits.ts'
import { markdownProblems, textsOf } from './markdown.ts'
import { lessonsIn, playPlacesIn, playsOf, type Written, written } from './written.ts'

/** The most problems of a kind that are reported of one text. */
const MOST_PROBLEMS = 200

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
  const long = beyondLength(text, plays, revision)
  if (long !== undefined) {
    latest = undefined
    return long
  }
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
    complete: read.course !== undefined,
    problems: listOf(text, [
      ...read.diagnostics.map((problem) => named(problem, lessons)),
      ...(lessons.length > MOST_LESSONS ? [tooMany(now, lessons.length)] : []),
      ...(about === '' ? [] : markdownProblems([{ path: ['text'], text: about }], now.places, now.examples)),
    ]),
    lessons: lessons.slice(0, MOST_LESSONS).map((lesson, index) => authoredLesson(now, lesson, index)),
    playProblems: listOf(plays, readPlays.diagnostics),
    playPlaces: playPlacesIn(plays),
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
    problems: inFirstLines(now.text, problems.slice(0, MOST_PROBLEMS)),
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
    problems: inFirstLines(
      now.plays,
      played
        .flatMap((one) => [...unlikeItsPlay(one, ['lessons', lesson.id], now.readPlays.at)])
        .slice(0, MOST_PROBLEMS),
    ),
  }
}

/** An error that names its lesson, and not only the place of it in the list. */
function named(problem: Diagnostic, lessons: readonly { readonly id: string }[]): Diagnostic {
  const message = problem.message.replace(/“lessons\[(\d+)\]\.([^”]*)”/g, (words, number: string, field: string) => {
    const id = lessons[Number(number)]?.id ?? ''
    return id === '' ? words : `“${field}” of the lesson “${id}”`
  })
  return { ...problem, message }
}

function listOf(text: string, problems: readonly Diagnostic[]): ProblemList {
  return { shown: inFirstLines(text, problems.slice(0, MOST_PROBLEMS)), total: problems.length }
}

/** Problems at the first line of their place: a field that is missing in a lesson does not make all of the lesson wrong. */
function inFirstLines(text: string, problems: readonly Diagnostic[]): readonly Diagnostic[] {
  return problems.map((problem) => {
    const { start, line, column, endLine } = problem.range
    if (endLine === line) return problem
    const length = /^[^\r\n]*/.exec(text.slice(start, start + LONGEST_LINE))?.[0].length ?? 0
    const end = { end: start + length, endLine: line, endColumn: column + length }
    return { ...problem, range: { ...problem.range, ...end } }
  })
}

/** So much of a line is underlined. UTF-16 code units. */
const LONGEST_LINE = 1000

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
