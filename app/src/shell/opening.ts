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

/** Opening an example, or the same one anew, without losing work by accident. `changed`: there are edits. */
export function useOpening(changed: boolean): Opening {
  const [wanted, setWanted] = useState<Example>()
  const open = ({ id, title, scenario }: Example): void => {
    playground.getState().open(id, scenario)
    announce(`Opened: ${title}`)
  }
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
