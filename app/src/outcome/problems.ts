import type { Diagnostic } from '@authz-playground/engine'
import type { AnswerView } from '../scenario/answer.ts'
import type { Place } from '../scenario/places.ts'

/** One thing that was not understood, and where a click on it goes. */
export interface Problem {
  readonly diagnostic: Diagnostic
  /** The text that it stands in, as its pane is called. */
  readonly text: 'Policy' | 'Request'
  readonly place: Place
}

/** What keeps a scenario from being decided in full. */
export interface Problems {
  /** The first of them, policy first, each in the order of its text. */
  readonly shown: readonly Problem[]
  /** How many there are in all. */
  readonly total: number
}

/** More than fit on a screen help nobody; the texts mark every one. */
const SHOWN = 20

export function problemsOf(answer: Pick<AnswerView, 'policyDiagnostics' | 'requestDiagnostics'>): Problems {
  const errors = [...answer.policyDiagnostics, ...answer.requestDiagnostics].filter(
    ({ severity }) => severity === 'error',
  )
  return { shown: errors.slice(0, SHOWN).map(problem), total: errors.length }
}

function problem(diagnostic: Diagnostic): Problem {
  const { source, start } = diagnostic.range
  return source === 'policy'
    ? { diagnostic, text: 'Policy', place: { kind: 'policy', offset: start } }
    : { diagnostic, text: 'Request', place: { kind: 'request', offset: start } }
}
