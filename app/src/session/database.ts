import { createStore, type UseStore } from 'idb-keyval'

/** A database that does not answer within this time is blocked. Milliseconds. */
const PATIENCE = 5000

/**
 * One transaction with a store of a database. Rejects where the browser has no databases, denies access, or does not answer
 * within 5 s.
 */
export type Transact = <Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Result | PromiseLike<Result>,
) => Promise<Result>

/** A store in a database of this browser, which all its pages share. It is opened by the first transaction. */
export function databaseStore(database: string, store: string): Transact {
  let opened: UseStore | undefined
  return async (mode, act) => {
    opened ??= createStore(database, store)
    return await inTime(opened(mode, act))
  }
}

/** The pages of this browser that share a database. */
export interface OtherPages {
  /** Tells them of a change. */
  tell(change: string): void
  /** Calls the listener with each change that another page tells, until the returned function is called. */
  listen(listener: (change: string) => void): () => void
}

/** The other pages that share a database. A browser without broadcast channels sends and receives nothing. */
export function otherPages(database: string): OtherPages {
  let opened: BroadcastChannel | undefined
  const channel = (): BroadcastChannel | undefined => {
    if (typeof BroadcastChannel === 'function') opened ??= new BroadcastChannel(database)
    return opened
  }
  return {
    tell: (change) => channel()?.postMessage(change),
    listen(listener) {
      const heard = ({ data }: MessageEvent): void => listener(String(data))
      channel()?.addEventListener('message', heard)
      return () => channel()?.removeEventListener('message', heard)
    },
  }
}

/** The result of a request to a store. */
export function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/**
 * Resolves when a transaction is complete: all of it is kept, or nothing. A request that succeeds is not enough: where the browser
 * has no room left, it may find so when it commits, and abort the transaction.
 */
export function done({ transaction }: IDBObjectStore, act: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (): void => reject(transaction.error ?? new Error('the change was not kept'))
    transaction.oncomplete = () => resolve()
    transaction.onabort = failed
    transaction.onerror = failed
    act()
  })
}

function inTime<Value>(promise: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the database does not answer')), PATIENCE)
  })
  return Promise.race([promise, late])
}
