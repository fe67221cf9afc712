import {
  completeAt,
  type Decided,
  decider,
  hoverAt,
  markdown,
  type Policy,
  readPolicy,
  reviewYAML,
} from '@authz-playground/engine'
import { answerView, wordsFor } from './answer-view.ts'
import { caveatFor } from './caveat.ts'
import type { Answers, Question, Reply } from './decider-protocol.ts'

/** The one place where scenarios are decided. Everything sent back is plain data, ready to be shown. */
const decide = decider()

/** The decision last answered, for questions about it. */
let last: { readonly id: number; readonly decided: Decided } | undefined

let policy: Policy | undefined
/** The policy behind completion and hover, read again only when its text has changed. */
function policyOf(text: string): Policy {
  if (policy?.text !== text) policy = readPolicy(text)
  return policy
}

function answer(question: Question): Answers[Question['kind']] {
  switch (question.kind) {
    case 'decide': {
      const { id, scenario, evenPartly } = question
      const decided = decide(scenario, { evenPartly })
      last = { id, decided }
      policy = decided.policy
      return answerView(decided, scenario)
    }
    case 'complete':
      return completeAt(question.text, question.offset, policyOf(question.text))
    case 'hover':
      return hoverAt(policyOf(question.text), question.offset)
    case 'review': {
      const check = decision(question.of)?.trace?.steps[question.step]?.check
      return check && reviewYAML(check)
    }
    case 'markdown':
      return markdownOf(decision(question.of))
  }
}

function decision(id: number): Decided | undefined {
  return last?.id === id ? last.decided : undefined
}

function markdownOf(decided: Decided | undefined): string | undefined {
  const request = decided?.request.request
  if (decided?.trace === undefined || request === undefined) return undefined
  const { state, trace, design, errors } = decided
  const caveat = state === 'partly' ? caveatFor(errors.length) : undefined
  return markdown(trace, design.graph, wordsFor(trace, request), caveat)
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
