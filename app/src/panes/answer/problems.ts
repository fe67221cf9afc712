import type { Diagnostic } from '@authz-playground/engine'
import { type Place, placeIn } from '../../session/index.ts'
import type { AnswerView } from '../../worker/index.ts'

/** One thing that was not understood, and where a click on it goes. */
export interface ListedProblem {
  readonly diagnostic: Diagnostic
  /** The text that it stands in, as people call it: "Policy", "Stored objects", "Schema", "Request", "Request 1". */
  readonly text: string
  readonly place: Place
  /** Which request must be present for that place to be seen, as an index. Absent where the present one is meant. */
  readonly sent?: number
}

/** What keeps a scenario from being decided in full. */
export interface ListedProblems {
  /** The first of them, in the order of the texts. */
  readonly shown: readonly ListedProblem[]
  /** How many there are in all. */
  readonly total: number
}

/** More than fit on a screen help nobody; the texts mark every one. */
const SHOWN = 20

/** So much of the room is kept for the texts behind, however many a text has: without a request nothing can be decided. */
const KEPT = 0.4

type Found = Pick<
  AnswerView,
  'policyDiagnostics' | 'objects' | 'webhook' | 'change' | 'requestDiagnostics' | 'sent' | 'errors'
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
    of('Stored object', answer.change?.storedObject ?? []),
    of('Webhook changes', answer.change?.webhookChanges ?? []),
    of('Schema', answer.change?.schema ?? []),
    earlier,
    of('Request', [...answer.requestDiagnostics, ...(answer.change?.body ?? [])]),
  ]
  return { shown: fairly(texts, SHOWN), total: answer.errors }
}

/** The first of every list, as far as there is room: more for those in front, and some for those behind. */
function fairly([list, ...behind]: readonly (readonly ListedProblem[])[], room: number): readonly ListedProblem[] {
  if (list === undefined) return []
  const waiting = behind.reduce((sum, { length }) => sum + length, 0)
  const shown = list.slice(0, room - Math.min(waiting, Math.ceil(KEPT * room)))
  return [...shown, ...fairly(behind, room - shown.length)]
}
