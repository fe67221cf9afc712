/** The progress of a request: its step, and whether it is travelling there or waiting for the answer. */
export interface ChartTime {
  /** Index of the step. */
  readonly position: number
  /**
   * `travelling`: on the edge to the step’s node. `asking`: at the node, its check not answered yet. `done`: everything
   * about the step has happened.
   */
  readonly phase: 'travelling' | 'asking' | 'done'
}

export type ChartPhase = ChartTime['phase']
