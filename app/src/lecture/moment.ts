import type { Check, RichText } from '@authz-playground/engine'
import { type ChartTime, questionOf, type Story } from '@authz-playground/pictures'
import { sentenceAt } from '../chart/index.ts'
import type { AnswerView } from '../worker/index.ts'

/** What an audience sees beside the chart at a moment. What the request has not reached is in none of them. */
export type Moment =
  /** Nothing has happened yet. */
  | { readonly is: 'question' }
  /** The request is at a node that asks nothing. */
  | { readonly is: 'step'; readonly sentence: RichText }
  | {
      readonly is: 'check'
      /** Counted from 1. */
      readonly number: number
      readonly question: RichText
      /** Absent until somebody goes on. */
      readonly decided?: Check
    }
  | {
      readonly is: 'end'
      readonly answer: AnswerView
      /** The check that decided last; absent where none did. */
      readonly decided?: Check
    }

/** Where a request is that an audience looks at. */
export interface Presented {
  /** Absent while it is not decided. */
  readonly answer: AnswerView | undefined
  readonly story: Story | undefined
  readonly time: ChartTime
  /** It is at its start. */
  readonly atStart: boolean
}

export function momentOf({ answer, story, time, atStart }: Presented): Moment {
  if (answer === undefined || atStart) return { is: 'question' }
  const last = (story?.steps.length ?? 0) - 1
  const { position, phase } = time
  if (story === undefined || (position >= last && phase === 'done')) {
    const check = story?.steps[story.checkSteps.at(-1) ?? -1]?.check
    return { is: 'end', answer, ...(check && { decided: check }) }
  }
  // On its way to a node the request has not reached it.
  if (phase === 'travelling' && position > 0) return stepAt(story, { position: position - 1, phase: 'done' })
  return stepAt(story, time)
}

function stepAt(story: Story, time: ChartTime): Moment {
  const { position, phase } = time
  const check = story.steps[position]?.check
  if (check === undefined) return { is: 'step', sentence: sentenceAt(story, time) }
  return {
    is: 'check',
    number: story.numberOf.get(position) ?? 1,
    question: questionOf(story, position),
    ...(phase === 'done' && { decided: check }),
  }
}

/**
 * Whether a request has come to the check that answers a question about it.
 *
 * @param until the verb of that check; the end of the request where it is absent, or where no check has it
 */
export function isAnswered(until: string | undefined, { answer, story, time, atStart }: Presented): boolean {
  if (answer === undefined || atStart) return false
  const steps = story?.steps ?? []
  const found = until === undefined ? -1 : steps.findIndex(({ check }) => check?.attributes.verb === until)
  const step = found === -1 ? steps.length - 1 : found
  return time.position > step || (time.position >= step && time.phase === 'done')
}
