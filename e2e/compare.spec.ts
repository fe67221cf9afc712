import { DESIGN_LIST } from '@authz-playground/engine'
import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import type { Playground } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const dialog = ({ page }: Playground): Locator => page.getByRole('dialog', { name: 'Compare' })

async function compare(playground: Playground): Promise<Locator> {
  await playground.page.getByRole('button', { name: 'Compare designs' }).click()
  await expect(dialog(playground)).toBeVisible()
  await expect(dialog(playground).getByRole('button', { name: /check/ }).first()).toBeVisible()
  return dialog(playground)
}

function row(within: Locator, design: string): Locator {
  // By its title: what it says of itself may name another.
  return within.getByRole('button').filter({ has: within.page().getByText(design, { exact: true }) })
}

test('shows what every design makes of one request, and opens any of them', async ({ playground, page }) => {
  const all = await compare(playground)
  await expect(all.getByRole('listitem')).toHaveCount(DESIGN_LIST.length)
  for (const { title } of DESIGN_LIST) await expect(row(all, title)).toHaveCount(1)
  await expect(row(all, 'Constrained impersonation, as released')).toHaveAttribute('aria-current', 'true')
  await expect(row(all, 'Constrained impersonation, as released')).toContainText('3 checks')
  const both = row(all, 'Both must be allowed')
  await expect(both).toContainText('differs')
  await expect(both).toContainText('403')
  await expect(both).toContainText(/May my-controller impersonate users named jane/)

  await both.click()
  await expect(all).toBeHidden()
  await expect(page.getByRole('radio', { name: 'Both must be allowed' })).toBeChecked()
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  await expect(playground.chart.getByRole('figure', { name: 'Both must be allowed' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(playground.sentence).toHaveText(/^ ?200: /)
})

test('compares nothing while the policy is not understood', async ({ playground }) => {
  await playground.append(playground.policyText, '---\nkind: [\n')
  await expect(playground.sentence).toHaveText(/Not decided/)
  await playground.page.getByRole('button', { name: 'Compare designs' }).click()
  await expect(dialog(playground)).toContainText('not fully understood, so no design decides it')
  await expect(dialog(playground).getByRole('img', { name: 'Allowed' })).toHaveCount(0)
})

test('lets the reading of an open point be chosen, and decides by it', async ({ playground, page }) => {
  const { answer, checks } = playground
  await page.getByRole('radio', { name: 'KEP-5284 as first merged' }).check()
  await expect(checks).toHaveText([/users\.authentications\.k8s\.io/, /impersonate users/])
  await playground.openDrawer('Design')
  const group = answer.getByRole('group', { name: /The reviews say authentications\.k8s\.io/ })
  await expect(group.getByRole('radio').first()).toBeChecked()
  await group.getByRole('radio').nth(1).check()
  await expect(checks.first()).toHaveText(/users\.authentication\.k8s\.io/)
  await page.reload()
  await expect(playground.sentence).toBeVisible()
  await expect(checks.first()).toHaveText(/users\.authentication\.k8s\.io/)
})

for (const [colorScheme, viewport] of [
  ['light', { width: 1440, height: 900 }],
  ['dark', { width: 360, height: 740 }],
] as const) {
  test.describe(`${colorScheme}, ${viewport.width} pixels wide`, () => {
    test.use({ colorScheme, viewport })

    test('axe finds nothing in the comparison, and nothing scrolls sideways', async ({ playground, page }) => {
      const folded = page.getByText(/; Kubernetes 1\.36, /)
      if (await folded.isVisible()) await folded.click()
      await compare(playground)
      await expectAccessible(page)
      await expectNoSidewaysScrolling(page)
    })
  })
}
