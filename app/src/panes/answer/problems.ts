import type { Diagnostic } from '@authz-playground/engine'
import { type Place, placeIn } from '../../session/index.ts'
import type { AnswerView } from '../../worker/index.ts'

/** One problem, and the place that a click on it shows. */
export interface ListedProblem {
  readonly diagnostic: Diagnostic
  /** The title of its text: "Policy", "Stored objects", "Schema", "Request", "Request 1". */
  readonly text: string
  readonly place: Place
  /** The index of the request that must be present to show the place. Absent for the present request. */
  readonly sent?: number
}

/** The problems that prevent a full decision. */
export interface ListedProblems {
  /** The first problems, in the order of the texts. */
  readonly shown: readonly ListedProblem[]
  /** The number of all problems. */
  readonly total: number
}

/** The most problems in the list: as many as fit on a screen. The editors mark all of them. */
const SHOWN = 20

/**
 * The part of the list that is reserved for later texts, so that problems of the request show after many in the policy.
 */
const KEPT = 0.4

type Found = Pick<
  AnswerView,
  | 'policyDiagnostics'
  | 'objects'
  | 'webhook'
  | 'authorizationConfig'
  | 'designText'
  | 'change'
  | 'requestDiagnostics'
  | 'sent'
  | 'errors'
>

/** `here`: which request of the answer is the present one. */
export function problemsOf(answer: Found, here: number): ListedProblems {
  const errors = (diagnostics: readonly Diagnostic[]) => diagnostics.filter(({ severity }) => severity === 'error')
  const of = (text: string, diagnostics: readonly Diagnostic[]): readonly ListedProblem[] =>
    errors(diagnostics).map((diagnostic) => ({ diagnostic, text, place: placeIn(diagnostic.range) }))
  const earlier = (answer.sent ?? [])
    .slice(0, here)
    .flatMap(({ problem }, index): readonly ListedProblem[] =>
      problem === undefined
        ? []
        : [{ diagnostic: problem, text: `Request ${index + 1}`, place: placeIn(problem.range), sent: index }],
    )
  const texts = [
    of('Policy', answer.policyDiagnostics),
    of('Stored objects', answer.objects?.diagnostics ?? []),
    of('Webhook', answer.webhook?.diagnostics ?? []),
    of('Design', answer.designText?.diagnostics ?? []),
    of('Authorizers', answer.authorizationConfig?.diagnostics ?? []),
    of('Stored object', answer.change?.storedObject ?? []),
    of('Webhook changes', answer.change?.webhookChanges ?? []),
    of('Schema', answer.change?.schema ?? []),
    earlier,
    of('Request', [...answer.requestDiagnostics, ...(answer.change?.body ?? [])]),
  ]
  return { shown: fairly(texts, SHOWN), total: answer.errors }
}

/** The first problems of each list, as far as there is room: more of the first list, some of the later ones. */
function fairly([list, ...later]: readonly (readonly ListedProblem[])[], room: number): readonly ListedProblem[] {
  if (list === undefined) return []
  const waiting = later.reduce((sum, { length }) => sum + length, 0)
  const shown = list.slice(0, room - Math.min(waiting, Math.ceil(KEPT * room)))
  return [...shown, ...fairly(later, room - shown.length)]
}
