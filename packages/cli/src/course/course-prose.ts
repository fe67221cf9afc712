import type { Course } from '@authz-playground/engine/documents'
import { documentPlaces } from '@authz-playground/engine/internal/scenario-file'
import { visibleLine } from '@authz-playground/engine/internal/words'
import type { JsonPath } from '@authz-playground/engine/internal/yaml'
import { proseProblems } from '@authz-playground/prose'
import type { TextStyle } from '../paint.ts'
import { printPlace } from '../text-places.ts'
import type { CourseFile } from './course-file.ts'

/** What a course’s Markdown needs to know of the gallery. */
export interface KnownExamples {
  /** The ids of its examples. */
  readonly ids: ReadonlySet<string>
  /** The nearest id; undefined where none is near. */
  readonly nearest: (id: string) => string | undefined
}

/**
 * What is not shown as the author of a course probably means it: HTML, images, and links that are not shown or lead to examples
 * and lessons that do not exist.
 */
export function proseFindings(
  { name, text }: CourseFile,
  course: Course,
  examples: KnownExamples,
): readonly CourseFinding[] {
  let places: ReturnType<typeof documentPlaces> | undefined
  return textsOf(course).flatMap(({ paths, markdown }) => {
    const { problems, links } = proseProblems(markdown)
    const dead = links.flatMap(({ address, ...place }) => {
      const said = deadLink(address, course, examples)
      return said === undefined ? [] : [{ code: 'dead-link', ...said, ...place }]
    })
    return [...problems, ...dead].map(({ code, message, fix, line, column }): CourseFinding => {
      places ??= documentPlaces(text)
      const offset = offsetOf(markdown, line, column)
      const path = paths.find((one) => places?.inside(one, offset) !== undefined) ?? paths[0] ?? []
      const at = places.inside(path, offset) ?? places.at(path)
      return {
        file: name,
        line: at.line,
        column: at.column,
        code: `markdown-${code}`,
        severity: 'warning',
        message,
        fix,
      }
    })
  })
}

/** A text of a course in Markdown. A hint is a text or a mapping, so it has several paths of which one exists. */
interface CourseText {
  readonly paths: readonly JsonPath[]
  readonly markdown: string
}

function textsOf({ text, lessons }: Course): readonly CourseText[] {
  return [
    { paths: [['text']], markdown: text },
    ...lessons.flatMap(({ text, predict, hints, done }, index): readonly CourseText[] => {
      const lesson = ['lessons', index]
      const { question = '', choices = [], because = '' } = predict ?? {}
      return [
        { paths: [[...lesson, 'text']], markdown: text },
        { paths: [[...lesson, 'predict', 'question']], markdown: question },
        ...choices.map(({ say }, at) => ({ paths: [[...lesson, 'predict', 'choices', at, 'say']], markdown: say })),
        { paths: [[...lesson, 'predict', 'because']], markdown: because },
        ...hints.map(({ say }, at) => ({
          paths: [
            [...lesson, 'hints', at, 'say'],
            [...lesson, 'hints', at],
          ],
          markdown: say,
        })),
        { paths: [[...lesson, 'done']], markdown: done },
      ]
    }),
  ].filter(({ markdown }) => markdown !== '')
}

/** Why a link into the playground leads nowhere; undefined where it leads somewhere, or to another course. */
function deadLink(
  address: string,
  { id, lessons }: Course,
  { ids, nearest }: KnownExamples,
): { readonly message: string; readonly fix: string } | undefined {
  const example = /^#&*example\/([^/&]*)/.exec(address)?.[1]
  if (example !== undefined && !ids.has(example)) {
    const near = nearest(example)
    const fix = near === undefined ? 'The gallery of the playground lists them.' : `Did you mean “${near}”?`
    return { message: `There is no example “${example.slice(0, 60)}”.`, fix }
  }
  const [, course, lesson] = /^#course\/([^/&]+)\/([^/&]+)/.exec(address) ?? []
  if (course !== id || lessons.some((one) => one.id === lesson)) return undefined
  const fix = `Lessons are ${lessons.map((one) => one.id).join(', ')}.`
  return { message: `The course has no lesson “${lesson?.slice(0, 60) ?? ''}”.`, fix }
}

function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n')
  return lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1
}

/** Something in a course or in its plays that is not as its author wants it. */
export interface CourseFinding {
  readonly file: string
  readonly line: number
  readonly column: number
  /** What it is about: `goal`, `start-passes`, `solution-fails`, `markdown-html` and so on. */
  readonly code: string
  /** `error`: it is not understood, or the lesson cannot be done as it is meant. */
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly fix: string
}

/** A finding in two lines, with its place in the format of compilers. */
export function findingText(
  { file, severity, code, message, fix, ...place }: CourseFinding,
  painted: TextStyle,
): string {
  const at = painted.noun(visibleLine(printPlace(file, place)))
  return `${at}: ${painted.bad(severity)}: ${code}: ${visibleLine(message)}\n  ${painted.quiet(visibleLine(fix))}\n`
}
