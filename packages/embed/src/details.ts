import { plainText } from '@authz-playground/engine'
import { narrated } from '@authz-playground/pictures'
import type { OutcomeDetail, StepDetail } from './events.ts'
import type { View } from './view/view.ts'

export function stepDetail({ story, player }: View): StepDetail | undefined {
  const step = story?.steps[player.position]
  if (story === undefined || step === undefined) return undefined
  const { node, check } = step
  const decision = check && (check.settled ?? check.answer).decision
  return {
    position: player.position,
    steps: story.steps.length,
    node,
    sentence: plainText(narrated(story, player.position)),
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
