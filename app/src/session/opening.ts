import type { Scenario } from '@authz-playground/engine'
import type { Example } from '@authz-playground/examples'
import { shortened } from '@authz-playground/pictures'
import { announce } from '../ui/index.ts'
import { playground } from './playground.ts'
import type { About } from './start.ts'

/** Of a scenario that is no example’s. */
const NO_EXAMPLE = 'own'

/** Puts a scenario on the page in place of what is there; one step of undo goes back to that. */
export function openScenario(title: string, scenario: Scenario, about: Partial<About> = {}): void {
  show(NO_EXAMPLE, title, scenario, { title, explanation: '', expect: [], ...about })
}

/** The same with an example of the gallery, which says itself what it is. */
export function openExample({ id, title, scenario }: Example): void {
  show(id, title, scenario)
}

function show(exampleId: string, title: string, scenario: Scenario, about?: About): void {
  playground.getState().open(exampleId, scenario, about)
  announce(`Opened: ${shortened(title) || 'Your own scenario'}`)
}
