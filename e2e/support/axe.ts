import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { expect } from './test.ts'

/** The rules about a page as a whole, and those whose faults are between its parts. They take a tenth of the time of all rules. */
const WHOLE_PAGE = [
  'aria-hidden-focus',
  'bypass',
  'document-title',
  'duplicate-id-aria',
  'heading-order',
  'html-has-lang',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'region',
]

/** The rules about colours. On a whole page they take five times as long as all others together. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** All elements of violations, one of each rule that passes: to describe each of those takes long. */
const VIOLATIONS: RunOptions = { resultTypes: ['violations'] }

/**
 * Fails with one line for each element in which axe finds a fault: rule, element, what to correct.
 *
 * @param within CSS selector of the part that is looked at, where the rest is as other tests look at it; the rules about the page
 *   as a whole look at all of it
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await expectSettled(page)
  if (page.frames().length > 1) return expectNone(await new AxeBuilder({ page }).options(VIOLATIONS).analyze())
  if (within === undefined) return expectNone(await run(page, VIOLATIONS))
  expectNone(await run(page, { ...VIOLATIONS, runOnly: WHOLE_PAGE }))
  const others = Object.fromEntries(WHOLE_PAGE.map((id) => [id, { enabled: false }]))
  expectNone(await run(page, { ...VIOLATIONS, rules: others }, within))
}

/** Fails as `expectAccessible` does, with light and with dark colours, which nothing but the rules about colours can tell apart. */
export async function expectAccessibleInBothThemes(page: Page, within?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectSettled(page)
  await expectColours(page, within)
}

async function expectColours(page: Page, within?: string): Promise<void> {
  expectNone(await run(page, { ...VIOLATIONS, runOnly: COLOURS }, within))
}

/** Waits until nothing is worked on, which dims it, and until all colours have changed. */
async function expectSettled(page: Page): Promise<void> {
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
}

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Runs axe in a page without frames, into which it is brought once. */
async function run(page: Page, options: RunOptions, within?: string): Promise<AxeResults> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source)
  return page.evaluate(
    ([wanted, part]) => {
      if (window.axe === undefined) throw new Error('axe is not on the page')
      return window.axe.run(part ?? document, wanted)
    },
    [options, within] as const,
  )
}

function expectNone({ violations, passes, incomplete }: AxeResults): void {
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(faults).toEqual([])
  // What a colour lies on cannot always be computed.
  expect(passes.length + incomplete.length, 'rules that axe found something to apply to').toBeGreaterThan(0)
}
