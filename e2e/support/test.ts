import { type BrowserContext, test as base, expect } from '@playwright/test'
import { type PlaygroundPage, playgroundOn } from './playground.ts'
import { type SiteWatch, siteFiles, watchSite } from './watch.ts'

export { expect, siteFiles }

/** In every end-to-end test `site` watches the site, and fails the test when the site does what it must never do. */
export const test = base.extend<{
  /** The door that the browser remembers; none on a first visit. */
  readonly door: 'learn' | 'debug' | 'designs' | 'none'
  readonly site: SiteWatch
  readonly playground: PlaygroundPage
}>({
  // Behind this door everything can be reached.
  door: ['designs', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  baseURL: async ({}, use) => {
    await use(process.env.SITE_URL)
  },
  site: [
    // It depends on the page, so that it ends before the page does.
    async ({ context, page: _page, baseURL, door }, use) => {
      if (baseURL === undefined) throw new Error('SITE_URL is not set; run this through playwright.config.ts')
      if (door !== 'none') await context.addInitScript(remember, door)
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

/** Runs in each page before anything else: the browser remembers a door, unless it remembers another one. */
function remember(door: string): void {
  const key = 'authz-playground/door'
  try {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, door)
  } catch {
    // A page without storage remembers nothing.
  }
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
