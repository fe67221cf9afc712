import type { Scenario } from '@authz-playground/engine'
import type { Example } from '@authz-playground/examples'
import { useState } from 'react'
import { playground } from '../scenario/playground.ts'
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
export function openScenario(title: string, scenario: Scenario, exampleId = NO_EXAMPLE): void {
  playground.getState().open(exampleId, scenario)
  announce(`Opened: ${title}`)
}

/** Opening an example, or the same one anew, without losing work by accident. `changed`: there are edits. */
export function useOpening(changed: boolean): Opening {
  const [wanted, setWanted] = useState<Example>()
  const open = ({ id, title, scenario }: Example): void => openScenario(title, scenario, id)
  return {
    wanted,
    ask: (example) => (changed ? setWanted(example) : open(example)),
    open: () => {
      if (wanted !== undefined) open(wanted)
      setWanted(undefined)
    },
    stay: () => setWanted(undefined),
  }
}
