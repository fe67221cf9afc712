import { type BrowserContext, test as base, expect } from '@playwright/test'
import { type Audience, remember, rememberAudience } from './audience.ts'
import { type PlaygroundPage, playgroundOn } from './playground.ts'
import { type SiteWatch, siteFiles, watchSite } from './watch.ts'

export { expect, siteFiles }

/** In every end-to-end test `site` watches the site, and fails the test when the site does what it must never do. */
export const test = base.extend<{
  /** The audience that the browser remembers; none on a first visit. */
  readonly audience: Audience | 'none'
  /**
   * Whether the page loads ahead of time what it may need later, a sixth of a test's work. Else the browser says that it saves
   * data, and each part is loaded when it is asked for.
   */
  readonly loadsAhead: boolean
  /** The parts of the page that the browser remembers as unfolded; none on a first visit. */
  readonly unfolded: readonly ('request' | 'changes' | 'timeline' | 'details')[]
  /** The browser remembers that the page has asked what is expected of the first example, as it does on a first visit. */
  readonly asked: boolean
  readonly site: SiteWatch
  readonly playground: PlaygroundPage
}>({
  // For this audience everything can be reached.
  audience: ['designs', { option: true }],
  loadsAhead: [false, { option: true }],
  unfolded: [['request', 'timeline'], { option: true }],
  asked: [true, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  baseURL: async ({}, use) => {
    await use(process.env.SITE_URL)
  },
  site: [
    // It depends on the page, so that it ends before the page does.
    async ({ context, page: _page, baseURL, audience, loadsAhead, unfolded, asked }, use) => {
      if (baseURL === undefined) throw new Error('SITE_URL is not set; run this through playwright.config.ts')
      if (audience !== 'none') await rememberAudience(context, audience)
      if (!loadsAhead) await saveData(context)
      await remember(context, 'unfolded', JSON.stringify(unfolded))
      if (asked) await remember(context, 'asked', 'yes')
      const site = watchSite(context, new URL(baseURL).origin, siteFiles())
      await use(site)
      await settle(context)
      expect(site.problems, 'what the site did and must never do').toEqual([])
    },
    { auto: true },
  ],
  // The page, opened on its first example and answered.
  playground: async ({ page, site: _site }, use) => {
    const playground = playgroundOn(page)
    await playground.open()
    await use(playground)
  },
})

/** Has the browser say that the person saves data. */
async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { connection } = navigator as Navigator & { connection?: object }
    if (connection) Object.defineProperty(connection, 'saveData', { value: true })
  })
}

/** Resolves when all earlier messages of pages and workers have arrived: messages come in order. */
async function settle(context: BrowserContext): Promise<void> {
  // A page or worker that has ended sends no more messages.
  await Promise.allSettled(
    context
      .pages()
      .flatMap((page) => [page.evaluate(() => true), ...page.workers().map((worker) => worker.evaluate(() => true))]),
  )
}
