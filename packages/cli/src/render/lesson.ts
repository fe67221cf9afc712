import type { Scenario } from '@authz-playground/engine'
import type { Course, Lesson } from '@authz-playground/engine/documents'
import { courseWithLesson, findLesson } from '@authz-playground/engine/internal/course'
import { goalInWords, readGoals } from '@authz-playground/engine/internal/goals'
import { documentPlaces } from '@authz-playground/engine/internal/scenario-file'
import { type LessonInput, lessonHtml, liveLesson, type StaticInput } from '@authz-playground/pictures/html'
import { readProse } from '@authz-playground/prose'
import { type ProseFrame, proseHtml } from '@authz-playground/prose/html'
import { type CourseFile, understood } from '../course/course-file.ts'
import type { Input } from '../input.ts'
import { nearestOf } from '../nearest.ts'
import { refusedInput } from '../problem.ts'
import { printPlace } from '../text-places.ts'
import type { CourseInput } from './inputs.ts'

/** A lesson that is rendered. */
export interface RenderedLesson {
  readonly course: CourseFile
  readonly lesson: Lesson
}

/** The lesson of a course that is rendered. Throws `Refused` where there is none, or where the course is not understood. */
export function lessonOf({ file, lesson: wanted }: CourseInput): RenderedLesson {
  const course = understood(file)
  const lesson = findLesson(course, wanted)
  if (lesson !== undefined) return { course: file, lesson }
  throw noLesson(file.name, course, wanted ?? '')
}

function noLesson(name: string, { lessons }: Course, wanted: string) {
  const ids = lessons.map(({ id }) => id)
  const near = nearestOf(wanted, ids)
  const fix = near === undefined ? `Lessons are ${ids.join(', ')}.` : `Did you mean “${near}”?`
  return refusedInput(name, `The course has no lesson “${wanted}”.`, fix)
}

/** The start of a lesson as a document. Places of its texts are places of the course. */
export function startOf({
  course: { name, text, read },
  lesson,
}: RenderedLesson): Input & { readonly kind: 'document' } {
  const index = read.course?.lessons.indexOf(lesson) ?? 0
  const { id, title, start } = lesson
  let places: ReturnType<typeof documentPlaces> | undefined
  return {
    kind: 'document',
    name: `${name.replace(/\.(?:ya?ml|json)$/i, '')}.${id}`,
    text,
    document: { title, explanation: '', scenario: start, expect: [] },
    placeOf: ({ source, line, column = 1 }) => {
      places ??= documentPlaces(text)
      const held = source === 'request' ? start.request.text : String(start[source as keyof Scenario] ?? '')
      const path = ['lessons', index, 'start', source, ...(source === 'request' ? [start.request.form] : [])]
      const lines = held.split('\n').slice(0, line - 1)
      const found = places.inside(
        path,
        lines.reduce((sum, one) => sum + one.length + 1, column - 1),
      )
      return printPlace(name, found ?? places.at(['lessons', index, 'start']))
    },
    at: (path) => {
      places ??= documentPlaces(text)
      return printPlace(name, places.at(['lessons', index, 'start', ...path]))
    },
  }
}

/** The level of the highest headings in the texts of a lesson: its page has a title, and perhaps parts. */
const HEADING: ProseFrame['heading'] = 3

/** A lesson as HTML without scripts, inside of the live element. `home`: the address of a playground, where it is known. */
export function lessonForm(
  { course, lesson }: RenderedLesson,
  answered: StaticInput,
  home: string | undefined,
): string {
  const frame: ProseFrame = { heading: HEADING, ...(home !== undefined && { playground: home }) }
  const html = (text: string): string => (text === '' ? '' : proseHtml(readProse(text), frame))
  const { text, goals, predict, solution, done, start } = lesson
  const input: LessonInput = {
    ...answered,
    text: html(text),
    goals: readGoals({ scenario: start, goals }).map(({ nouns }, at) => goalInWords(goals[at] ?? '', nouns)),
    ...(predict && {
      predict: {
        question: html(predict.question),
        choices: predict.choices.map(({ say, right }) => ({ say: inLine(html(say)), right })),
        because: html(predict.because),
      },
    }),
    solution: {
      ...(solution.policy !== start.policy && { policy: solution.policy }),
      ...(solution.request.text !== start.request.text && { request: solution.request }),
    },
    done: html(done),
  }
  const form = lessonHtml(input)
  if (course.isBuiltIn) return liveLesson(undefined, form, { course: course.name, lesson: lesson.id })
  return liveLesson(courseWithLesson(course.text, lesson.id), form, { lesson: lesson.id })
}

/** A text of one paragraph without its element, for an item of a list. */
function inLine(html: string): string {
  return /^<p>(?:(?!<\/?p>)[\s\S])*<\/p>$/.test(html) ? html.slice('<p>'.length, -'</p>'.length) : html
}

/** The text by which a form of a lesson is found: that of its course, or its name, and the lesson as it is written. */
export function hashedText({ file, lesson = '1' }: CourseInput, plain: (text: string) => string): string {
  return `${file.isBuiltIn ? `course: ${file.name}` : plain(file.text)}\nlesson: ${lesson}`
}
