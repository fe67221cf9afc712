import type { StoreApi } from 'zustand'
import { decode, encode, isStart } from './kept.ts'
import { OTHER_TEXTS } from './places.ts'
import { sequenceOf } from './sequence.ts'
import type { Start } from './start.ts'
import type { Playground } from './store.ts'

/** Where the scenario is kept. Other rooms keep their own small things (theme, sizes) under the same prefix. */
const KEY = 'authz-playground/scenario'

/** Beyond this many characters a scenario goes to IndexedDB: localStorage holds 5 million in all, and is written while people wait. */
const SMALL = 500_000

/** Long enough that typing writes once. Milliseconds. */
const PAUSE = 300

/** Nothing is worth waiting for longer at the start. Milliseconds. */
const PATIENCE = 2000

const NOT_KEPT =
  'This browser does not let the page keep your edits: they will be gone when it is reloaded. Copy what you need before.'
const NOT_READ = 'What was kept from your last visit could not be read, so the first example is shown.'

interface Restored {
  readonly start: Start | undefined
  /** Why there is none, in words, where something was kept. */
  readonly notice?: string
}

/** What was kept by the last visit. Never rejects. */
export async function restore(): Promise<Restored> {
  try {
    const text = localStorage.getItem(KEY)
    if (text === null) return { start: undefined }
    const kept = decode(text)
    if (kept !== undefined && 'start' in kept) return { start: kept.start }
    const start = kept && (await inTime(large().then(({ get }) => get(KEY))))
    return isStart(start) ? { start } : { start: undefined, notice: NOT_READ }
  } catch {
    // Nothing can be kept here. `keep` says so as soon as there is something to lose.
    return { start: undefined }
  }
}

/**
 * Keeps every change of the scenario, a pause after it and at the latest when the page is left. A tab in which nothing
 * was changed writes nothing, so of two tabs the one that was last worked in wins. `say` is told, once, when the browser
 * refuses.
 */
export function keep(playground: StoreApi<Playground>, say: (notice: string) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let refused = false

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    try {
      await writeDown(playground.getState())
    } catch {
      if (!refused) say(NOT_KEPT)
      refused = true
    }
  }

  const flush = (): void => {
    if (timer !== undefined) void write()
  }

  playground.subscribe((now, before) => {
    if (now.scenario === before.scenario && now.exampleId === before.exampleId && now.about === before.about) return
    clearTimeout(timer)
    timer = setTimeout(() => void write(), PAUSE)
  })
  addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })
}

async function writeDown({ scenario, exampleId, about }: Start): Promise<void> {
  const beside = OTHER_TEXTS.map((text) => scenario[text] ?? '')
  const requests = sequenceOf(scenario).requests.map(({ request }) => request.text)
  const texts = [scenario.policy, ...beside, ...requests]
  if (texts.reduce((sum, { length }) => sum + length, 0) <= SMALL) {
    localStorage.setItem(KEY, encode({ start: { scenario, exampleId, about } }))
    return
  }
  const { set } = await large()
  await set(KEY, { scenario, exampleId, about } satisfies Start)
  // Only now: a page that is left in between still finds the scenario from before.
  localStorage.setItem(KEY, encode({ elsewhere: true }))
}

/** IndexedDB. Few scenarios are that large, so few visits load it. */
function large(): Promise<typeof import('idb-keyval')> {
  return import('idb-keyval')
}

/** The value of a promise, or undefined when it does not come in time: a blocked database answers never. */
function inTime<T>(promise: Promise<T>): Promise<T | undefined> {
  return Promise.race([promise, new Promise<undefined>((give) => setTimeout(() => give(undefined), PATIENCE))])
}
