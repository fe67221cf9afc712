import type { Example } from '@authz-playground/examples'
import { useState } from 'react'
import { openExample } from '../session/index.ts'
import { Button, Dialog, DialogActions, KEYS } from '../ui/index.ts'

interface LosingEditsProps {
  /** The example that was edited; undefined where it is not known. */
  readonly left: Example | undefined
  /** The example to open; the same as `left` for a reset. */
  readonly wanted: Example
  onOpen(): void
  /** Called when the person keeps the edits. */
  onClose(): void
}

/** Asks before an example replaces edits. */
export function LosingEdits({ left, wanted, onOpen, onClose }: LosingEditsProps) {
  const reset = left?.id === wanted.id
  return (
    <Dialog title={reset ? 'Reset to the example?' : 'Open another example?'} onClose={onClose}>
      <p>
        {left === undefined ? 'What you have written' : `Your edits to “${left.title}”`}{' '}
        {reset ? 'will be taken out' : `will be replaced by “${wanted.title}”`}. Undo ({KEYS.undo}) brings them back for
        as long as this page stays open; later “Your scenarios” ({KEYS.library}) has them, if this browser keeps any.
      </p>
      <DialogActions>
        <Button data-first-focus onClick={onClose}>
          Keep my edits
        </Button>
        <Button look="primary" onClick={onOpen}>
          {reset ? 'Reset' : 'Open the example'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

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
