/** What a key does in a lecture. */
export type LectureKey = 'on' | 'back' | 'next' | 'previous' | 'ring' | 'handOut' | 'keys' | { readonly choice: number }

const KEYS: ReadonlyMap<string, LectureKey> = new Map<string, LectureKey>([
  [' ', 'on'],
  ['ArrowRight', 'on'],
  ['ArrowLeft', 'back'],
  ['n', 'next'],
  ['PageDown', 'next'],
  ['p', 'previous'],
  ['PageUp', 'previous'],
  ['l', 'ring'],
  ['h', 'handOut'],
  ['?', 'keys'],
])

/** Elements that Space presses, and elements that keys write into. */
const PRESSED = 'button, summary, a[href], [role=button], [role=tab]'
const TYPED_IN = 'input, textarea, select, [contenteditable]'

interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** What a key press does in a lecture, unless the focused element uses the key. PageDown and PageUp are the keys of clickers. */
export function lectureKey(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  within: (selector: string) => boolean,
): LectureKey | undefined {
  if (ctrlKey || metaKey || altKey || within(TYPED_IN)) return undefined
  if (key === ' ' && within(PRESSED)) return undefined
  if (/^[1-9]$/.test(key)) return { choice: Number(key) - 1 }
  return KEYS.get(key.length === 1 ? key.toLowerCase() : key)
}
