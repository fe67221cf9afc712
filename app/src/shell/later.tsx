import { type ComponentType, lazy } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'

interface Closable {
  onClose(): void
}

/** A dialog whose code comes after the first answer. `load` fetches it beforehand, so that it opens at once. */
export function later<Props extends Closable>(
  fetch: () => Promise<ComponentType<Props>>,
): { readonly Shown: ComponentType<Props>; load(): void } {
  const load = (): Promise<{ default: ComponentType<Props> }> =>
    fetch().then(
      (Shown) => ({ default: Shown }),
      () => ({ default: NotHere }),
    )
  return { Shown: lazy(load) as ComponentType<Props>, load: () => void load() }
}

/** Stands in for a dialog whose code did not come. */
function NotHere({ onClose }: Closable) {
  return (
    <Dialog title="This part could not be loaded" onClose={onClose}>
      <p>
        The page may have been updated since you opened it, or the connection is gone. Reload it: your edits are kept.
      </p>
      <DialogActions>
        <Button data-first-focus look="primary" onClick={() => location.reload()}>
          Reload the page
        </Button>
      </DialogActions>
    </Dialog>
  )
}
