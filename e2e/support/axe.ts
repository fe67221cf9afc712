import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Fails with one line for each element that axe finds at fault: rule, element, what to mend.
 * @param within CSS selector of the part to look at; the whole page when left out
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // Axe opens another page to put together what it found in each frame; here there is mostly one.
  const builder = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
  const { violations, passes } = await (within === undefined ? builder : builder.include(within)).analyze()
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(faults).toEqual([])
  expect(passes.length, 'rules that axe found something to apply to').toBeGreaterThan(0)
}
