import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Fails with one line for each element in which axe finds a fault: rule, element, what to correct.
 *
 * @param within CSS selector of the part to look at; the whole page when left out
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // What is being worked on is dimmed for that time.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // Colours on their way from one theme to the other have a contrast that nobody reads by. Those that are inherited set out anew
  // while the ones above them are on their way.
  await page.evaluate(async () => {
    const transitions = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
    do {
      await Promise.allSettled(transitions().map(({ finished }) => finished))
      await new Promise(requestAnimationFrame)
    } while (transitions().length > 0)
  })
  // In the other mode axe opens another page to merge the results of frames; most pages here have only one frame.
  // All elements of violations, one of each rule that passes: to describe each of those takes most of the time.
  const builder = new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] })
  const { violations, passes } = await (within === undefined ? builder : builder.include(within)).analyze()
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(faults).toEqual([])
  expect(passes.length, 'rules that axe found something to apply to').toBeGreaterThan(0)
}

/** Fails as `expectAccessible` does, with light and with dark colours. */
export async function expectAccessibleInBothThemes(page: Page, within?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, within)
  }
}
