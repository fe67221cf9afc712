import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

test.use({ loadsAhead: true })

const WINDOWS = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

/** The most that the page may move while it arrives, as Chromium counts layout shift: a fifth of what counts as good. */
const MOST = 0.02

interface Shift extends PerformanceEntry {
  readonly value: number
}

declare global {
  interface Window {
    /** Layout shift so far. */
    shifted?: number
  }
}

/** Adds up layout shift from the first paint on. */
function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifted = (window.shifted ?? 0) + (entry as Shift).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

for (const viewport of WINDOWS) {
  test.describe(`${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport })

    test('nothing jumps while the page arrives', async ({ page, playground }) => {
      await watchShifts(page)
      await page.reload()
      await expect(playground.sentence).toBeVisible()
      await expect(playground.node(/^receive request/i)).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => window.shifted)).toBeLessThan(MOST)
    })
  })
}
