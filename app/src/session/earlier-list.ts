import { done, resultOf } from './database.ts'
import { type Outdated, outdates } from './described.ts'
import {
  database,
  type EarlierWork,
  earlierElsewhere,
  earlierText,
  isEarlierWork,
  putEarlier,
  withinBound,
} from './earlier-work.ts'
import { decode } from './kept.ts'
import { reopen } from './opening.ts'
import type { Session } from './session.ts'

/** All earlier work, the newest first. Rejects where it cannot be read. */
export async function readEarlier(): Promise<readonly EarlierWork[]> {
  const all = await database('readonly', (works) => resultOf(works.getAll()))
  return withinBound(all.filter(isEarlierWork))
}

/** Deletes a piece of earlier work. Rejects where the browser refuses. */
export async function deleteEarlier({ id }: EarlierWork): Promise<void> {
  await database('readwrite', (works) => done(works, () => works.delete(id)))
  earlierElsewhere.tell('changed')
}

/** Keeps a piece of work again that was deleted. Rejects where the browser refuses. */
export const restoreEarlier: (work: EarlierWork) => Promise<void> = putEarlier

/** Calls the listener where another page keeps, deletes or restores something, until the returned function is called. */
export const onEarlierElsewhere: (listener: () => void) => () => void = earlierElsewhere.listen

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
  return text === earlierText(session)
}

/** Opens earlier work. One step of undo goes back. */
export function openEarlier({ session, outdated }: ReadWork): void {
  if (outdated && session.about) outdates(session.about, outdated)
  reopen(session)
}
