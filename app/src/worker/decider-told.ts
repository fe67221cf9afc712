import {
  agreementWith,
  describeObservedRequest,
  filledScenario,
  type ObservedRequest,
  parseClusterOutput,
} from '@authz-playground/engine/observed'
import type { ObservedView } from './answer.ts'
import type { Answers, ObservedQuestion } from './decider-protocol.ts'
import type { Deciding } from './decider-questions.ts'

/** More than these nobody looks through. */
const MOST_SHOWN = 200

/** What clusters tell: the part of the worker that reads it, in a chunk of its own. */
export function answerObserved(question: ObservedQuestion, { decision }: Deciding): Answers[ObservedQuestion['kind']] {
  switch (question.kind) {
    case 'parse-cluster-output':
      return viewOf(question.text, question.refusedOnly)
    case 'fill':
      return filledScenario(question.observed, question.scenario)
    case 'agreement': {
      const now = decision(question.of)
      const { observed, filling } = question
      if (now?.decided.trace === undefined || now.decided.state !== 'decided') return undefined
      return agreementWith(filling.expect, observed.answer.reason ?? '', now.scenario, now.decided.trace)
    }
  }
}

function viewOf(text: string, refusedOnly: boolean): ObservedView {
  const { requests, problems } = parseClusterOutput(text)
  const refused = requests.filter(isRefused)
  const shown = (refusedOnly ? refused : requests).slice(0, MOST_SHOWN)
  return {
    shown: shown.map((one) => ({ observed: one, words: describeObservedRequest(one) })),
    total: requests.length,
    refused: refused.length,
    problems,
  }
}

function isRefused({ answer }: ObservedRequest): boolean {
  return answer.authorization === 'forbidden' || answer.code === 403
}
