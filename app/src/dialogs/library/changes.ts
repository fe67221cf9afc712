import { freeName, type Incoming, type LibraryEntry, stemOf } from '../../worker/index.ts'

/** The library after a change, and the result of the change. */
export interface Changed<Result> {
  readonly entries: readonly LibraryEntry[]
  readonly result: Result
}

/** The inputs of a change that are not pure. */
export interface Making {
  /** Milliseconds since 1970. */
  readonly now: number
  /** A new id each time. */
  newId(): string
}

/**
 * `kept`: it was saved; `before` is the entry that it replaced.
 *
 * `same`: an equal entry was there already.
 *
 * `taken`: another scenario has that name; nothing was changed.
 */
export type Saved =
  | { readonly kind: 'kept'; readonly entry: LibraryEntry; readonly before?: LibraryEntry }
  | { readonly kind: 'same' | 'taken'; readonly entry: LibraryEntry }

/**
 * Saves a scenario under a name. A taken name is replaced only where `seen` is the present entry, because another page
 * may have changed it since.
 */
export function saved(
  entries: readonly LibraryEntry[],
  { name, text }: Pick<LibraryEntry, 'name' | 'text'>,
  seen: LibraryEntry | undefined,
  { now, newId }: Making,
): Changed<Saved> {
  const there = entries.find((one) => one.name === name)
  if (there === undefined) {
    const entry = { id: newId(), name, text, changed: now, revision: 1 }
    return { entries: [...entries, entry], result: { kind: 'kept', entry } }
  }
  if (there.text === text) return { entries, result: { kind: 'same', entry: there } }
  if (seen?.id !== there.id || seen.revision !== there.revision) {
    return { entries, result: { kind: 'taken', entry: there } }
  }
  const entry = { ...there, text, changed: now, revision: there.revision + 1 }
  return { entries: replaced(entries, entry), result: { kind: 'kept', entry, before: there } }
}

/** `gone`: another page has deleted it. */
export type Renamed = 'renamed' | 'taken' | 'gone'

export function renamed(
  entries: readonly LibraryEntry[],
  { id }: LibraryEntry,
  name: string,
  { now }: Pick<Making, 'now'>,
): Changed<Renamed> {
  const there = entries.find((one) => one.id === id)
  if (there === undefined) return { entries, result: 'gone' }
  if (there.name === name) return { entries, result: 'renamed' }
  if (entries.some((one) => one.name === name)) return { entries, result: 'taken' }
  return {
    entries: replaced(entries, { ...there, name, changed: now, revision: there.revision + 1 }),
    result: 'renamed',
  }
}

/** Adds a copy of an entry under the next free name. */
export function duplicated(
  entries: readonly LibraryEntry[],
  { name, text }: LibraryEntry,
  { now, newId }: Making,
): Changed<LibraryEntry> {
  const entry = { id: newId(), name: freeName(name, entries), text, changed: now, revision: 1 }
  return { entries: [...entries, entry], result: entry }
}

/** Removes an entry. The result is the removed entry in its latest state, which may be from another page. */
export function removed(entries: readonly LibraryEntry[], { id }: LibraryEntry): Changed<LibraryEntry | undefined> {
  return { entries: entries.filter((one) => one.id !== id), result: entries.find((one) => one.id === id) }
}

/**
 * Restores a deleted or replaced entry. An entry that has taken its name since stays, and the restored one gets another
 * name. Only `instead` is replaced by it, unless somebody has changed that.
 */
export function restored(
  entries: readonly LibraryEntry[],
  entry: LibraryEntry,
  instead: LibraryEntry | undefined,
  { newId }: Pick<Making, 'newId'>,
): Changed<LibraryEntry> {
  const yields = (one: LibraryEntry): boolean => one.id === instead?.id && one.revision === instead.revision
  const others = entries.filter((one) => !yields(one))
  const id = others.some((one) => one.id === entry.id) ? newId() : entry.id
  const revision = Math.max(entry.revision, instead?.revision ?? 0) + 1
  const back = { ...entry, id, name: freeName(entry.name, others), revision }
  return { entries: [...others, back], result: back }
}

export interface Merged {
  /** Their names in the library. */
  readonly added: readonly string[]
  /** Entries that got a new name, because another scenario has theirs. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
  /** Entries that were in the library already, under their name or with a number after it. */
  readonly same: readonly string[]
}

/** Adds scenarios from files. Present entries never change: a different scenario with a taken name gets a new name. */
export function merged(
  entries: readonly LibraryEntry[],
  incoming: readonly Incoming[],
  { now, newId }: Making,
): Changed<Merged> {
  const all = [...entries]
  const added: string[] = []
  const renamed: { from: string; to: string }[] = []
  const same: string[] = []
  for (const { name, text } of incoming) {
    const stem = stemOf(name)
    const known = all.find((one) => one.text === text && (one.name === name || stemOf(one.name) === stem))
    if (known !== undefined) {
      same.push(known.name)
      continue
    }
    const to = freeName(name, all)
    all.push({ id: newId(), name: to, text, changed: now, revision: 1 })
    if (to === name) added.push(name)
    else renamed.push({ from: name, to })
  }
  return { entries: all, result: { added, renamed, same } }
}

function replaced(entries: readonly LibraryEntry[], entry: LibraryEntry): readonly LibraryEntry[] {
  return entries.map((one) => (one.id === entry.id ? entry : one))
}
