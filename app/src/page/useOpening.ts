import type { Example } from '@authz-playground/examples'
import { useState } from 'react'
import { openExample } from '../session/index.ts'

interface Opening {
  /** The example to open once the person agrees to lose the edits. */
  readonly wanted: Example | undefined
  /** Opens an example, or asks first when there are edits. */
  ask(example: Example): void
  /** Opens `wanted`. */
  open(): void
  stay(): void
}

/** Opens examples without losing edits by accident. `changed`: there are edits. */
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
