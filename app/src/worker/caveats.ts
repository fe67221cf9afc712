import type { Decided, Scenario } from '@authz-playground/engine'
import { caveatFor } from './caveat.ts'
import { restingOn } from './sent-views.ts'

/** All caveats of an answer that is copied from the page. */
export function caveatsOf(
  { state, errors, sent }: Pick<Decided, 'state' | 'errors' | 'sent'>,
  scenario: Scenario,
): string | undefined {
  const caveats = [...(state === 'partly' ? [caveatFor(errors.length)] : []), ...restingOn(sent, scenario)]
  return caveats.length === 0 ? undefined : caveats.join(' ')
}
