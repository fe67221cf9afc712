import type { Diagnostic } from '@authz-playground/engine'
import type { Lesson } from '@authz-playground/engine/documents'
import type { DocumentPlaces } from '@authz-playground/engine/internal/scenario-file'
import { nearest } from '@authz-playground/engine/internal/text'
import type { JsonPath } from '@authz-playground/engine/internal/yaml'
import { type ProsePlace, proseProblems } from '@authz-playground/prose'
import { rangeInside } from './course-places.ts'

/** A text in Markdown, and its place in the course. */
export interface PlacedText {
  readonly path: JsonPath
  readonly text: string
}

/**
 * The texts of a lesson.
 *
 * @param index its place in the course
 */
export function textsOf(
  { text, done, predict, hints }: Lesson,
  index: number,
  places: DocumentPlaces,
): readonly PlacedText[] {
  const path: JsonPath = ['lessons', index]
  const { question = '', choices = [], because = '' } = predict ?? {}
  return [
    { path: [...path, 'text'], text },
    { path: [...path, 'predict', 'question'], text: question },
    ...choices.map(({ say }, at) => ({ path: [...path, 'predict', 'choices', at, 'say'], text: say })),
    { path: [...path, 'predict', 'because'], text: because },
    ...hints.map(({ say }, at) => {
      const hint = [...path, 'hints', at]
      const inMapping = [...hint, 'say']
      return { path: places.inside(inMapping, 0) === undefined ? hint : inMapping, text: say }
    }),
    { path: [...path, 'done'], text: done },
  ]
}

/** What is not shown as its author probably means it: HTML, images, links, and examples that do not exist. */
export function markdownProblems(
  texts: readonly PlacedText[],
  places: DocumentPlaces,
  examples: ReadonlySet<string>,
): readonly Diagnostic[] {
  return texts.flatMap(({ path, text }) => {
    if (text === '') return []
    const { problems, links } = proseProblems(text)
    const at = (place: ProsePlace) =>
      rangeInside(
        places,
        path,
        offsetOf(text, place.line, place.column),
        offsetOf(text, place.endLine, place.endColumn),
      )
    const unknown = links.flatMap((link): readonly Diagnostic[] => {
      const [, id = ''] = /^#&*example\/([^&]*)/.exec(link.address) ?? []
      return link.kind !== 'example' || examples.has(id) ? [] : [noSuchExample(id, examples, at(link))]
    })
    return [
      ...problems.map(
        (problem): Diagnostic => ({
          severity: 'error',
          code: `markdown-${problem.code}`,
          message: problem.message,
          fix: problem.fix,
          range: at(problem),
        }),
      ),
      ...unknown,
    ]
  })
}

function noSuchExample(id: string, examples: ReadonlySet<string>, range: Diagnostic['range']): Diagnostic {
  const near = nearest(id, [...examples])
  return {
    severity: 'error',
    code: 'no-such-example',
    message: `There is no example “${id.slice(0, 80)}”.`,
    fix: near === undefined ? 'The address of an example is in the page when it is open.' : `Did you mean “${near}”?`,
    range,
  }
}

/** The offset of a line and a column, which count from 1. */
function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', start)
    if (end === -1) break
    start = end + 1
  }
  return Math.min(start + column - 1, text.length)
}
