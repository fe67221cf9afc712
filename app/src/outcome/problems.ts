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

/** So many of them are kept for the request, however many the policy has: without a request nothing can be decided. */
const FOR_REQUEST = 8

export function problemsOf(answer: Pick<AnswerView, 'policyDiagnostics' | 'requestDiagnostics'>): Problems {
  const isError = ({ severity }: Diagnostic): boolean => severity === 'error'
  const policy = answer.policyDiagnostics.filter(isError)
  const request = answer.requestDiagnostics.filter(isError)
  const first = policy.slice(0, SHOWN - Math.min(request.length, FOR_REQUEST))
  return {
    shown: [...first, ...request.slice(0, SHOWN - first.length)].map(problem),
    total: policy.length + request.length,
  }
}

function problem(diagnostic: Diagnostic): Problem {
  const { source, start } = diagnostic.range
  return source === 'policy'
    ? { diagnostic, text: 'Policy', place: { kind: 'policy', offset: start } }
    : { diagnostic, text: 'Request', place: { kind: 'request', offset: start } }
}
