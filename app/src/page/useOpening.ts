import type { Example } from '@authz-playground/examples'
import { useState } from 'react'
import { openExample } from '../session/index.ts'

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
