import { DESIGN_LIST } from '@authz-playground/engine'
import { expectAccessible } from './support/axe.ts'
import { openComparison } from './support/comparison.ts'
import { expectNoSidewaysScrolling, inLooks } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const RELEASED = 'Constrained impersonation, as released'

/** The designs of the comparison as they are listed, once they are there. */
async function compare(playground: PlaygroundPage) {
  const dialog = await openComparison(playground, 'Every design')
  await expect(dialog.getByText(/\d checks?$/).first()).toBeVisible()
  const row = (design: string) =>
    // By its title, because its summary may name another design.
    dialog.getByRole('listitem').filter({ has: playground.page.getByText(design, { exact: true }) })
  return { dialog, row, rows: dialog.getByRole('listitem') }
}

test('shows what every design makes of one request, opens any of them, its line, or two side by side', async ({
  playground,
  page,
}) => {
  const { dialog, row, rows } = await compare(playground)
  await expect(rows).toHaveCount(DESIGN_LIST.length)
  for (const { title } of DESIGN_LIST) await expect(row(title)).toHaveCount(1)
  await expect(row(RELEASED).getByRole('button').first()).toHaveAttribute('aria-current', 'true')
  await expect(row(RELEASED)).toContainText('3 checks')
  await expect(row(RELEASED)).not.toContainText('differs')
  const both = row('Both must be allowed')
  await expect(both).toContainText('not granted in its words')
  await expect(both).not.toContainText('differs')
  await expect(both).toContainText('403')
  await expect(both).toContainText(/May service account default\/my-controller impersonate users named jane/)
  await expect(both).toContainText(/users "jane\.doe@example\.com" is forbidden: /)

  await inLooks(page, async ({ width, height }) => {
    await expectAccessible(page, 'dialog')
    await expectNoSidewaysScrolling(page)
    const box = await dialog.boundingBox()
    expect(box?.height).toBeGreaterThan(height - 40)
    expect(box?.width).toBeGreaterThan(width - 40)
  })

  await both.getByRole('button').first().click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('radio', { name: 'Both must be allowed' })).toBeChecked()
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  await expect(playground.chart.getByRole('figure', { name: 'Both must be allowed' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(playground.sentence).toHaveText(/^ ?200: /)

  await compare(playground)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Compare designs' })).toBeFocused()

  await compare(playground)
  await row(RELEASED)
    .getByRole('button', { name: /^line \d+$/ })
    .click()
  await expect(dialog).toBeHidden()
  await expect(playground.policyText).toBeFocused()

  await compare(playground)
  const show = dialog.getByRole('button', { name: 'Show side by side' })
  await expect(show).toHaveAccessibleDescription(/Tick two designs/)
  for (const title of ['Legacy impersonation', 'Both must be allowed', 'KEP-5284 as proposed']) {
    await row(title).getByRole('checkbox').check()
  }
  // Of three, the first gives way.
  await expect(row('Legacy impersonation').getByRole('checkbox')).not.toBeChecked()
  await show.click()
  await expect(dialog.getByRole('figure', { name: 'Both must be allowed' })).toBeVisible()
  await expect(dialog.getByRole('figure', { name: 'KEP-5284 as proposed' })).toBeVisible()
})

test('puts designs together by their answers or documents, and separates those in whose words nothing is granted', async ({
  playground,
  page,
}) => {
  // One policy in the words of several designs, and not in those of the released one.
  await page.goto('/#example/alternative-proposal')
  // The example that was open gets the same answer, and opening another one closes a dialog.
  await expect(page.getByRole('button', { name: 'Example: As proposed: list pods as jane' })).toBeVisible()
  await expect(playground.sentence).toHaveText(/^ ?200: /)
  const { dialog, row, rows } = await compare(playground)
  const merged = 'KEP-5284 as proposed'
  await expect(
    dialog.getByText(
      /^Of \d+ designs of impersonation, \d+ answer 200 and \d+ answers? 403\. In the words of the other \d+ /,
    ),
  ).toBeVisible()
  const answers = dialog.getByRole('region', { name: /designs? answers? \d{3}$/ })
  await expect(answers.first()).toHaveAccessibleName(/answers? 200$/)
  await expect(answers.first()).toContainText(merged)
  await expect(answers.nth(1)).toHaveAccessibleName(/answers? 403$/)
  await expect(answers.nth(1)).toContainText('Permission boundaries')
  await expect(dialog.getByRole('region', { name: /Not granted in the words of \d+ designs$/ })).toContainText(
    'Legacy impersonation',
  )

  await dialog.getByRole('combobox', { name: 'Grouped by' }).selectOption('document')
  await expect(dialog.getByRole('region', { name: 'In Kubernetes' })).toContainText(RELEASED)
  await dialog.getByRole('checkbox', { name: /^Only those that answer otherwise/ }).check()
  await expect(row(merged)).toHaveCount(0)
  await expect(row('Legacy impersonation')).toHaveCount(0)
  await expect(row('Permission boundaries')).toBeVisible()
  await expect(rows.filter({ hasText: 'differs' })).toHaveCount(await rows.count())

  // It opens as it was left.
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  const again = await compare(playground)
  await expect(again.dialog.getByRole('region', { name: 'From the review of KEP-5284' })).toBeVisible()
  await expect(again.row(merged)).toHaveCount(0)
})

test('compares nothing in any view while the policy is not understood', async ({ playground }) => {
  await playground.append(playground.policyText, '---\nkind: [\n')
  await expect(playground.sentence).toHaveText(/Not decided/)
  const dialog = await openComparison(playground, 'Every design')
  const undecided = dialog.getByRole('img', { name: 'Not decided' })
  const allowed = dialog.getByRole('img', { name: 'Allowed' })
  await expect(dialog).toContainText('not fully understood, so no design decides it')
  await expect(allowed).toHaveCount(0)

  await dialog.getByRole('tab', { name: 'Side by side' }).click()
  await expect(dialog).toContainText('not fully understood, so neither design decides it')
  await expect(dialog.getByRole('slider', { name: 'Step of both requests' })).toBeDisabled()
  await expect(undecided).not.toHaveCount(0)
  await expect(allowed).toHaveCount(0)

  await dialog.getByRole('tab', { name: 'Versions' }).click()
  const own = dialog.getByRole('region', { name: 'This request', exact: true })
  await expect(own.getByRole('img', { name: 'Not decided' })).toHaveCount(18)
  await expect(own.getByRole('img', { name: 'Allowed' })).toHaveCount(0)
})

test('lets the reading of an open point be chosen, and decides by it', async ({ playground, page }) => {
  const { checks } = playground
  await page.getByRole('radio', { name: 'KEP-5284 as proposed' }).check()
  await expect(checks).toHaveText([/users\.authentication\.k8s\.io/, /impersonate-on:list/, /impersonate users/])
  await playground.openDrawer('Design')
  const group = playground.details.getByRole('group', { name: /The merged text says authentication\.k8s\.io/ })
  await expect(group.getByRole('radio').first()).toBeChecked()
  await group.getByRole('radio').nth(1).check()
  await expect(checks.first()).toHaveText(/users\.authentications\.k8s\.io/)
  await page.reload()
  await expect(playground.sentence).toBeVisible()
  await expect(checks.first()).toHaveText(/users\.authentications\.k8s\.io/)
})
