import type { Scenario } from '@authz-playground/engine'
import type { Example } from '@authz-playground/examples'
import { shortened } from '@authz-playground/pictures'
import { useState } from 'react'
import { playground } from '../scenario/playground.ts'
import type { About } from '../scenario/start.ts'
import { announce } from '../ui/announcements.ts'

interface Opening {
  /** The example that waits for a person to say that their edits may go. */
  readonly wanted: Example | undefined
  /** Opens an example, or asks first when there are edits. */
  ask(example: Example): void
  /** Opens the one that waits. */
  open(): void
  stay(): void
}

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

/** Opening an example, or the same one anew, without losing work by accident. `changed`: there are edits. */
export function useOpening(changed: boolean): Opening {
  const [wanted, setWanted] = useState<Example>()
  return {
    wanted,
    ask: (example) => (changed ? setWanted(example) : openExample(example)),
    open: () => {
      if (wanted !== undefined) openExample(wanted)
      setWanted(undefined)
    },
    stay: () => setWanted(undefined),
  }
}
