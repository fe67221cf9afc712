import type { KeyboardEvent } from 'react'

/**
 * Arrow keys, Home and End move the focus through the entries of a list, and from the first entry up into the search
 * field. In the field Home and End move the cursor.
 */
export function walk(event: KeyboardEvent, entries: readonly HTMLElement[], field: HTMLElement | null): void {
  const at = entries.indexOf(event.target as HTMLElement)
  const inField = event.target === field
  if (at === -1 && !inField) return
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: inField ? undefined : 0,
    End: inField ? undefined : entries.length - 1,
  }[event.key]
  if (to === undefined) return
  event.preventDefault()
  if (to < 0) field?.focus()
  else entries[Math.min(to, entries.length - 1)]?.focus()
}
