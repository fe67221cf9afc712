import type { Scenario } from '@authz-playground/engine'
import type { ScenarioDocument } from '@authz-playground/engine/scenario-file'
import type { Example } from '@authz-playground/examples'
import { shortened } from '@authz-playground/pictures'
import { announce } from '../ui/index.ts'
import { decider, playground } from './playground.ts'
import { problemsInWords } from './problems-in-words.ts'
import type { About, Session } from './session.ts'

/** Of a scenario that is no example’s. */
const NO_EXAMPLE = 'own'

/** Puts a scenario on the page in place of what is there; one step of undo goes back to that. */
export function openScenario(title: string, scenario: Scenario, about: Partial<About> = {}, borrowed = false): void {
  show(title, { exampleId: NO_EXAMPLE, scenario, about: { title, explanation: '', expect: [], ...about }, borrowed })
}

/** The same with an example of the gallery, which says itself what it is. */
export function openExample({ id, title, scenario }: Example, borrowed = false): void {
  show(title, { exampleId: id, scenario, borrowed })
}

function show(title: string, start: Session): void {
  playground.getState().open(start)
  announce(`Opened: ${shortened(title) || 'Your own scenario'}`)
}

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

/** Opens the text of a file as a scenario. What is wrong with it is returned, in sentences, and nothing is opened then. */
export async function openText(text: string): Promise<readonly string[]> {
  const { document, diagnostics } = await decider().readDocument(text)
  if (document === undefined) return problemsInWords(diagnostics)
  openDocument(document)
  return []
}
