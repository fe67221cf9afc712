import { type Decided, defaultRoles, markdown, type Scenario, wordsFor } from '@authz-playground/engine'
import { caveatFor } from './caveat.ts'
import { restingOn } from './sent-views.ts'

/** The text of the roles and bindings that kube-apiserver makes itself. */
export function defaultRolesText(): string {
  return defaultRoles().text
}

/** A decision as Markdown; undefined when it is none. */
export function markdownOf(
  { state, trace, design, errors, sent, request: { request } }: Decided,
  scenario: Scenario,
): string | undefined {
  if (trace === undefined || request === undefined) return undefined
  return markdown(trace, design.graph, wordsFor(trace, request), caveatsOf({ state, errors, sent }, scenario))
}

/** All that is to be said beside an answer that is taken from the page. */
export function caveatsOf(
  { state, errors, sent }: Pick<Decided, 'state' | 'errors' | 'sent'>,
  scenario: Scenario,
): string | undefined {
  const caveats = [...(state === 'partly' ? [caveatFor(errors.length)] : []), ...restingOn(sent, scenario)]
  return caveats.length === 0 ? undefined : caveats.join(' ')
}
