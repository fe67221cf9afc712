import { type Decided, markdown, type Scenario } from '@authz-playground/engine'
import { wordsFor } from './answer-view.ts'
import { caveatFor } from './caveat.ts'
import { restingOn } from './sent-views.ts'

// Everything of the worker that the first answer does not need, in one chunk that is loaded behind it.
export { CLUSTER_PARTS, completeAt, DESIGNS, hoverAt, readRequest, reviewYAML } from '@authz-playground/engine'
export { comparisonOf } from './comparison.ts'
export { detailsOf } from './details.ts'
export { rewritten } from './rewritten.ts'

/** A decision as Markdown; undefined when it is none. */
export function markdownOf(
  { state, trace, design, errors, sent, request: { request } }: Decided,
  scenario: Scenario,
): string | undefined {
  if (trace === undefined || request === undefined) return undefined
  const caveats = [...(state === 'partly' ? [caveatFor(errors.length)] : []), ...restingOn(sent, scenario)]
  return markdown(trace, design.graph, wordsFor(trace, request), caveats.length === 0 ? undefined : caveats.join(' '))
}
