import { type RemarkedTexts, remarksOf } from '@authz-playground/engine/internal/answers'
import type { Remark } from '@authz-playground/engine/questions'
import { type CommandProblem, problemOf } from './problem.ts'
import type { TextPosition } from './text-places.ts'

/** What the remarks about a scenario or policy need besides what was read. */
export interface RemarkPlaces {
  readonly placeOf: (place: TextPosition) => string
  /** The value of `--policy`. A policy named there is expected to have roles or bindings, even if it is empty. */
  readonly policyNamed?: string | undefined
}

/** All warnings and notes of the texts of a scenario, in the order of the texts, with their places in files. */
export function placedRemarks(texts: RemarkedTexts, places: RemarkPlaces): readonly CommandProblem[] {
  const remarks = remarksOf(texts, { expectsPolicy: places.policyNamed !== undefined })
  return remarks.map((remark) => problemOf(remark, placeOfRemark(remark, places)))
}

function placeOfRemark({ code, range, fromHere }: Remark, { placeOf, policyNamed }: RemarkPlaces): string {
  if (code === 'empty-policy' && policyNamed !== undefined) return policyNamed
  // It is about the cluster, and its place is only where a page shows it.
  if (range === undefined || code === 'not-asked') return ''
  const { source, line } = range
  return placeOf(fromHere ? { source, line } : range)
}
