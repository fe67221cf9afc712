import { create } from 'zustand'
import { randomId } from '../../ui/index.ts'
import { type Incoming, inOrder, type LibraryEntry } from '../../worker/index.ts'
import {
  type Changed,
  duplicated,
  type Making,
  type Merged,
  merged,
  type Renamed,
  removed,
  renamed,
  restored,
  type Saved,
  saved,
} from './changes.ts'
import { changeEntries, onChangeElsewhere, readEntries } from './storage.ts'

/** The state of the library on the page. */
interface Library {
  /** `refused`: the browser stores nothing, or denies access. */
  readonly state: 'loading' | 'here' | 'refused'
  /** The entry that changed last is first. */
  readonly entries: readonly LibraryEntry[]
  /** The entries that were deleted on this page. They can be restored while it is open. */
  readonly deleted: readonly LibraryEntry[]
  /** The last problem, in a sentence. */
  readonly problem: string | undefined
}

export const useLibrary = create<Library>()(() => ({
  state: 'loading',
  entries: [],
  deleted: [],
  problem: undefined,
}))

const { setState: set, getState: get } = useLibrary

const NO_ROOM =
  'This browser has no room left for it, so nothing was changed. Export the library, and delete what you do not need.'
const NOT_CHANGED =
  'This browser did not keep the change, so nothing was changed. Save the scenario as a file, in Share.'

/** Reads the library, and again when another page changes it, until the returned function is called. */
export function follow(): () => void {
  void refresh()
  return onChangeElsewhere(() => void refresh())
}

async function refresh(): Promise<void> {
  try {
    show(await readEntries())
  } catch {
    if (get().state === 'loading') set({ state: 'refused' })
  }
}

function show(entries: readonly LibraryEntry[]): void {
  set({ state: 'here', entries: inOrder(entries) })
}

const making = (): Making => ({ now: Date.now(), newId: () => randomId() })

/** Changes the library; undefined where the browser refused it. `problem` then says why. */
async function make<Result>(change: (before: readonly LibraryEntry[]) => Changed<Result>): Promise<Result | undefined> {
  try {
    const { entries, result } = await changeEntries(change)
    show(entries)
    set({ problem: undefined })
    return result
  } catch (error) {
    const full = error instanceof DOMException && error.name === 'QuotaExceededError'
    set({ problem: full ? NO_ROOM : NOT_CHANGED })
    return undefined
  }
}

/** See {@link saved}. */
export function save(scenario: Incoming, seen?: LibraryEntry): Promise<Saved | undefined> {
  return make((before) => saved(before, scenario, seen, making()))
}

export function rename(entry: LibraryEntry, name: string): Promise<Renamed | undefined> {
  return make((before) => renamed(before, entry, name, making()))
}

export function duplicate(entry: LibraryEntry): Promise<LibraryEntry | undefined> {
  return make((before) => duplicated(before, entry, making()))
}

export async function remove(entry: LibraryEntry): Promise<void> {
  const gone = await make((before) => removed(before, entry))
  if (gone !== undefined) set({ deleted: [...get().deleted, gone] })
}

/** Restores a deleted entry. */
export async function bringBack(entry: LibraryEntry): Promise<LibraryEntry | undefined> {
  const back = await make((before) => restored(before, entry, undefined, making()))
  if (back !== undefined) set({ deleted: get().deleted.filter(({ id }) => id !== entry.id) })
  return back
}

/** Restores a replaced entry. */
export function takeBack(before: LibraryEntry, replacement: LibraryEntry): Promise<LibraryEntry | undefined> {
  return make((entries) => restored(entries, before, replacement, making()))
}

export function takeIn(incoming: readonly Incoming[]): Promise<Merged | undefined> {
  return make((before) => merged(before, incoming, making()))
}
