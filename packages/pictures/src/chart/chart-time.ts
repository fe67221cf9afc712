/** How far the request has come: to a step, and whether it is still on its way there or waiting for the answer. */
export interface ChartTime {
  /** Index of the step. */
  readonly position: number
  /**
   * `travelling`: on the edge that leads to the step’s node. `asking`: there, its check not answered yet.
   * `done`: everything about the step has happened.
   */
  readonly phase: 'travelling' | 'asking' | 'done'
}

export type ChartPhase = ChartTime['phase']
