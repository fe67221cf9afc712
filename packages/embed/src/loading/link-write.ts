import { linkHash } from '@authz-playground/engine/documents'
import type { RunState } from '../run.ts'

// Writes links. A chunk of its own, which loads when somebody opens an edited scenario in the playground.
export { linkHash }

/** The hash of a link with the scenario of a run, under another design where one is named. */
export function runHash({ document, scenario, edited }: RunState, design: string | undefined): string {
  const shown = { ...scenario, ...(design !== undefined && { design }) }
  return linkHash({ document: { ...document, scenario: shown, ...(edited && { expect: [] }) } })
}
