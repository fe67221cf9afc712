import type { Decided, DecideOptions, RichText, Scenario, SourceRange } from '@authz-playground/engine'
import { explain, refusalLines } from '@authz-playground/engine/explain'

/** Why a request was refused. */
export interface Refusal {
  /** The rule that comes closest, and what else is the reason: a sentence each. */
  readonly lines: readonly RichText[]
  /** The places of the rule that comes closest and of what does not fit in it. */
  readonly nearest?: { readonly range: SourceRange; readonly counts?: SourceRange | undefined }
}

export function refusal(decided: Decided, scenario: Scenario, options: Pick<DecideOptions, 'cel'>): Refusal {
  const explanation = explain(decided, scenario, options)
  if (explanation === undefined) return { lines: [] }
  const { rule, binding, misses = [] } = explanation.first?.near[0] ?? {}
  const range = (rule ?? binding)?.range
  const counts = misses.find(({ range: { source, start, end } }) => {
    return source === range?.source && start >= range.start && end <= range.end
  })?.range
  return { lines: refusalLines(explanation, ''), ...(range && { nearest: { range, counts } }) }
}
