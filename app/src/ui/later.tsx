import { type ComponentType, lazy, useEffect } from 'react'
import { notify } from './notices.ts'

interface Closable {
  onClose(): void
}

/** Said where code that is loaded later does not come. */
export const NOT_HERE =
  'A part of this page could not be loaded: the page may have been updated since you opened it, or the connection is gone. Reload it: your edits are kept.'

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
  useEffect(() => {
    notify(NOT_HERE)
    onClose()
  }, [onClose])
  return null
}
