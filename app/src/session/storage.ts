import { delMany, entries, get, keys, set } from 'idb-keyval'
import type { StoreApi } from 'zustand/vanilla'
import { randomId } from '../ui/index.ts'
import { databaseStore } from './database.ts'
import { type Outdated, outdatedOf } from './described.ts'
import { type EarlierKeeper, keepEarlier } from './earlier-work.ts'
import { decode, encode, sessionIn, storedSession } from './kept.ts'
import { OTHER_TEXTS } from './places.ts'
import { sequenceOf } from './sequence.ts'
import { type Session, sessionOf } from './session.ts'
import type { PlaygroundState } from './store/state.ts'
import { wasReloaded } from './view-memory.ts'

/**
 * The key of the stored session. `sessionStorage` has that of this tab: it outlives a reload and a restart of the
 * browser, and ends with the tab. `localStorage` has the newest one that a person has worked on: a new tab starts from
 * it. Other rooms use the same prefix for their settings (theme, sizes).
 */
const KEY = 'authz-playground/scenario'

/** Longer scenarios go to IndexedDB: `localStorage` has room for 5 million characters, and writing blocks the page. */
const SMALL = 500_000

/**
 * The most large scenarios that are kept, the newest: each tab has one, and no event says that a tab is closed for
 * good.
 */
const MOST_LARGE = 8

/** The database of large scenarios, which is the default one of `idb-keyval`. A transaction that does not end in time is refused. */
const large = databaseStore('keyval-store', 'keyval')

/** The pause after an edit before it is stored. Milliseconds. */
const PAUSE = 300

/** The longest wait for stored data at the start. Milliseconds. */
const PATIENCE = 2000

/** The longest wait for stored data that nobody waits for. Milliseconds. */
const LONG_PATIENCE = 10_000

const NOT_KEPT =
  'This browser does not let the page keep your edits: they will be gone when it is reloaded. Copy what you need before.'
const NOT_EARLIER =
  'This browser does not let the page keep your earlier work: what you replace is gone once the page is closed. Save it as a file, in Share.'
const NOT_READ = 'The scenario from your last visit could not be read, so the first example is shown.'
const NOT_READ_YET =
  'The browser did not give the scenario from your last visit in time, so the first example is shown. Reload the page to try again. What you edit now does not replace it: it goes to your earlier work.'

interface Restored {
  readonly start: Session | undefined
  /** It is the memory of this tab, not that of the newest one. */
  readonly ownTab?: boolean
  /** It was not decided in time when a page had it last. */
  readonly undecided?: boolean
  /** Its scenario had been edited since these words came with it. */
  readonly outdated?: Outdated
  /** Why the stored session could not be restored, in words. */
  readonly notice?: string
  /** The stored text of a session that the browser did not give in time. */
  readonly late?: string
}

/** The session of this tab; in a new tab the newest one. Never rejects. */
export async function restore(): Promise<Restored> {
  try {
    const own = await read(sessionStorage.getItem(KEY))
    notGiven = own?.late
    if (own !== undefined) return { ...own, ownTab: own.start !== undefined }
    const newest = localStorage.getItem(KEY)
    const found = await read(newest)
    notGiven = found?.late
    // From here on this tab has its own memory: another tab may change the newest one.
    if (found?.start !== undefined && newest !== null) sessionStorage.setItem(KEY, newest)
    return found ?? { start: undefined }
  } catch {
    // Storage does not work here. `keep` says so when there is something to lose.
    return { start: undefined }
  }
}

async function read(text: string | null, patience = PATIENCE): Promise<Restored | undefined> {
  if (text === null) return undefined
  const kept = decode(text)
  const marks = { undecided: kept?.undecided === true, ...(kept?.outdated && { outdated: kept.outdated }) }
  if (kept !== undefined && 'start' in kept) return { start: kept.start, ...marks }
  const start = kept && (await inTime<unknown>(get(keyOf(kept.elsewhere), large), patience))
  if (start === LATE) return { start: undefined, notice: NOT_READ_YET, late: text }
  const found = isLarge(start) ? start.start : start
  const session = sessionIn(found)
  return session === undefined ? { start: session, notice: NOT_READ } : { start: session, ...marks }
}

/** The stored text of a session that the browser did not give in time, until something else is stored in its place. */
let notGiven: string | undefined

/**
 * The key of the hashes that the stored session of this tab is at least as new as: first the one that the page has written for it,
 * empty where it has not yet, then those that were the address before.
 */
const ADDRESS = 'authz-playground/address'

/** How many hashes are kept. A page that is reloaded while its address changes arrives by one of the last two or three. */
const MOST_ADDRESSES = 3

/**
 * Stores the hash that the page has written for its session. A page that is reloaded at that moment may still arrive by a hash
 * before it, also where an entry of the browser's history has been added.
 */
export function keepAddress(hash: string): void {
  storeAddresses((own) => [hash, ...own])
}

/** Forgets all but the last hash: somebody goes to an entry of the history whose session is not stored yet. */
export function forgetEarlierAddresses(): void {
  storeAddresses((own) => own.slice(0, 1))
}

/** The hash of a link whose scenario has been opened, and is not stored yet. */
let arrivedBy: string | undefined

/** Stores that this tab has the scenario of a link, once the scenario is stored: a reload then keeps what was edited since. */
export function keepWithScenario(hash: string): void {
  arrivedBy = hash
  storeAddresses(() => [])
}

function storeAddresses(change: (own: readonly string[]) => readonly string[]): void {
  try {
    sessionStorage.setItem(ADDRESS, [...new Set(change(ownAddresses()))].slice(0, MOST_ADDRESSES).join('\n'))
  } catch {
    // Then a hash counts as a link that is followed.
  }
}

function ownAddresses(): readonly string[] {
  return sessionStorage.getItem(ADDRESS)?.split('\n') ?? []
}

/**
 * Whether the stored session of this tab is at least as new as the hash by which the page was opened. Only a reload arrives by the
 * hash before the last: by any other way it is a link that somebody follows once more.
 */
export function isOwnAddress(hash: string): boolean {
  try {
    const [last, ...before] = ownAddresses()
    return hash === last || (wasReloaded() && before.includes(hash))
  } catch {
    return false
  }
}

/**
 * Stores every change of the scenario after a pause, at the latest when the page is left. Stores at once that it is not
 * decided in time. Own work is kept as earlier work when something replaces it, and when the page is hidden. `say` is called,
 * once, when the browser refuses.
 */
export function keep(playground: StoreApi<PlaygroundState>, say: (notice: string) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let refused = false
  const tab: WritingTab = { id: randomId(), writes: 0 }
  const earlier = keepEarlier(() => say(NOT_EARLIER))
  const newest = new NewestSession(earlier)

  async function attempt(write: () => void | Promise<void>): Promise<void> {
    try {
      await write()
    } catch {
      if (!refused) say(NOT_KEPT)
      refused = true
    }
  }

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    void attempt(() => writeDown(playground.getState(), tab, newest))
  }

  const flush = (): void => {
    if (timer !== undefined) write()
    earlier.leave(sessionOf(playground.getState()))
  }

  playground.subscribe((now, before) => {
    if (before.answer === undefined && now.answer !== undefined) writeFirst(now, tab)
    if (now.replaced !== before.replaced && now.replaced !== undefined) earlier.replace(now.replaced)
    const parts = ['scenario', 'exampleId', 'about', 'goals', 'lesson'] as const
    if (parts.some((part) => now[part] !== before[part])) {
      clearTimeout(timer)
      timer = setTimeout(write, PAUSE)
    } else if (isUndecided(now) !== isUndecided(before)) void attempt(() => mark(isUndecided(now), newest))
  })
  addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })
}

/** Deciding takes long, or the scenario is not decided. */
function isUndecided({ slow, notDecided }: PlaygroundState): boolean {
  return slow || notDecided !== undefined
}

/** Gives the tab its own memory before anybody edits, if it has none. Where the browser refuses, nothing is lost yet. */
function writeFirst(now: PlaygroundState, tab: WritingTab): void {
  try {
    // What the browser did not give in time may be there after a reload.
    if (sessionStorage.getItem(KEY) === null && notGiven === undefined) writeDown(now, tab).catch(() => undefined)
  } catch {
    // `keep` says so when there is something to lose.
  }
}

/** A tab that writes. */
interface WritingTab {
  /** The id of its large scenario. */
  readonly id: string
  /** How many states it began to write. */
  writes: number
}

/** `newest`: also as the session that a new tab starts from. */
async function writeDown(now: PlaygroundState, tab: WritingTab, newest?: NewestSession): Promise<void> {
  const { scenario, about, fromLink, lesson } = now
  const start = storedSession(now)
  const small = lengthOf(start) <= SMALL
  tab.writes += 1
  const own = tab.writes
  // Written first: a page that is left in between still finds the scenario from before.
  if (!small) await putLarge(tab.id, start)
  // A later state is being written, or is written already because it is small.
  if (own !== tab.writes) return
  const outdated = about && outdatedOf(about, scenario)
  const text = encode({
    ...(small ? { start } : { elsewhere: tab.id }),
    ...(isUndecided(now) && { undecided: true }),
    ...(outdated && { outdated }),
  })
  sessionStorage.setItem(KEY, text)
  const late = notGiven
  notGiven = undefined
  if (late !== undefined) newest?.replaceLate(late)
  const link = arrivedBy
  arrivedBy = undefined
  if (link !== undefined) storeAddresses(([written = '', ...before]) => [written, link, ...before])
  // A scenario that came by a link is stored for this tab only, until somebody changes it: a link must not replace a
  // person's work. That of a lesson is kept by its course.
  if (!fromLink && lesson === undefined) newest?.write(text)
}

/**
 * Stores whether the scenario of this tab was decided, and the same for the newest session where it is the same one.
 */
function mark(undecided: boolean, newest: NewestSession): void {
  // The page shows another scenario than the stored one.
  if (notGiven !== undefined) return
  const stored = localStorage.getItem(KEY)
  const text = sessionStorage.getItem(KEY) ?? stored
  const kept = text === null ? undefined : decode(text)
  if (kept === undefined) return
  const marked = encode({ ...kept, undecided })
  sessionStorage.setItem(KEY, marked)
  if (stored !== null && stored === text) newest.write(marked, stored)
}

/** The session that a new tab starts from. All tabs of the browser write it. */
class NewestSession {
  /** What this tab has written, or has itself. */
  #known = sameInBoth()

  constructor(readonly earlier: EarlierKeeper) {}

  /** Stores a session. The one of another tab, which it replaces, becomes earlier work. `known`: another text that is this one. */
  write(text: string, known = this.#known): void {
    const there = localStorage.getItem(KEY)
    localStorage.setItem(KEY, text)
    this.#known = text
    if (there !== null && there !== known) void this.#keep(there)
  }

  /** What the browser did not give in time, and something else is stored in the place of, becomes earlier work. */
  replaceLate(text: string): void {
    this.#known = text
    void this.#keep(text)
  }

  async #keep(there: string): Promise<void> {
    const kept = await read(there, LONG_PATIENCE).catch(() => undefined)
    if (kept?.start !== undefined) this.earlier.add(kept.start, kept.outdated)
    else this.earlier.refuse()
  }
}

/** The text of this tab where it is the newest one as well. */
function sameInBoth(): string | undefined {
  try {
    const own = sessionStorage.getItem(KEY) ?? undefined
    return own === localStorage.getItem(KEY) ? own : undefined
  } catch {
    // Where storage does not work, nothing is replaced.
    return undefined
  }
}

function lengthOf({ scenario, goals = [] }: Session): number {
  const beside = OTHER_TEXTS.map((text) => scenario[text] ?? '')
  const requests = sequenceOf(scenario).requests.map(({ request }) => request.text)
  return [scenario.policy, ...beside, ...requests, ...goals].reduce((sum, { length }) => sum + length, 0)
}

/** A scenario in IndexedDB, and when it was stored. Milliseconds since 1970. */
interface Large {
  readonly start: Session
  readonly at: number
}

function isLarge(value: unknown): value is Large {
  return typeof value === 'object' && value !== null && 'at' in value && 'start' in value
}

/** `true` comes from the first version of the page, in which all tabs shared one place. */
function keyOf(elsewhere: string | true): string {
  return elsewhere === true ? KEY : `${KEY}/${elsewhere}`
}

async function putLarge(id: string, start: Session): Promise<void> {
  await set(keyOf(id), { start, at: Date.now() } satisfies Large, large)
  // Reading them takes the page as long as they are large.
  if ((await keys(large)).filter((key) => String(key).startsWith(KEY)).length <= MOST_LARGE) return
  const kept = (await entries<string, unknown>(large)).filter(([key]) => String(key).startsWith(KEY))
  const byAge = kept.map(([key, value]) => ({ key, at: isLarge(value) ? value.at : 0 })).sort((a, b) => b.at - a.at)
  if (byAge.length > MOST_LARGE)
    await delMany(
      byAge.slice(MOST_LARGE).map(({ key }) => key),
      large,
    )
}

/** In the place of a value that takes too long. */
const LATE = Symbol('late')

/** The value of a promise, or {@link LATE}: a blocked database never answers. */
function inTime<T>(promise: Promise<T>, patience: number): Promise<T | typeof LATE> {
  return Promise.race([promise, new Promise<typeof LATE>((give) => setTimeout(() => give(LATE), patience))])
}
