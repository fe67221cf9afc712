import { test as base, expect } from '@playwright/test'
import { type SiteWatch, siteFiles, watchSite } from './watch.ts'

export { expect }

/** Every end-to-end test runs under the watch of `site`, and fails when the site does what it must never do. */
export const test = base.extend<{ readonly site: SiteWatch }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  baseURL: async ({}, use) => {
    await use(process.env.SITE_URL)
  },
  site: [
    async ({ context, baseURL }, use) => {
      if (baseURL === undefined) throw new Error('SITE_URL is not set; run this through playwright.config.ts')
      const site = watchSite(context, new URL(baseURL).origin, siteFiles())
      await use(site)
      expect(site.problems, 'what the site did and must never do').toEqual([])
    },
    { auto: true },
  ],
})
