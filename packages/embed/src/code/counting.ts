import type { SourceRange } from '@authz-playground/engine'
import { evidenceFor } from '@authz-playground/engine/internal/trace'
import type { AnswerText, ElementAnswer } from '../deciding/answer.ts'
import type { LineRange } from './excerpt.ts'

/** Where each line of a text begins. */
export function codeLineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  // A text that ends with a line break has no further line.
  return starts.length > 1 && starts.at(-1) === text.length ? starts.slice(0, -1) : starts
}

/** The lines that decided, and those with errors. Of a binding only the subject counts. */
export function countingLines(answer: ElementAnswer, source: AnswerText['source']): readonly LineRange[] {
  const decided = (answer.trace?.steps ?? []).flatMap(({ check }) =>
    check === undefined
      ? []
      : evidenceFor(check).flatMap(({ rule, subject, entry, related = [] }) =>
          [rule, subject, entry, ...related].flatMap((part) => (part === undefined ? [] : [part.range])),
        ),
  )
  return [...decided, ...answer.errors.map(({ range }) => range)].flatMap((range: SourceRange) =>
    range.source === source ? [{ start: range.line - 1, end: range.endLine }] : [],
  )
}
