import type { Decided, RichText, Scenario, SourceRange } from '@authz-playground/engine'
import { userNote, withMissingGroups } from '@authz-playground/engine/internal/report'
import { explain, refusalLines } from '@authz-playground/engine/questions'
import type { Ready } from './prepare.ts'

/** Why a request was refused. */
export interface Refusal {
  /** The rule that comes closest, what else is the reason, and what the users have to do with it: a sentence each. */
  readonly lines: readonly RichText[]
  /** The places of the rule that comes closest and of what does not fit in it. */
  readonly nearest?: { readonly range: SourceRange; readonly counts?: SourceRange | undefined }
}

/** `ready`: what decided the scenario. */
export function refusal(decided: Decided, scenario: Scenario, { decide, options }: Ready): Refusal {
  const explanation = explain(decided, { ...options, retry: { scenario, decide } })
  const ofUsers = noteOfUsers(decided, scenario, decide)
  if (explanation === undefined) return { lines: ofUsers }
  const { rule, binding, mismatches = [] } = explanation.first?.near[0] ?? {}
  const range = (rule ?? binding)?.range
  const counts = mismatches.find(({ range: { source, start, end } }) => {
    return source === range?.source && start >= range.start && end <= range.end
  })?.range
  return { lines: [...refusalLines(explanation, ''), ...ofUsers], ...(range && { nearest: { range, counts } }) }
}

function noteOfUsers(
  decided: Decided,
  scenario: Scenario,
  decide: (as: Pick<Scenario, 'requestor'>) => Decided,
): readonly RichText[] {
  const completed = withMissingGroups(decided, scenario)
  const note = userNote(decided, scenario, completed && decide(completed))
  if (note === undefined) return []
  return [[note.message, ...(note.kind === 'unnamed' && note.fix !== undefined ? [` ${note.fix}`] : [])]]
}
