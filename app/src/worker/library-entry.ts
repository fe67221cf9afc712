/** A scenario of the library. */
export interface LibraryEntry {
  readonly id: string
  /** The name that a person gave it: one line, unique. It replaces the title of the document. */
  readonly name: string
  /** The scenario document as the text of a file, without its title, so that a new name does not change it. */
  readonly text: string
  /** When it was last changed. Milliseconds since 1970. */
  readonly changed: number
  /** Counts its changes, so that a page notices when another page was faster. */
  readonly revision: number
}

/** A scenario from a file. */
export type Incoming = Pick<LibraryEntry, 'name' | 'text'>

/** Whether a value is an entry. The library leaves other values, such as those of a newer page, where they are. */
export function isEntry(value: unknown): value is LibraryEntry {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, text, changed, revision } = value as Readonly<Record<keyof LibraryEntry, unknown>>
  const texts = [id, name, text].every((one) => typeof one === 'string')
  return texts && [changed, revision].every((one) => Number.isSafeInteger(one))
}

/** A title as a name: one line, without blanks at its ends. */
export function nameOf(title: string): string {
  return title
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** A name that is free: the wanted one, or that one with a number after it: “Jane (2)”. */
export function freeName(wanted: string, entries: readonly Pick<LibraryEntry, 'name'>[]): string {
  const taken = new Set(entries.map(({ name }) => name))
  if (!taken.has(wanted)) return wanted
  const stem = stemOf(wanted)
  let number = 2
  while (taken.has(`${stem} (${number})`)) number += 1
  return `${stem} (${number})`
}

/** A name without the number that {@link freeName} adds. */
export function stemOf(name: string): string {
  return name.replace(/(?<=\S) \(\d+\)$/, '')
}

/** The entry that changed last is first. Entries that changed at the same time are in the order of their names. */
export function inOrder(entries: readonly LibraryEntry[]): readonly LibraryEntry[] {
  return [...entries].sort(
    (a, b) => b.changed - a.changed || a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1),
  )
}

/** Entries whose name or document holds every word that was typed, in any case. */
export function matchingEntries(entries: readonly LibraryEntry[], typed: string): readonly LibraryEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries
  return entries.filter(({ name, text }) => {
    const all = `${name}\n${text}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}
