import { databaseStore, otherPages, resultOf } from '../../session/index.ts'
import type { Texts } from './text-history.ts'

/** A course that somebody writes in this browser. */
export interface Draft extends Texts {
  readonly id: string
  /** Its title when it was kept last, for the list of drafts. */
  readonly title: string
  /** Counts up each time that it is kept, so that two pages do not overwrite each other. */
  readonly version: number
  /** When it was kept last. Milliseconds since 1970. */
  readonly at: number
}

/** Where drafts are kept. Each function rejects where the browser refuses. */
export interface DraftStorage {
  /** The one that was kept last is first. */
  all(): Promise<readonly Draft[]>
  get(id: string): Promise<Draft | undefined>
  /**
   * Keeps a draft in place of the version before it. Gives what is there instead where another page has kept it since; then
   * nothing is changed.
   */
  keep(draft: Draft): Promise<Draft | undefined>
  remove(id: string): Promise<void>
}

/** The drafts that all pages of this browser share. */
export interface SharedDrafts extends DraftStorage {
  /** Calls the listener when another page changes a draft, until the returned function is called. */
  onChange(listener: () => void): () => void
}

const DATABASE = 'authz-playground-author'
const STORE = 'drafts'

/** The drafts in a database of this browser, which all its pages share. */
export function databaseDrafts(): SharedDrafts {
  const drafts = databaseStore(DATABASE, STORE)
  const pages = otherPages(DATABASE)
  return {
    async all() {
      const found: readonly unknown[] = await drafts('readonly', (store) => resultOf(store.getAll()))
      return found.filter(isDraft).sort((a, b) => b.at - a.at)
    },
    async get(id) {
      const found: unknown = await drafts('readonly', (store) => resultOf(store.get(id)))
      return isDraft(found) ? found : undefined
    },
    async keep(draft) {
      const newer = await drafts('readwrite', (store) => keptIn(store, draft))
      if (newer === undefined) pages.tell('changed')
      return newer
    },
    async remove(id) {
      await drafts('readwrite', (store) => resultOf(store.delete(id)))
      pages.tell('changed')
    },
    onChange: pages.listen,
  }
}

function keptIn(store: IDBObjectStore, draft: Draft): Promise<Draft | undefined> {
  const { transaction } = store
  return new Promise((resolve, reject) => {
    let newer: Draft | undefined
    const read = store.get(draft.id)
    read.onsuccess = () => {
      const before: unknown = read.result
      if (isDraft(before) && before.version >= draft.version) newer = before
      else store.put(draft, draft.id)
    }
    const failed = (): void => reject(transaction.error ?? new Error('the draft was not kept'))
    transaction.oncomplete = () => resolve(newer)
    transaction.onabort = failed
    transaction.onerror = failed
  })
}

/** Whether a value of the database, from any version of the page, is a draft. */
export function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  const { id, title, course, plays, version, at } = value as Readonly<Record<string, unknown>>
  return (
    [id, title, course, plays].every((text) => typeof text === 'string') &&
    [version, at].every((number) => Number.isFinite(number))
  )
}
