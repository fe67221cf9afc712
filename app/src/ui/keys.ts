import type { KeyboardEvent } from 'react'

/** The actions that have a key on the whole page. */
export type Shortcut =
  | 'undo'
  | 'redo'
  | 'play'
  | 'present'
  | 'gallery'
  | 'library'
  | 'questions'
  | 'constrain'
  | 'share'
  | 'help'

const WITH_ALT: ReadonlyMap<string, Shortcut> = new Map([
  ['y', 'play'],
  ['p', 'present'],
  ['g', 'gallery'],
  ['l', 'library'],
  ['q', 'questions'],
  ['i', 'constrain'],
  ['r', 'share'],
  ['k', 'help'],
])

interface Pressed {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/**
 * The shortcut of a key press, if any. Letters count as printed on the keyboard in use. Where the keyboard has no Latin
 * letters, or Alt changed the letter, the position of the key counts. Ctrl with Alt is never a shortcut, because some
 * keyboards type characters with it (AltGr).
 */
export function shortcutOf({ key, code, ctrlKey, metaKey, shiftKey, altKey }: Pressed): Shortcut | undefined {
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
  if ((ctrlKey || metaKey) && !altKey) {
    if (letter === 'z') return shiftKey ? 'redo' : 'undo'
    if (letter === 'y' && ctrlKey && !shiftKey) return 'redo'
    return undefined
  }
  if (!altKey || ctrlKey || metaKey || shiftKey) return undefined
  return WITH_ALT.get(letter)
}

/** The names of the keys as shown to a person, on Apple's machines and on others. */
export function keyNames(apple: boolean): Readonly<Record<Shortcut, string>> {
  return apple
    ? {
        undo: '⌘Z',
        redo: '⇧⌘Z',
        play: '⌥Y',
        present: '⌥P',
        gallery: '⌥G',
        library: '⌥L',
        questions: '⌥Q',
        constrain: '⌥I',
        share: '⌥R',
        help: '⌥K',
      }
    : {
        undo: 'Ctrl+Z',
        redo: 'Ctrl+Shift+Z',
        play: 'Alt+Y',
        present: 'Alt+P',
        gallery: 'Alt+G',
        library: 'Alt+L',
        questions: 'Alt+Q',
        constrain: 'Alt+I',
        share: 'Alt+R',
        help: 'Alt+K',
      }
}

/** The names of the keys on this machine; where there is no browser, those of other machines than Apple's. */
export const KEYS = keyNames(/Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? ''))

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
