import { expectAccessible } from './support/axe.ts'
import { openComparison } from './support/comparison.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const RELEASED = 'Constrained impersonation, as released'
const PROPOSED = 'KEP-5284 as first merged'

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

test('shows the released design beside the proposal, and says what differs', async ({ playground }) => {
  const { dialog, side, said } = await sideBySide(playground)
  await expect(dialog.getByRole('paragraph').first()).toHaveText(
    /^“Constrained impersonation, as released” answers 200 after 3 checks; “KEP-5284 as first merged” answers 403 after 2 checks: may service account default\/my-controller use impersonate:user-info on .* NoOpinion\./,
  )
  await expect(side(RELEASED)).toContainText('200 · 3 checks')
  await expect(said(RELEASED, /200: service account default\/my-controller may list pods/)).toBeVisible()
  await expect(side(PROPOSED)).toContainText('403 · 2 checks')
  await expect(said(PROPOSED, /403: service account default\/my-controller may not list pods/)).toBeVisible()
})

test('has a drawing of its own for each design: no id is there twice', async ({ playground, page }) => {
  await sideBySide(playground)
  const twice = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    return ids.filter((id, index) => ids.indexOf(id) !== index)
  })
  expect(twice).toEqual([])
})

test('steps both together: they wait for each other at checks, and the shorter at its end', async ({ playground }) => {
  const { dialog, said, slider } = await sideBySide(playground)
  const step = dialog.getByRole('button', { name: 'Step', exact: true })
  await dialog.getByRole('button', { name: 'Restart' }).click()
  await expect(slider).toHaveValue('0')
  await expect(said(RELEASED, 'Receive request.')).toBeVisible()
  await expect(said(PROPOSED, 'Receive request.')).toBeVisible()
  await expect(said(RELEASED, /200: service account default\/my-controller/)).toBeHidden()
  await step.click()
  await step.click()
  for (const title of [RELEASED, PROPOSED])
    await expect(said(title, /Check 1 of \d: may service account default\/my-controller/)).toBeVisible()
  await step.click()
  await expect(said(RELEASED, 'Check 2 of 3: ')).toBeVisible()
  await expect(said(RELEASED, /Allow, by line \d+, through ClusterRoleBinding .*, line \d+\./)).toBeVisible()
  await expect(said(PROPOSED, 'Check 2 of 2: ')).toBeVisible()
  await expect(said(PROPOSED, 'NoOpinion, as no authorizer allows it.')).toBeVisible()
  await step.click()
  await step.click()
  // One is at its end, the other still waits for an answer.
  await expect(said(RELEASED, 'Check 3 of 3: ')).toBeVisible()
  await expect(said(PROPOSED, /403: service account default\/my-controller may not list pods/)).toBeVisible()
  await slider.press('End')
  await expect(said(RELEASED, /200: service account default\/my-controller may list pods/)).toBeVisible()
  await expect(slider).toHaveAttribute('aria-valuetext', /^Step 7 of 7\. Constrained .*200.* KEP-5284 .*403/)
})

test('plays by keys as the page does, and says both steps', async ({ playground, page }) => {
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
  await playground.hears(/Constrained impersonation, as released: .*KEP-5284 as first merged: /)
  await dialog.getByRole('figure').first().focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(slider).toHaveValue('6', { timeout: 40_000 })
  await expect(dialog.getByRole('button', { name: 'Play' })).toBeVisible()
  await playground.hears(/KEP-5284 as first merged: The client gets 403/)
  // The player of the page has not moved.
  expect(await playground.step.inputValue()).toBe(pageStep)
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

test('explains a node that is pointed at, in its own chart only', async ({ playground }) => {
  const { side } = await sideBySide(playground)
  const node = side(RELEASED).getByRole('button', { name: /^receive request/ })
  await node.focus()
  await node.press('Enter')
  await expect(node).toHaveAttribute('aria-pressed', 'true')
  await expect(side(PROPOSED).getByRole('button', { name: /^receive request/ })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await node.press('Enter')
  await expect(node).toHaveAttribute('aria-pressed', 'false')
})

test('plays nothing while the policy is not understood', async ({ playground }) => {
  await playground.append(playground.policyText, '---\nkind: [\n')
  await expect(playground.sentence).toHaveText(/Not decided/)
  const { dialog, slider } = await sideBySide(playground)
  await expect(dialog).toContainText('not fully understood, so neither design decides it')
  await expect(slider).toBeDisabled()
  await expect(dialog.getByRole('img', { name: 'Not decided' })).not.toHaveCount(0)
  await expect(dialog.getByRole('img', { name: 'Allowed' })).toHaveCount(0)
})

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('both jump', async ({ playground, page }) => {
    const { dialog, slider } = await sideBySide(playground)
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
    await expect(
      dialog
        .getByRole('paragraph')
        .filter({ hasText: /^Check 1 of/ })
        .first(),
    ).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-travels', '0')
  })
})

for (const [colorScheme, viewport] of [
  ['light', { width: 1440, height: 900 }],
  ['dark', { width: 1024, height: 768 }],
  ['light', { width: 360, height: 740 }],
  ['dark', { width: 360, height: 740 }],
] as const) {
  test.describe(`${colorScheme}, ${viewport.width} pixels wide`, () => {
    test.use({ colorScheme, viewport })

    test('axe finds nothing, nothing scrolls sideways, and the player is in reach', async ({ playground, page }) => {
      const { slider, side, said } = await sideBySide(playground)
      await expect(slider).toBeInViewport({ ratio: 1 })
      await expectAccessible(page)
      await expectNoSidewaysScrolling(page)
      // Where there is room for both, each shows the whole way of its request.
      if (viewport.width >= 1024) {
        for (const title of [RELEASED, PROPOSED]) {
          const hidden = await side(title)
            .getByRole('figure')
            .evaluate((pane) => [pane.scrollWidth - pane.clientWidth, pane.scrollHeight - pane.clientHeight])
          expect(Math.max(...hidden), title).toBeLessThanOrEqual(1)
        }
      }
      const [left, right] = [await side(RELEASED).boundingBox(), await side(PROPOSED).boundingBox()]
      const stacked = viewport.width < 700
      expect((right?.y ?? 0) > (left?.y ?? 0)).toBe(stacked)
      expect((right?.x ?? 0) > (left?.x ?? 0)).toBe(!stacked)
      await slider.press('Home')
      await expect(said(RELEASED, 'Receive request.')).toBeVisible()
      await expectAccessible(page)
    })
  })
}
