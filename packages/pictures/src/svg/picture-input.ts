import type { Design, HTTPRequest, Trace } from '@authz-playground/engine'
import type { ChartLayout } from '../layout/chart-layout.ts'

/** A request that was decided, and the chart on which it is told. */
export interface PictureInput {
  /** The chart of the design for the steps of the trace (`layOutChart`). */
  readonly chart: ChartLayout
  readonly design: Pick<Design, 'title' | 'sources' | 'graph'>
  readonly trace: Trace
  readonly request: HTTPRequest
  readonly title?: string
  /** What keeps the answer from resting on the whole input. It is said beside the answer, wherever that stands. */
  readonly caveat?: string
}
