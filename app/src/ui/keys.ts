/** What a key of the whole page does. */
export type Shortcut = 'undo' | 'redo' | 'present' | 'gallery' | 'library' | 'share' | 'help'

const WITH_ALT: ReadonlyMap<string, Shortcut> = new Map([
  ['p', 'present'],
  ['g', 'gallery'],
  ['l', 'library'],
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
 * The shortcut that a key press means, if any. Letters count as they are printed on the keyboard in use; where it has no
 * Latin letters, or Alt made another character of them, by their place. Ctrl with Alt is how some keyboards type
 * characters (AltGr), and never a shortcut.
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

/** How a person is told of a key, on their kind of machine. */
export function keyNames(apple: boolean): Readonly<Record<Shortcut, string>> {
  return apple
    ? { undo: '⌘Z', redo: '⇧⌘Z', present: '⌥P', gallery: '⌥G', library: '⌥L', share: '⌥R', help: '⌥K' }
    : {
        undo: 'Ctrl+Z',
        redo: 'Ctrl+Shift+Z',
        present: 'Alt+P',
        gallery: 'Alt+G',
        library: 'Alt+L',
        share: 'Alt+R',
        help: 'Alt+K',
      }
}

/** The names of the keys on this machine. No machine is one of Apple’s where there is no browser to ask. */
export const KEYS = keyNames(/Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? ''))
