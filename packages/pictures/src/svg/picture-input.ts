import type { Design, HTTPRequest, Trace } from '@authz-playground/engine'
import type { ChartLayout } from '../layout/chart-layout.ts'

/** A decided request, and its chart. */
export interface PictureInput {
  /**
   * The chart of the design for the steps of the trace (`layOutPicture`; `layOutChart` for all of it), or, in a still
   * picture, its question grid (`layOutQuestionGrid`).
   */
  readonly chart: ChartLayout
  readonly design: Pick<Design, 'title' | 'sources' | 'graph'>
  readonly trace: Trace
  readonly request: HTTPRequest
  readonly title?: string
  /** Why the answer does not rest on the whole input. It is shown with the answer. */
  readonly caveat?: string
}
