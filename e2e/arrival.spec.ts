import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const WINDOWS = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

/** The most that the page may move while it arrives, as Chromium counts layout shift: a tenth of what counts as poor. */
const MOST = 0.05

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

for (const example of [
  'docs-user-list',
  'legacy-fallback',
  'kep-proposal-mended',
  'alternative-user-info-only',
  'alternative-client-review',
  'alternative-group-suffix',
  'alternative-named-verbs',
  'alternative-node-scoped',
  'access-rule-printed',
  'compiled-parts',
  'fine-grained-own-label',
]) {
  test(`the checks of ${example} are not cut at a side`, async ({ playground }) => {
    if (example !== 'docs-user-list') await playground.openExample(example)
    const checked = playground.node(/(Allow|NoOpinion|Deny)/)
    await expect(checked.first()).toBeAttached()
    const pane = await playground.chart.getByRole('figure').boundingBox()
    for (const node of await checked.all()) {
      const box = await node.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(pane?.x ?? Number.NaN)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((pane?.x ?? 0) + (pane?.width ?? 0))
    }
  })
}
