import { createStore } from 'zustand/vanilla'
import { type Draft, type DraftStorage, isDraft } from './drafts.ts'
import {
  NO_TEXT_HISTORY,
  redoneTexts,
  rememberTexts,
  type TextHistory,
  type TextName,
  type Texts,
  undoneTexts,
} from './text-history.ts'

/** What an author writes. */
export interface DraftState {
  /** `opening`: the draft of this tab is read. `empty`: nothing is being written. */
  readonly phase: 'opening' | 'empty' | 'writing'
  readonly id: string
  readonly texts: Texts
  readonly history: TextHistory
  /** Where an editor should go, after a change that a button made; a new object for each. */
  readonly place: { readonly text: TextName; readonly start: number; readonly end: number } | undefined
}

/** What the store needs of the page. */
export interface DraftWorld {
  readonly storage: DraftStorage
  /** The memory of this tab, which outlives a reload: the id of its draft, and a text that the storage may not have yet. */
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

/** The texts that an author writes, their undo, and how they are kept in the browser. */
export class DraftStore {
  readonly store = createStore<DraftState>()(() => ({
    phase: 'opening',
    id: '',
    texts: NO_TEXTS,
    history: NO_TEXT_HISTORY,
    place: undefined,
  }))
  #title = ''
  /** The draft was begun or changed here. */
  #isWritten = false
  #timer: ReturnType<typeof setTimeout> | undefined
  /** How many drafts are on their way to the storage. */
  #onTheWay = 0
  #hasRefused = false
  #opening: Promise<void> | undefined
  /** The versions of the drafts that this page has kept or read. */
  readonly #versions = new Map<string, number>()
  /** Writes follow each other, so that each knows the version before it. */
  #writing: Promise<void> = Promise.resolve()
  /** The copies that this page writes in place of drafts that another page has. */
  readonly #copies = new Map<string, string>()

  constructor(readonly world: DraftWorld) {}

  /** Opens the draft of this tab, once. Never rejects. */
  open(): Promise<void> {
    this.#opening ??= this.#openNow()
    return this.#opening
  }

  async #openNow(): Promise<void> {
    const { tab, storage } = this.world
    const id = tab.read()
    const unsaved = tab.readUnsaved()
    const found = id === null ? undefined : await storage.get(id).catch(() => undefined)
    if (this.store.getState().phase !== 'opening') return
    if (isDraft(unsaved) && unsaved.id === id && (found === undefined || unsaved.at > found.at)) {
      this.#showDraft({ ...unsaved, version: found?.version ?? 0 })
      this.#keepSoon()
    } else if (found === undefined) this.store.setState({ phase: 'empty' })
    else this.#showDraft(found)
  }

  /** Begins a draft with these texts. */
  begin(texts: Texts): void {
    void this.flush()
    this.#title = ''
    this.#show(this.world.newId(), texts)
    this.#keepSoon()
  }

  /** Goes on with a draft that is kept. */
  async goOn(id: string): Promise<boolean> {
    await this.flush()
    const found = await this.world.storage.get(id).catch(() => undefined)
    if (found === undefined) return false
    this.#showDraft(found)
    return true
  }

  /** Puts the draft away. It stays kept. */
  async putAway(): Promise<void> {
    await this.flush()
    this.world.tab.write(null)
    this.store.setState({ phase: 'empty', id: '', texts: NO_TEXTS, history: NO_TEXT_HISTORY, place: undefined })
  }

  /** A keystroke in one of the texts. */
  type(name: TextName, text: string): void {
    const { texts } = this.store.getState()
    if (texts[name] !== text) this.#change({ ...texts, [name]: text }, name)
  }

  /** A change by a button. `at`: where the new part begins. */
  put(name: TextName, text: string, at: number): void {
    const { texts } = this.store.getState()
    this.#change({ ...texts, [name]: text }, undefined, { text: name, start: at, end: at })
  }

  /** Returns whether there was something to undo. */
  undo(): boolean {
    const { history, texts } = this.store.getState()
    return this.#step(undoneTexts(history, texts))
  }

  /** Returns whether there was something to redo. */
  redo(): boolean {
    const { history, texts } = this.store.getState()
    return this.#step(redoneTexts(history, texts))
  }

  /** Says which title the draft has, for the list of drafts. The draft may have been kept without it. */
  named(title: string): void {
    if (title === this.#title) return
    this.#title = title
    if (this.#isWritten && this.store.getState().phase === 'writing') this.#keepSoon()
  }

  /** Keeps now what waits to be kept. */
  flush(): Promise<void> {
    if (this.#timer === undefined) return this.#writing
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { id, texts, phase } = this.store.getState()
    const draft = { ...texts, id, title: this.#title, at: this.world.now() }
    if (phase !== 'writing') return this.#writing
    this.#onTheWay += 1
    this.#writing = this.#writing
      .then(() => this.#write(draft))
      .then(() => {
        this.#onTheWay -= 1
        if (this.#onTheWay === 0 && this.#timer === undefined) this.world.tab.writeUnsaved(undefined)
      })
    return this.#writing
  }

  /** Keeps now what waits, also where the page ends before the storage has it. */
  leave(): void {
    const { id, texts, phase } = this.store.getState()
    const isKept = this.#timer === undefined && this.#onTheWay === 0
    void this.flush()
    if (isKept || phase !== 'writing') return
    const version = this.#versions.get(id) ?? 0
    this.world.tab.writeUnsaved({ ...texts, id, title: this.#title, at: this.world.now(), version })
  }

  async #write(draft: Omit<Draft, 'version'>): Promise<void> {
    const { storage, tab } = this.world
    const id = this.#copies.get(draft.id) ?? draft.id
    const written = { ...draft, id }
    const version = (this.#versions.get(id) ?? 0) + 1
    try {
      const newer = await storage.keep({ ...written, version })
      this.#versions.set(id, version)
      if (newer === undefined) return
      // Both texts stay: this one becomes a draft of its own.
      const copy = this.world.newId()
      this.#copies.set(id, copy)
      this.#versions.set(copy, 1)
      if (this.store.getState().id === id) {
        this.store.setState({ id: copy })
        tab.write(copy)
        this.world.copied()
      }
      await storage.keep({ ...written, id: copy, version: 1 })
    } catch {
      if (!this.#hasRefused) this.world.refused()
      this.#hasRefused = true
    }
  }

  #keepSoon(): void {
    this.#isWritten = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), PAUSE)
  }

  #show(id: string, { course, plays }: Texts): void {
    this.world.tab.write(id)
    this.store.setState({
      phase: 'writing',
      id,
      texts: { course, plays },
      history: NO_TEXT_HISTORY,
      place: undefined,
    })
  }

  #showDraft(draft: Draft): void {
    this.#copies.delete(draft.id)
    this.#versions.set(draft.id, draft.version)
    this.#title = draft.title
    this.#isWritten = false
    this.#show(draft.id, draft)
  }

  #change(texts: Texts, typed: TextName | undefined, place?: DraftState['place']): void {
    const { texts: left, history } = this.store.getState()
    this.store.setState({ texts, history: rememberTexts(history, left, typed, this.world.now()), place })
    this.#keepSoon()
  }

  #step(reached: ReturnType<typeof undoneTexts>): boolean {
    if (reached === undefined) return false
    const [texts, history] = reached
    this.store.setState({ texts, history, place: undefined })
    this.#keepSoon()
    return true
  }
}
