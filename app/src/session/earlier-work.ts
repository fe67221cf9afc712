import { randomId } from '../ui/index.ts'
import { databaseStore, otherPages, resultOf } from './database.ts'
import { type Outdated, outdatedOf } from './described.ts'
import { isRecord } from './guards.ts'
import { decode, encode, storedSession } from './kept.ts'
import { isOwnWork, type Session } from './session.ts'

/** Own work as it was before something replaced it. */
export interface EarlierWork {
  readonly id: string
  /** When it was kept. Milliseconds since 1970. */
  readonly at: number
  /** Its session, as `encode` writes it. */
  readonly text: string
}

/** The most pieces of earlier work that are kept. */
export const MOST_EARLIER = 30

/** The most that is kept of them together beside the newest, in UTF-16 code units. The newest is kept however long it is. */
export const LONGEST_EARLIER = 10_000_000

const DATABASE = 'authz-playground-earlier'

const database = databaseStore(DATABASE, 'works')
const pages = otherPages(DATABASE)

/** Keeps own work that is about to be replaced. None of its functions rejects or throws. */
export interface EarlierKeeper {
  /** Keeps the work that something replaced on this page, where another piece of work begins. */
  replace(session: Session): void
  /** Keeps the work of a page that somebody leaves. Where the work goes on, its later state replaces this one. */
  leave(session: Session): void
  /** Keeps the work of another page. `outdated`: it was edited since its words came with it. */
  add(session: Session, outdated: Outdated | undefined): void
}

/** Keeps the own work of a page. `refused` is called, once, where the browser does not keep what is replaced. */
export function keepEarlier(refused: () => void): EarlierKeeper {
  let piece = randomId()
  let left: Session | undefined
  let hasRefused = false

  async function keep(id: string, session: Session, outdated = outdatedIn(session)): Promise<void> {
    if (isOwnWork(session)) await put({ id, at: Date.now(), text: textOf(session, outdated) })
  }

  const refuse = (): void => {
    if (!hasRefused) refused()
    hasRefused = true
  }

  return {
    replace(session) {
      keep(piece, session).catch(refuse)
      piece = randomId()
    },
    leave(session) {
      if (left?.scenario === session.scenario && left.about === session.about && left.goals === session.goals) return
      left = session
      // Somebody who leaves reads no notice. What is replaced later is kept then once more.
      keep(piece, session).catch(() => undefined)
    },
    add: (session, outdated) => void keep(randomId(), session, outdated).catch(refuse),
  }
}

/** Stores a piece of work, then removes what is over the bound. */
async function put(work: EarlierWork): Promise<void> {
  await database('readwrite', (works) => {
    const stored = resultOf(works.put(work, work.id))
    // A page that is being closed waits for no result.
    works.transaction.commit()
    return stored
  })
  await database('readwrite', async (works) => {
    const all = (await resultOf(works.getAll())).filter(isEarlierWork)
    const kept = new Set(withinBound(all))
    for (const one of all) if (!kept.has(one)) works.delete(one.id)
  })
  pages.tell('changed')
}

/** All earlier work, the newest first. Rejects where it cannot be read. */
export async function readEarlier(): Promise<readonly EarlierWork[]> {
  const all = await database('readonly', (works) => resultOf(works.getAll()))
  return withinBound(all.filter(isEarlierWork))
}

/** Deletes a piece of earlier work. Rejects where the browser refuses. */
export async function deleteEarlier({ id }: EarlierWork): Promise<void> {
  await database('readwrite', (works) => resultOf(works.delete(id)))
  pages.tell('changed')
}

/** Keeps a piece of work again that was deleted. Rejects where the browser refuses. */
export const restoreEarlier: (work: EarlierWork) => Promise<void> = put

/** Calls the listener for every change by another page, until the returned function is called. */
export const onEarlierElsewhere: (listener: () => void) => () => void = pages.listen

/** The works that are kept, the newest first: of equal ones the newest, and no more than the bound. */
export function withinBound(works: readonly EarlierWork[]): readonly EarlierWork[] {
  const kept = new Map<string, EarlierWork>()
  let length = 0
  for (const work of [...works].sort((a, b) => b.at - a.at)) {
    if (kept.has(work.text)) continue
    if (kept.size === MOST_EARLIER) break
    const together = kept.size === 0 ? 0 : length + work.text.length
    if (together > LONGEST_EARLIER) continue
    length = together
    kept.set(work.text, work)
  }
  return [...kept.values()]
}

/** A piece of earlier work that this version of the page can read. */
export interface ReadWork {
  readonly work: EarlierWork
  readonly session: Session
  /** It was edited since its words came with it. */
  readonly outdated: Outdated | undefined
}

/** Reads pieces of earlier work. Those of a newer page are left out. */
export function readWorks(works: readonly EarlierWork[]): readonly ReadWork[] {
  return works.flatMap((work) => {
    const kept = decode(work.text)
    return kept !== undefined && 'start' in kept ? [{ work, session: kept.start, outdated: kept.outdated }] : []
  })
}

/** Whether a piece of earlier work is what a session is now. */
export function isPresentWork({ text }: EarlierWork, session: Session): boolean {
  return text === textOf(session, outdatedIn(session))
}

function textOf(session: Session, outdated: Outdated | undefined): string {
  return encode({ start: storedSession(session), ...(outdated && { outdated }) })
}

function outdatedIn({ about, scenario }: Session): Outdated | undefined {
  return about && outdatedOf(about, scenario)
}

function isEarlierWork(value: unknown): value is EarlierWork {
  if (!isRecord(value)) return false
  return typeof value.id === 'string' && typeof value.text === 'string' && Number.isFinite(value.at)
}
