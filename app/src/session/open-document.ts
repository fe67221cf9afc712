import type { Scenario } from '@authz-playground/engine'
import type { ScenarioDocument } from '@authz-playground/engine/scenario-file'
import { openScenario } from './opening.ts'
import { playground } from './playground.ts'

/**
 * Puts a scenario document on the page, at the step that it names. One step of undo goes back to what was there.
 * @param borrowed it came by a link
 */
export function openDocument({ title, explanation, expect, scenario, step }: ScenarioDocument, borrowed = false): void {
  openScenario(title, scenario, { explanation, expect }, borrowed)
  if (step !== undefined) showStep(scenario, step)
}

/** Goes to a step once the scenario is answered, unless there is another one by then. */
function showStep(scenario: Scenario, step: number): void {
  const stop = playground.subscribe((now) => {
    if (now.scenario === scenario && now.answered !== scenario) return
    stop()
    if (now.scenario === scenario) now.scrub(step)
  })
}
