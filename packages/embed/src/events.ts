// Whoever installs the package reads these types without the engine beside them, so they name nothing of it.

/** What `authz-step` tells: the request has come to a step. Plain data. */
export interface StepDetail {
  /** Index of the step, and how many there are. */
  readonly position: number
  readonly steps: number
  /** The node of the flowchart. */
  readonly node: string
  /** The step in a sentence. */
  readonly sentence: string
  /** What its check came to; absent where it made none. */
  readonly decision?: 'Allow' | 'Conditional' | 'Deny' | 'NoOpinion'
}

/** What `authz-outcome` tells: the scenario was decided, or could not be. Plain data. */
export interface OutcomeDetail {
  /** `not-decided`: something in it was not understood. `not-loaded`: there is no scenario. */
  readonly state: 'decided' | 'not-decided' | 'not-loaded'
  /** The answer in one sentence, or what is wrong. */
  readonly sentence: string
  /** The HTTP status that the client gets; absent unless decided. */
  readonly code?: number
  /** The id of the design that decided. */
  readonly design?: string
  /** How many checks were made. */
  readonly checks?: number
}

declare global {
  /** Of elements, documents and windows: the events bubble. */
  interface GlobalEventHandlersEventMap {
    'authz-step': CustomEvent<StepDetail>
    'authz-outcome': CustomEvent<OutcomeDetail>
  }
}
