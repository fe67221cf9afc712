import { visible } from '@authz-playground/engine/internal/words'
import type { TextStyle } from '../paint.ts'
import { printPlace } from '../text-places.ts'

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
  const at = painted.noun(visible(printPlace(file, place)))
  return `${at}: ${painted.bad(severity)}: ${code}: ${visible(message)}\n  ${painted.quiet(visible(fix))}\n`
}
