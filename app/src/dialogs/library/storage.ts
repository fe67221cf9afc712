import { databaseStore, otherPages, resultOf } from '../../session/index.ts'
import { isEntry, type LibraryEntry } from '../../worker/index.ts'
import type { Changed } from './changes.ts'

const DATABASE = 'authz-playground-library'
const SCENARIOS = 'scenarios'

const library = databaseStore(DATABASE, SCENARIOS)
const pages = otherPages(DATABASE)

/** All entries, unordered. Rejects where they cannot be read. */
export async function readEntries(): Promise<readonly LibraryEntry[]> {
  const all = await library('readonly', (scenarios) => resultOf(scenarios.getAll()))
  return all.filter(isEntry)
}

/**
 * Changes the library in one transaction: no other page changes it between the argument of `change` and its result. All
 * of the result is stored, or nothing. Rejects where it was not stored.
 */
export async function changeEntries<Result>(
  change: (before: readonly LibraryEntry[]) => Changed<Result>,
): Promise<Changed<Result>> {
  const kept = await library('readwrite', (scenarios) => withinTransaction(scenarios, change))
  pages.tell('changed')
  return kept
}

function withinTransaction<Result>(
  scenarios: IDBObjectStore,
  change: (before: readonly LibraryEntry[]) => Changed<Result>,
): Promise<Changed<Result>> {
  const { transaction } = scenarios
  return new Promise((resolve, reject) => {
    let after: Changed<Result> | undefined
    const all = scenarios.getAll()
    all.onsuccess = () => {
      try {
        const before = (all.result as readonly unknown[]).filter(isEntry)
        after = change(before)
        const left = new Set(after.entries.map(({ id }) => id))
        for (const { id } of before) if (!left.has(id)) scenarios.delete(id)
        for (const entry of after.entries) if (!before.includes(entry)) scenarios.put(entry, entry.id)
      } catch (error) {
        reject(error)
        transaction.abort()
      }
    }
    transaction.oncomplete = () => after && resolve(after)
    transaction.onabort = () => reject(transaction.error ?? new Error('the change was not kept'))
    transaction.onerror = () => reject(transaction.error ?? new Error('the change was not kept'))
  })
}

/** Calls the listener for every change by another page, until the returned function is called. */
export const onChangeElsewhere: (listener: () => void) => () => void = pages.listen
