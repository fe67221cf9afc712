import { completeAt, decider, hoverAt, markdown, readPolicy, type Policy } from '@authz-playground/engine'
import { answerView, wordsFor } from './answer-view.ts'
import type { Answers, Question, Reply } from './decider-protocol.ts'

/** The one place where scenarios are decided. Everything sent back is plain data, ready to be shown. */
const decide = decider()

let policy: Policy | undefined
/** The policy behind completion and hover, read again only when its text has changed. */
function policyOf(text: string): Policy {
  if (policy?.text !== text) policy = readPolicy(text)
  return policy
}

function answer(question: Question): Answers[Question['kind']] {
  switch (question.kind) {
    case 'decide': {
      const { scenario, evenPartly } = question
      const decided = decide(scenario, { evenPartly })
      policy = decided.policy
      return answerView(decided, scenario)
    }
    case 'complete':
      return completeAt(question.text, question.offset, policyOf(question.text))
    case 'hover':
      return hoverAt(policyOf(question.text), question.offset)
    case 'markdown': {
      const { state, trace, design, request, errors } = decide(question.scenario, { evenPartly: question.evenPartly })
      if (trace === undefined || request.request === undefined) return undefined
      const caveat = state === 'partly' ? `Decided with what could be read: ${errors.length} errors in the input.` : undefined
      return markdown(trace, design.graph, wordsFor(trace, request.request), caveat)
    }
  }
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  let reply: Reply
  try {
    reply = { id: data.id, ok: true, answer: answer(data) }
  } catch (error) {
    // A defect of ours, never of the input: said to the page, which shows it, instead of leaving it waiting.
    reply = { id: data.id, ok: false, error: error instanceof Error ? error.message : String(error) }
  }
  postMessage(reply)
})
