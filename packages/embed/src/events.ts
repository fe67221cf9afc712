// Users of the package read these types without the engine, so the types use none of the engine's.

/** The detail of `authz-step`: the request has reached a step. Plain data. */
export interface StepDetail {
  /** The index of the step, from 0, and the number of steps. */
  readonly position: number
  readonly steps: number
  /** The node of the flowchart. */
  readonly node: string
  /** The step in a sentence. */
  readonly sentence: string
  /** The decision of its check; absent where the step makes none. */
  readonly decision?: 'Allow' | 'Conditional' | 'Deny' | 'NoOpinion'
}

/** The detail of `authz-outcome`: the scenario was decided, or could not be. Plain data. */
export interface OutcomeDetail {
  /** `not-decided`: something in it was not understood. `not-loaded`: there is no scenario. */
  readonly state: 'decided' | 'not-decided' | 'not-loaded'
  /** The answer in one sentence, or the problem. */
  readonly sentence: string
  /** The HTTP status that the client gets; absent unless decided. */
  readonly code?: number
  /** The id of the design that decided. */
  readonly design?: string
  /** The number of checks. */
  readonly checks?: number
}

/** The detail of `authz-goals`: the goals of a lesson were judged, after each change of its texts. Plain data. */
export interface GoalsDetail {
  /** The ids of the course and of the lesson. */
  readonly course: string
  readonly lesson: string
  /** The goals in their order. */
  readonly goals: readonly {
    /** The sentence as the course has it. */
    readonly text: string
    /** `not-decided`: a part of the policy or of the request was not understood. */
    readonly state: 'holds' | 'fails' | 'not-decided'
    /** Why, in a sentence. */
    readonly why: string
  }[]
  /** The number of goals that hold, and of all. */
  readonly holding: number
  readonly count: number
  /** All of them hold. */
  readonly solved: boolean
}

declare global {
  /** The events bubble, so elements, documents and windows have them. */
  interface GlobalEventHandlersEventMap {
    'authz-step': CustomEvent<StepDetail>
    'authz-outcome': CustomEvent<OutcomeDetail>
    'authz-goals': CustomEvent<GoalsDetail>
  }
}
