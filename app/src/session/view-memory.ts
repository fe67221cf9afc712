import type { Audience } from '@authz-playground/examples/route'
import { AUDIENCES, currentAudience, onAudience, showAudience } from './audience.ts'
import { type AddressedDialog, type Choices, isAddressed, openDialog, screen } from './screen.ts'

/**
 * The key of the audience and the dialog that this tab shows. They are stored with the click; the address names them too, but
 * follows only once the scenario under them is decided.
 */
const KEY = 'authz-playground/view'

/** A part is absent where nobody changed it since the page arrived by an address. */
export interface View {
  readonly audience?: Audience | undefined
  /** Null: no dialog, or one that no address names. */
  readonly dialog?: AddressedDialog | null | undefined
  readonly choices?: Choices | undefined
}

/** Shows what a tab showed before it was reloaded, and stores what it shows from now on. Returns what was shown again. */
export function keepView(): View {
  const view = wasReloaded() ? read() : {}
  if (view.audience !== undefined) showAudience(view.audience)
  if (view.dialog) openDialog(view.dialog, view.choices)
  let stored = view
  const change = (part: View): void => {
    stored = { ...stored, ...part }
    write(stored)
  }
  write(stored)
  onAudience(() => change({ audience: currentAudience() }))
  screen.subscribe(({ dialog, choices }, before) => {
    if (dialog === before.dialog && choices === before.choices) return
    change(isAddressed(dialog) ? { dialog, choices: choices[dialog] } : { dialog: null, choices: undefined })
  })
  return view
}

/** Whether the page arrived by a reload: by any other way its address is newer than the memory of the tab. */
export function wasReloaded(): boolean {
  return performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')
}

function read(): View {
  try {
    const { audience, dialog, choices }: View = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return {
      audience: AUDIENCES.find((one) => one === audience),
      ...(dialog === null ? { dialog } : dialog && isAddressed(dialog) && { dialog, choices: choices ?? {} }),
    }
  } catch {
    return {}
  }
}

function write(view: View): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(view))
  } catch {
    // Then a reload shows what the address names.
  }
}
