import { randomId } from '../ui/index.ts'
import { databaseStore, done, otherPages, resultOf } from './database.ts'
import { type Outdated, outdatedOf } from './described.ts'
import { isRecord } from './guards.ts'
import { encode, storedSession } from './kept.ts'
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

/** The database of earlier work. */
export const EARLIER_DATABASE = 'authz-playground-earlier'

/** The works by id. */
export const database = databaseStore(EARLIER_DATABASE, 'works')

/** Tells the other pages of the playground about each change. */
export const earlierElsewhere = otherPages(EARLIER_DATABASE)

/** Keeps own work that is about to be replaced. None of its functions rejects or throws. */
export interface EarlierKeeper {
  /** Keeps the work that something replaced on this page, where another piece of work begins. */
  replace(session: Session): void
  /** Keeps the work of a page that somebody leaves. Where the work goes on, its later state replaces this one. */
  leave(session: Session): void
  /** Keeps the work of another page. `outdated`: it was edited since its words came with it. */
  add(session: Session, outdated: Outdated | undefined): void
  /** Says that something is not kept, because it cannot be read. */
  refuse(): void
}

/** Keeps the own work of a page. `refused` is called, once, where the browser does not keep what is replaced. */
export function keepEarlier(refused: () => void): EarlierKeeper {
  let piece = randomId()
  let left: Session | undefined
  let hasRefused = false

  async function keep(id: string, session: Session, outdated?: Outdated): Promise<void> {
    if (isOwnWork(session)) await putEarlier({ id, at: Date.now(), text: earlierText(session, outdated) })
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
    refuse,
  }
}

/** Stores a piece of work, then removes what is over the bound. */
export async function putEarlier(work: EarlierWork): Promise<void> {
  await database('readwrite', (works) =>
    done(works, () => {
      works.put(work, work.id)
      // A page that is being closed waits for no result.
      works.transaction.commit()
      // Nor does it live to tell of one. What another page reads now, it reads after this transaction.
      earlierElsewhere.tell('changed')
    }),
  )
  await database('readwrite', async (works) => {
    const all = (await resultOf(works.getAll())).filter(isEarlierWork)
    const kept = new Set(withinBound(all))
    for (const one of all) if (!kept.has(one)) works.delete(one.id)
  })
}

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

/** A session as the text of a piece of earlier work. */
export function earlierText(session: Session, outdated = outdatedIn(session)): string {
  return encode({ start: storedSession(session), ...(outdated && { outdated }) })
}

function outdatedIn({ about, scenario }: Session): Outdated | undefined {
  return about && outdatedOf(about, scenario)
}

export function isEarlierWork(value: unknown): value is EarlierWork {
  if (!isRecord(value)) return false
  return typeof value.id === 'string' && typeof value.text === 'string' && Number.isFinite(value.at)
}
