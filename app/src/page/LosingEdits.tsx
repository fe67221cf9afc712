import type { Example } from '@authz-playground/examples'
import { Button, Dialog, DialogActions, KEYS } from '../ui/index.ts'

interface LosingEditsProps {
  /** The example that was edited, where it is known. */
  readonly left: Example | undefined
  /** The example that is to be opened; the same one for a reset. */
  readonly wanted: Example
  onOpen(): void
  /** Keeps the edits. */
  onClose(): void
}

/** Asks before edits give way to an example. */
export function LosingEdits({ left, wanted, onOpen, onClose }: LosingEditsProps) {
  const reset = left?.id === wanted.id
  return (
    <Dialog title={reset ? 'Reset to the example?' : 'Open another example?'} onClose={onClose}>
      <p>
        {left === undefined ? 'What you have written' : `Your edits to “${left.title}”`}{' '}
        {reset ? 'will be taken out' : `will be replaced by “${wanted.title}”`}. Undo ({KEYS.undo}) brings them back for
        as long as this page stays open.
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
