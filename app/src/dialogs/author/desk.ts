import { createStore } from 'zustand/vanilla'
import { type Draft, type DraftShelf, isDraft } from './drafts.ts'
import {
  NO_TEXT_HISTORY,
  redoneTexts,
  rememberTexts,
  type TextHistory,
  type TextName,
  type Texts,
  undoneTexts,
} from './texts.ts'

/** What an author has before them. */
export interface DeskState {
  /** `opening`: the draft of this tab is read. `empty`: nothing is being written. */
  readonly phase: 'opening' | 'empty' | 'writing'
  readonly id: string
  readonly texts: Texts
  readonly history: TextHistory
  /** Where an editor should go, after a change that a button made; a new object for each. */
  readonly place: { readonly text: TextName; readonly start: number; readonly end: number } | undefined
}

/** What the desk needs of the page. */
export interface DeskWorld {
  readonly shelf: DraftShelf
  /** The memory of this tab, which outlives a reload: the id of its draft, and a text that the shelf may not have yet. */
  readonly tab: {
    read(): string | null
    write(id: string | null): void
    /** Undefined where there is none. */
    readUnsaved(): unknown
    /** Undefined forgets it. */
    writeUnsaved(draft: Draft | undefined): void
  }
  /** A new id. */
  newId(): string
  /** Milliseconds since 1970. */
  now(): number
  /** Called once, when the browser does not keep what is written. */
  refused(): void
  /** Called when another page wrote on the same draft, and this page now writes a copy. */
  copied(): void
}

/** The pause after a keystroke before it is kept. Milliseconds. */
const PAUSE = 300

const NO_TEXTS: Texts = { course: '', plays: '' }

export type Desk = ReturnType<typeof createDesk>

/** Makes the desk of an author: the texts that are written, their undo, and how they are kept in the browser. */
export function createDesk({ shelf, tab, newId, now, refused, copied }: DeskWorld) {
  const store = createStore<DeskState>()(() => ({
    phase: 'opening',
    id: '',
    texts: NO_TEXTS,
    history: NO_TEXT_HISTORY,
    place: undefined,
  }))
  const { getState: get, setState: set } = store
  let title = ''
  /** The draft was begun or changed here. */
  let isWritten = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The drafts that are on their way to the shelf. */
  let onTheWay = 0
  let hasRefused = false
  let opening: Promise<void> | undefined
  /** The versions of the drafts that this page has kept or read. */
  const versions = new Map<string, number>()
  /** Writes follow each other, so that each knows the version before it. */
  let writing: Promise<void> = Promise.resolve()

  /** The copies that this page writes in place of drafts that another page has. */
  const copies = new Map<string, string>()

  async function write(draft: Omit<Draft, 'version'>): Promise<void> {
    const id = copies.get(draft.id) ?? draft.id
    const written = { ...draft, id }
    const version = (versions.get(id) ?? 0) + 1
    try {
      const newer = await shelf.keep({ ...written, version })
      versions.set(id, version)
      if (newer === undefined) return
      // Both texts stay: this one becomes a draft of its own.
      const copy = newId()
      copies.set(id, copy)
      versions.set(copy, 1)
      if (get().id === id) {
        set({ id: copy })
        tab.write(copy)
        copied()
      }
      await shelf.keep({ ...written, id: copy, version: 1 })
    } catch {
      if (!hasRefused) refused()
      hasRefused = true
    }
  }

  /** Keeps now what waits to be kept. */
  function flush(): Promise<void> {
    if (timer === undefined) return writing
    clearTimeout(timer)
    timer = undefined
    const { id, texts, phase } = get()
    const written = { ...texts, id, title, at: now() }
    if (phase !== 'writing') return writing
    onTheWay += 1
    writing = writing
      .then(() => write(written))
      .then(() => {
        onTheWay -= 1
        if (onTheWay === 0 && timer === undefined) tab.writeUnsaved(undefined)
      })
    return writing
  }

  /** Keeps now what waits, also where the page ends before the shelf has it. */
  function leave(): void {
    const { id, texts, phase } = get()
    const isKept = timer === undefined && onTheWay === 0
    void flush()
    if (!isKept && phase === 'writing')
      tab.writeUnsaved({ ...texts, id, title, at: now(), version: versions.get(id) ?? 0 })
  }

  function keepSoon(): void {
    isWritten = true
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), PAUSE)
  }

  function show(id: string, { course, plays }: Texts): void {
    tab.write(id)
    set({ phase: 'writing', id, texts: { course, plays }, history: NO_TEXT_HISTORY, place: undefined })
  }

  function showDraft(draft: Draft): void {
    copies.delete(draft.id)
    versions.set(draft.id, draft.version)
    title = draft.title
    isWritten = false
    show(draft.id, draft)
  }

  function change(texts: Texts, typed: TextName | undefined, place?: DeskState['place']): void {
    const { texts: left, history } = get()
    set({ texts, history: rememberTexts(history, left, typed, now()), place })
    keepSoon()
  }

  function step(taken: ReturnType<typeof undoneTexts>): boolean {
    if (taken === undefined) return false
    const [texts, history] = taken
    set({ texts, history, place: undefined })
    keepSoon()
    return true
  }

  return {
    store,
    flush,
    leave,

    /** Opens the draft of this tab, once. Never rejects. */
    open(): Promise<void> {
      opening ??= (async () => {
        const id = tab.read()
        const unsaved = tab.readUnsaved()
        const found = id === null ? undefined : await shelf.get(id).catch(() => undefined)
        if (get().phase !== 'opening') return
        if (isDraft(unsaved) && unsaved.id === id && (found === undefined || unsaved.at > found.at)) {
          showDraft({ ...unsaved, version: found?.version ?? 0 })
          keepSoon()
        } else if (found === undefined) set({ phase: 'empty' })
        else showDraft(found)
      })()
      return opening
    },

    /** Begins a draft with these texts. */
    begin(texts: Texts): void {
      void flush()
      title = ''
      show(newId(), texts)
      keepSoon()
    },

    /** Goes on with a draft that is kept. */
    async goOn(id: string): Promise<boolean> {
      await flush()
      const found = await shelf.get(id).catch(() => undefined)
      if (found === undefined) return false
      showDraft(found)
      return true
    },

    /** Puts the draft away. It stays kept. */
    async putAway(): Promise<void> {
      await flush()
      tab.write(null)
      set({ phase: 'empty', id: '', texts: NO_TEXTS, history: NO_TEXT_HISTORY, place: undefined })
    },

    /** A keystroke in one of the texts. */
    type(name: TextName, text: string): void {
      const { texts } = get()
      if (texts[name] !== text) change({ ...texts, [name]: text }, name)
    },

    /** A change by a button. `at`: where the new part begins. */
    put(name: TextName, text: string, at: number): void {
      change({ ...get().texts, [name]: text }, undefined, { text: name, start: at, end: at })
    },

    /** Returns whether there was something to undo. */
    undo: (): boolean => step(undoneTexts(get().history, get().texts)),
    /** Returns whether there was something to redo. */
    redo: (): boolean => step(redoneTexts(get().history, get().texts)),

    /** Says which title the draft has, for the list of drafts. The draft may have been kept without it. */
    named(name: string): void {
      if (name === title) return
      title = name
      if (isWritten && get().phase === 'writing') keepSoon()
    },
  }
}
