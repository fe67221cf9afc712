import type { Design, HTTPRequest, Trace } from '@authz-playground/engine'
import type { DrawnChart } from '../charts/drawn-chart.ts'

/** A request that was decided, and the chart on which it is told. */
export interface PictureInput {
  /** The chart of the design for the steps of the trace (`chartOf`). */
  readonly chart: DrawnChart
  readonly design: Pick<Design, 'title' | 'sources' | 'graph'>
  readonly trace: Trace
  readonly request: HTTPRequest
  readonly title?: string
  /** What keeps the answer from resting on the whole input. It is said beside the answer, wherever that stands. */
  readonly caveat?: string
}
