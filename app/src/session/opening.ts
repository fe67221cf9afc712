import type { Scenario } from '@authz-playground/engine'
import type { Example } from '@authz-playground/examples'
import { shortened } from '@authz-playground/pictures'
import { announce } from '../ui/index.ts'
import { playground } from './playground.ts'
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
