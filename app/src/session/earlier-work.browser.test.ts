import { FIRST } from '@authz-playground/examples/first'
import fc from 'fast-check'
import { clear, keys } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteEarlier, readEarlier, readWorks } from './earlier-list.ts'
import { EARLIER_DATABASE } from './earlier-work.ts'
import type { LessonPlace, Session } from './session.ts'
import { keep, restore } from './storage.ts'
import { createPlayground } from './store.ts'

/** The real one: a macrotask, after which the transactions that were begun are in their queue. */
const later = setTimeout

const LESSON: LessonPlace = { course: 'c', lesson: 'l', address: 'course/c', edit: 'both' }
const EXAMPLE: Session = { scenario: FIRST.scenario, exampleId: FIRST.id, changed: false }

/** The storage of a tab, or of the browser. The database is the real one. */
class MemoryStorage {
  constructor(readonly texts = new Map<string, string>()) {}
  getItem = (key: string): string | null => this.texts.get(key) ?? null
  setItem = (key: string, text: string): void => void this.texts.set(key, text)
}

class Browser {
  readonly local = new MemoryStorage()
  readonly notices: string[] = []
  tabs: Tab[] = []
  #written = 0

  /** A text that nobody has written before. */
  newText(): string {
    this.#written += 1
    return `# written by hand: ${this.#written}.\n`
  }

  async open(session = new MemoryStorage()): Promise<Tab> {
    const tab = new Tab(this, session)
    this.tabs.push(tab)
    await tab.load()
    return tab
  }
}

class Tab {
  readonly #events = new EventTarget()
  #playground = createPlayground(EXAMPLE)
  /** What is said where the stored session is not restored. */
  notice: string | undefined

  constructor(
    readonly browser: Browser,
    readonly session: MemoryStorage,
  ) {}

  /** The globals are those of this tab from here on. */
  enter(): void {
    vi.stubGlobal('sessionStorage', this.session)
    vi.stubGlobal('localStorage', this.browser.local)
    vi.stubGlobal('addEventListener', this.#events.addEventListener.bind(this.#events))
  }

  async load(): Promise<void> {
    this.enter()
    const { start, notice } = await restore()
    this.notice = notice
    this.#playground = createPlayground(start ?? EXAMPLE)
    keep(this.#playground, (notice) => this.browser.notices.push(notice))
  }

  get now() {
    return this.#playground.getState()
  }

  leave(): void {
    this.#events.dispatchEvent(new Event('pagehide'))
  }
}

/** What happens to a tab. Each returns the text that somebody wrote, if anybody did. */
const STEPS: Readonly<Record<string, (tab: Tab) => string | undefined | Promise<undefined>>> = {
  edit({ now, browser }) {
    const text = browser.newText()
    now.edit({ subject: 'policy', change: { policy: now.scenario.policy + text } })
    // Its course keeps the work of a lesson.
    return now.lesson === undefined ? text : undefined
  },
  paste({ now, browser }) {
    const text = browser.newText()
    now.edit({ subject: 'paste', change: { policy: text }, replaces: true })
    return now.lesson === undefined ? text : undefined
  },
  link({ now }) {
    now.open({ ...EXAMPLE, scenario: { ...FIRST.scenario, policy: '# theirs\n' }, exampleId: 'own', fromLink: true })
    return undefined
  },
  file({ now }) {
    now.open({ ...EXAMPLE, scenario: { ...FIRST.scenario, policy: '# of a file\n' }, exampleId: 'own' })
    return undefined
  },
  example({ now }) {
    now.open(EXAMPLE)
    return undefined
  },
  course({ now }) {
    now.enter({ ...EXAMPLE, lesson: LESSON }, now.history, false)
    return undefined
  },
  async earlier({ now }) {
    const [first] = readWorks(await readEarlier())
    if (first) now.open(first.session)
    return undefined
  },
  hide(tab) {
    tab.leave()
    return undefined
  },
  pause() {
    pass()
    return undefined
  },
  async reload(tab) {
    tab.leave()
    tab.browser.tabs = tab.browser.tabs.filter((one) => one !== tab)
    await tab.browser.open(tab.session)
    return undefined
  },
  async duplicate({ browser, session }) {
    pass()
    await browser.open(new MemoryStorage(new Map(session.texts)))
    return undefined
  },
  close(tab) {
    tab.leave()
    tab.browser.tabs = tab.browser.tabs.filter((one) => one !== tab)
    return undefined
  },
  // The browser ends it without a word, some time after the last key.
  end(tab) {
    pass()
    tab.browser.tabs = tab.browser.tabs.filter((one) => one !== tab)
    return undefined
  },
  async 'new tab'({ browser }) {
    pass()
    await browser.open()
    return undefined
  },
}

const step = fc.record({ does: fc.constantFrom('edit', 'edit', ...Object.keys(STEPS)), tab: fc.nat(3) })

/** The pause after which an edit is stored. Nobody goes to another tab faster. */
function pass(): void {
  vi.advanceTimersByTime(400)
}

/** Everything that can be found again: in a tab, in one that opens next, and in the earlier work. */
async function found({ tabs, local }: Browser): Promise<string> {
  await new Promise((go) => later(go))
  const works = await readEarlier()
  return JSON.stringify([tabs.map(({ now }) => now.scenario.policy), [...local.texts.values()], works])
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('finds every text again that was written by hand, after any order of tabs, links, files, courses and closings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20, size: 'max' }), async (steps) => {
      for (const work of await readEarlier()) await deleteEarlier(work)
      const browser = new Browser()
      await browser.open()
      const written: string[] = []
      let last: Tab | undefined
      for (const { does, tab: at } of steps) {
        const tab = browser.tabs[at % (browser.tabs.length || 1)] ?? (await browser.open())
        if (tab !== last) pass()
        tab.enter()
        last = tab
        const text = await STEPS[does]?.(tab)
        if (text !== undefined) written.push(text.trim())
        const all = await found(browser)
        expect(
          written.filter((one) => !all.includes(one)),
          does,
        ).toEqual([])
      }
      expect(browser.notices).toEqual([])
      for (const tab of browser.tabs) {
        tab.enter()
        tab.leave()
      }
      browser.tabs = []
    }),
    { seed: 1, numRuns: 200 },
  )
})

it('keeps own work when its page is left, and nothing that nobody has changed', async () => {
  for (const work of await readEarlier()) await deleteEarlier(work)
  const browser = new Browser()
  const tab = await browser.open()
  for (const does of ['example', 'hide', 'link', 'hide', 'file', 'hide', 'course', 'edit', 'hide', 'example']) {
    await STEPS[does]?.(tab)
  }
  await found(browser)
  expect(await readEarlier()).toEqual([])
  const texts = [await STEPS.edit?.(tab), await STEPS.edit?.(tab)]
  await STEPS.hide?.(tab)
  await found(browser)
  const works = readWorks(await readEarlier())
  expect(works.map(({ session }) => session.scenario.policy)).toEqual([FIRST.scenario.policy + texts.join('')])
})

it('reports to the other pages what it keeps, and they read it then', async () => {
  for (const work of await readEarlier()) await deleteEarlier(work)
  const other = new BroadcastChannel(EARLIER_DATABASE)
  try {
    const browser = new Browser()
    const tab = await browser.open()
    await STEPS.edit?.(tab)
    const heard = new Promise((hear) => other.addEventListener('message', hear, { once: true }))
    await STEPS.link?.(tab)
    await heard
    expect(await readEarlier()).toHaveLength(1)
  } finally {
    other.close()
  }
})

/** Refuses each work as it is put. */
function full(): void {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
}

/** Accepts each work, and aborts the transaction that should keep it. */
function fullAtTheEnd(): void {
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(() => undefined)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    const request = put.call(this, value, key)
    request.addEventListener('success', () => this.transaction.abort())
    return request
  })
}

it.each([
  ['at once', full],
  ['when it commits', fullAtTheEnd],
])('says once that the browser refuses %s to keep what is replaced, and goes on', async (_, refuse) => {
  for (const work of await readEarlier()) await deleteEarlier(work)
  refuse()
  const browser = new Browser()
  const tab = await browser.open()
  for (const does of ['edit', 'hide', 'link', 'edit', 'example']) await STEPS[does]?.(tab)
  await vi.waitFor(async () => {
    await found(browser)
    expect(browser.notices).toEqual([expect.stringContaining('does not let the page keep your earlier work')])
  })
  expect(tab.now.scenario).toBe(FIRST.scenario)
  expect(await readEarlier()).toEqual([])
})

const LARGE = '# written by hand, and long.\n'.repeat(20_000)

it('keeps what was written last, also where a large policy before it takes long to be stored', async () => {
  await clear()
  const browser = new Browser()
  const tab = await browser.open()
  tab.now.edit({ subject: 'policy', change: { policy: LARGE } })
  pass()
  tab.now.edit({ subject: 'policy', change: { policy: '# short\n' } })
  pass()
  await vi.waitFor(async () => expect(await keys()).not.toEqual([]))
  await found(browser)
  const again = await browser.open(tab.session)
  expect(again.now.scenario.policy).toBe('# short\n')
})

it('says so where the database does not answer when a large policy is to be kept', async () => {
  let blocked = true
  const { get } = IDBObjectStore.prototype
  // A transaction lasts as long as something is asked of it.
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, _, key = 'key') {
    const ask = (): IDBRequest => {
      const request = get.call(this, key)
      request.onsuccess = () => blocked && ask()
      return request
    }
    return ask() as IDBRequest<IDBValidKey>
  })
  const browser = new Browser()
  const tab = await browser.open()
  tab.now.edit({ subject: 'policy', change: { policy: LARGE } })
  pass()
  await found(browser)
  await vi.advanceTimersByTimeAsync(6000)
  expect(browser.notices).toEqual([expect.stringContaining('does not let the page keep your edits')])
  blocked = false
})

it('says so where the work of another tab, which is replaced, can be read no more', async () => {
  const browser = new Browser()
  browser.local.setItem('authz-playground/scenario', JSON.stringify({ version: 1, elsewhere: 'gone' }))
  const tab = await browser.open()
  browser.local.setItem('authz-playground/scenario', JSON.stringify({ version: 1, elsewhere: 'gone too' }))
  await STEPS.edit?.(tab)
  pass()
  await vi.waitFor(async () => {
    await found(browser)
    expect(browser.notices).toEqual([expect.stringContaining('does not let the page keep your earlier work')])
  })
})

describe('a large policy that the browser does not give in time', () => {
  /** A browser whose tab has a large policy. Its database gives nothing until it is asked to. */
  async function withLate() {
    await clear()
    const browser = new Browser()
    const { now, session } = await browser.open()
    now.edit({ subject: 'policy', change: { policy: LARGE } })
    pass()
    await vi.waitFor(async () => expect(await keys()).not.toEqual([]))
    await vi.waitFor(() => expect(session.getItem('authz-playground/scenario')).toContain('elsewhere'))
    browser.tabs = []
    const blocked = vi.spyOn(IDBObjectStore.prototype, 'get').mockReturnValue({} as IDBRequest)
    const openLate = async (tab?: MemoryStorage) => {
      const opening = browser.open(tab)
      await vi.advanceTimersByTimeAsync(2000)
      return await opening
    }
    return { browser, session, openLate, unblock: () => blocked.mockRestore() }
  }

  it.each(['its own tab', 'a new tab'])('is there after a reload of %s', async (which) => {
    const { browser, session, openLate, unblock } = await withLate()
    const late = await openLate(which === 'a new tab' ? undefined : session)
    expect(late.notice).toContain('Reload the page to try again')
    expect(late.now.scenario).toBe(FIRST.scenario)
    unblock()
    expect((await browser.open(late.session)).now.scenario.policy).toBe(LARGE)
  })

  it.each(['its own tab', 'a new tab'])('is earlier work once something is edited in %s', async (which) => {
    const { browser, session, openLate, unblock } = await withLate()
    const late = await openLate(which === 'a new tab' ? undefined : session)
    unblock()
    late.now.edit({ subject: 'policy', change: { policy: '# new\n' } })
    pass()
    await vi.waitFor(async () => {
      await found(browser)
      expect(readWorks(await readEarlier()).map((work) => work.session.scenario.policy)).toContain(LARGE)
    })
    expect(browser.notices).toEqual([])
    expect((await browser.open(late.session)).now.scenario.policy).toBe('# new\n')
  })
})

describe('a storage that is full', () => {
  const full = (): never => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }

  it.each(['of the tab', 'of the browser'])('%s is said once, and the open page loses nothing', async (which) => {
    const browser = new Browser()
    const tab = await browser.open()
    const storage = which === 'of the tab' ? tab.session : browser.local
    const { setItem } = storage
    storage.setItem = full
    for (const text of ['# one\n', '# two\n']) {
      tab.now.edit({ subject: 'policy', change: { policy: text } })
      pass()
      await found(browser)
    }
    expect(browser.notices).toEqual([expect.stringContaining('does not let the page keep your edits')])
    expect(tab.now.scenario.policy).toBe('# two\n')
    tab.now.undo()
    expect(tab.now.scenario).toBe(FIRST.scenario)
    storage.setItem = setItem
    tab.now.edit({ subject: 'policy', change: { policy: '# three\n' } })
    pass()
    expect((await browser.open(tab.session)).now.scenario.policy).toBe('# three\n')
  })

  it('for a large policy is said, too', async () => {
    await clear()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
    const browser = new Browser()
    const tab = await browser.open()
    tab.now.edit({ subject: 'policy', change: { policy: LARGE } })
    pass()
    await vi.waitFor(async () => {
      await found(browser)
      expect(browser.notices).toEqual([expect.stringContaining('does not let the page keep your edits')])
    })
    expect(tab.now.scenario.policy).toBe(LARGE)
  })
})
