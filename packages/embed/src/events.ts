import { type Decision, plainText } from '@authz-playground/engine'
import { narrated } from '@authz-playground/pictures'
import type { View } from './view/view.ts'

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
  readonly decision?: Decision
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

export function stepDetail({ story, standing }: View): StepDetail | undefined {
  const step = story?.steps[standing.position]
  if (story === undefined || step === undefined) return undefined
  const { node, check } = step
  const decision = check && (check.settled ?? check.answer).decision
  return {
    position: standing.position,
    steps: story.steps.length,
    node,
    sentence: plainText(narrated(story, standing.position)),
    ...(decision && { decision }),
  }
}

export function outcomeDetail({ answer: { trace, sentence, design, checks } }: View): OutcomeDetail {
  return {
    state: trace === undefined ? 'not-decided' : 'decided',
    sentence: plainText(sentence),
    design: design.id,
    ...(trace && { code: trace.outcome.code, checks: checks.length }),
  }
}
