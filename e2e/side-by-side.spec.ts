import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { openComparison } from './support/comparison.ts'
import { expectNoSidewaysScrolling, inLooks } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const RELEASED = 'Constrained impersonation, as released'
const LEGACY = 'Legacy impersonation'
const PROPOSED = 'KEP-5284 as proposed'

/** Two designs next to each other, once their charts are drawn. */
async function sideBySide(playground: PlaygroundPage) {
  const dialog = await openComparison(playground, 'Side by side')
  const side = (title: string) => dialog.getByRole('region', { name: title, exact: true })
  /** The words under its chart. The path in words is beside it, for people who do not see the chart. */
  const said = (title: string, words: string | RegExp) => side(title).getByRole('paragraph').filter({ hasText: words })
  const slider = dialog.getByRole('slider', { name: 'Step of both requests' })
  await expect(dialog.locator('figure svg[viewBox]:has(g.node)')).toHaveCount(2)
  return { dialog, side, said, slider }
}

/** Where there is room for two, each is beside the other and shows the whole way of its request; else one is below the other. */
async function expectPlaces(side: (title: string) => Locator, width: number): Promise<void> {
  const [left, right] = [await side(RELEASED).boundingBox(), await side(PROPOSED).boundingBox()]
  const stacked = width < 700
  expect((right?.y ?? 0) > (left?.y ?? 0)).toBe(stacked)
  expect((right?.x ?? 0) > (left?.x ?? 0)).toBe(!stacked)
  if (stacked) return
  for (const title of [RELEASED, PROPOSED]) {
    const hidden = await side(title)
      .getByRole('figure')
      .evaluate((pane) => [pane.scrollWidth - pane.clientWidth, pane.scrollHeight - pane.clientHeight])
    expect(Math.max(...hidden), title).toBeLessThanOrEqual(1)
  }
}

test('shows the released design beside the proposal, and says what differs, in every look', async ({
  playground,
  page,
}) => {
  const { dialog, side, said, slider } = await sideBySide(playground)
  await expect(dialog.getByRole('paragraph').first()).toHaveText(
    /^“Constrained impersonation, as released” answers 200 after 3 checks; “KEP-5284 as proposed” answers 403 after 3 checks: may service account default\/my-controller use impersonate-on:list on .* NoOpinion\./,
  )
  await expect(side(RELEASED)).toContainText('200 · 3 checks')
  await expect(said(RELEASED, /200: service account default\/my-controller may list pods/)).toBeVisible()
  await expect(side(PROPOSED)).toContainText('403 · 3 checks')
  await expect(said(PROPOSED, /403: service account default\/my-controller may not list pods/)).toBeVisible()

  // Each has a drawing of its own: no id is there twice.
  const twice = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    return ids.filter((id, index) => ids.indexOf(id) !== index)
  })
  expect(twice).toEqual([])

  // A node that is pointed at is explained in its own chart only.
  const node = (title: string) => side(title).getByRole('button', { name: /^receive request/ })
  await node(RELEASED).focus()
  await node(RELEASED).press('Enter')
  await expect(node(RELEASED)).toHaveAttribute('aria-pressed', 'true')
  await expect(node(PROPOSED)).toHaveAttribute('aria-pressed', 'false')
  await node(RELEASED).press('Enter')
  await expect(node(RELEASED)).toHaveAttribute('aria-pressed', 'false')

  await inLooks(page, async ({ width }) => {
    await expect(slider).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, 'dialog')
    await expectNoSidewaysScrolling(page)
    await expectPlaces(side, width)
  })
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(slider).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScrolling(page)
  await expectPlaces(side, 1024)

  await slider.press('Home')
  await expect(said(RELEASED, 'Receive request.')).toBeVisible()
  await inLooks(page, () => expectAccessible(page, 'dialog'))
})

test('steps both together: they wait for each other at checks, and the shorter at its end', async ({ playground }) => {
  const { dialog, said, slider } = await sideBySide(playground)
  await dialog.getByRole('combobox', { name: 'Second design' }).selectOption({ label: LEGACY })
  const step = dialog.getByRole('button', { name: 'Step', exact: true })
  await dialog.getByRole('button', { name: 'Restart' }).click()
  await expect(slider).toHaveValue('0')
  await expect(said(RELEASED, 'Receive request.')).toBeVisible()
  await expect(said(LEGACY, 'Receive request.')).toBeVisible()
  await expect(said(RELEASED, /200: service account default\/my-controller/)).toBeHidden()
  await step.click()
  await step.click()
  for (const title of [RELEASED, LEGACY])
    await expect(said(title, /Check 1 of \d: may service account default\/my-controller/)).toBeVisible()
  await step.click()
  await expect(said(RELEASED, 'Check 2 of 3: ')).toBeVisible()
  await expect(said(RELEASED, /Allow, by line \d+, through ClusterRoleBinding .*, line \d+\./)).toBeVisible()
  await expect(said(LEGACY, /403: service account default\/my-controller may not list pods/)).toBeVisible()
  await step.click()
  await step.click()
  // One is at its end, the other still waits for an answer.
  await expect(said(RELEASED, 'Check 3 of 3: ')).toBeVisible()
  await expect(said(LEGACY, /403: service account default\/my-controller may not list pods/)).toBeVisible()
  await slider.press('End')
  await expect(said(RELEASED, /200: service account default\/my-controller may list pods/)).toBeVisible()
  await expect(slider).toHaveAttribute('aria-valuetext', /^Step 7 of 7\. Constrained .*200.* Legacy .*403/)
})

test('plays by keys as the page does, says both steps, and jumps where less motion is wanted', async ({
  playground,
  page,
}) => {
  await page.getByLabel('Speed').selectOption('4')
  const { dialog, slider } = await sideBySide(playground)
  const pageStep = await playground.step.inputValue()
  await dialog
    .getByRole('button', { name: /^Open on the page/ })
    .first()
    .focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveValue('0')
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveValue('1')
  await playground.hears(/Constrained impersonation, as released: .*KEP-5284 as proposed: /)
  await dialog.getByRole('figure').first().focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(slider).toHaveValue('6', { timeout: 40_000 })
  await expect(dialog.getByRole('button', { name: 'Play' })).toBeVisible()
  await playground.hears(/KEP-5284 as proposed: The client gets 403/)
  // The player of the page has not moved.
  expect(await playground.step.inputValue()).toBe(pageStep)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await slider.press('Home')
  await page.evaluate(() => {
    const { animate } = Element.prototype
    document.documentElement.dataset.travels = '0'
    Element.prototype.animate = function (...how) {
      document.documentElement.dataset.travels = 'some'
      return animate.apply(this, how)
    }
  })
  await dialog.getByRole('button', { name: 'Step', exact: true }).click()
  await dialog.getByRole('button', { name: 'Step', exact: true }).click()
  await expect(slider).toHaveValue('2')
  const checking = dialog.getByRole('paragraph').filter({ hasText: /^Check 1 of/ })
  await expect(checking.first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-travels', '0')
})

test('lets both designs be chosen, and opens either on the page', async ({ playground, page }) => {
  const { dialog, side } = await sideBySide(playground)
  await dialog.getByRole('combobox', { name: 'Second design' }).selectOption('Legacy impersonation')
  await expect(side('Legacy impersonation').getByRole('figure', { name: 'Legacy impersonation' })).toBeVisible()
  await expect(dialog.getByRole('paragraph').first()).toContainText('“Legacy impersonation” answers 403 after 1 check')
  // The design on the other side changes places.
  await dialog.getByRole('combobox', { name: 'First design' }).selectOption('Legacy impersonation')
  await expect(dialog.getByRole('combobox', { name: 'Second design' })).toHaveValue('constrained')
  await expect(dialog.getByRole('paragraph').first()).toHaveText(/^“Legacy impersonation” answers 403 .* “Constrained/)

  await dialog.getByRole('button', { name: 'Open on the page: Legacy impersonation' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('radio', { name: 'Legacy impersonation' })).toBeChecked()
  await expect(playground.sentence).toHaveText(/^ ?403: /)
})
