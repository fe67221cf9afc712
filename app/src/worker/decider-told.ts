import { agreementWith, filledScenario, readTold, type Told, toldInWords } from '@authz-playground/engine/observed'
import type { ToldView } from './answer.ts'
import type { Answers, ToldQuestion } from './decider-protocol.ts'
import type { Deciding } from './decider-questions.ts'

/** More than these nobody looks through. */
const MOST_SHOWN = 200

/** What clusters tell: the part of the worker that reads it, in a chunk of its own. */
export function answerTold(question: ToldQuestion, { decision }: Deciding): Answers[ToldQuestion['kind']] {
  switch (question.kind) {
    case 'read-told':
      return viewOf(question.text, question.refusedOnly)
    case 'fill':
      return filledScenario(question.told, question.scenario)
    case 'agreement': {
      const now = decision(question.of)
      const { told, filling } = question
      if (now?.decided.trace === undefined || now.decided.state !== 'decided') return undefined
      return agreementWith(filling.expect, told.answer.reason ?? '', now.scenario, now.decided.trace)
    }
  }
}

function viewOf(text: string, refusedOnly: boolean): ToldView {
  const { told, problems } = readTold(text)
  const refused = told.filter(isRefused)
  const shown = (refusedOnly ? refused : told).slice(0, MOST_SHOWN)
  return {
    shown: shown.map((one) => ({ told: one, words: toldInWords(one) })),
    total: told.length,
    refused: refused.length,
    problems,
  }
}

function isRefused({ answer }: Told): boolean {
  return answer.authorization === 'forbidden' || answer.code === 403
}
