import { plainText } from '@authz-playground/engine'
import { narrated } from '@authz-playground/pictures'
import type { OutcomeDetail, StepDetail } from './events.ts'
import type { View } from './view/view.ts'

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
