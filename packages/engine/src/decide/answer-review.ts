import { REVIEW_HANDLERS, ServerMemory } from '../designs/index.ts'
import { record } from '../trace/index.ts'
import type { AnswerReview } from './question.ts'

export const answerOf: AnswerReview = ({ question, request, user }, authorizer, budget) => {
  const design = REVIEW_HANDLERS[question.kind]
  const running = design.run({
    request,
    requestor: user,
    attributes: { ok: false, code: 500, message: '' },
    target: { kind: 'none' },
    featureEnabled: false,
    assumptions: {},
    question,
    memory: new ServerMemory(),
  })
  const { steps, result } = record(running, authorizer, undefined, budget)
  const trace = { design: design.id, requestor: user, steps, featureEnabled: false, question, ...result }
  return { trace, design }
}
