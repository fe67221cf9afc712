import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectNoSidewaysScrolling, inLooks } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

async function versions({ page }: PlaygroundPage): Promise<Locator> {
  await page.getByRole('button', { name: /^Compare/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare' })
  await dialog.getByRole('tab', { name: 'Versions' }).click()
  await expect(cell(part(dialog, 'Upgrade and downgrade'), 'Old server, old rules')).toContainText('200')
  return dialog
}

const part = (within: Locator, name: string): Locator => within.getByRole('region', { name, exact: true })
const cell = (within: Locator, name: string): Locator => within.getByRole('button', { name: new RegExp(`^${name}:`) })
const walk = ({ page }: PlaygroundPage): Locator => page.getByRole('region', { name: 'Versions' })

test('shows the request on every server, under old rules, new rules, and both', async ({ playground }) => {
  const own = part(await versions(playground), 'This request')
  for (const [stage, codes] of [
    ['Old server', [403, 403, 403]],
    ['Upgraded, gate off', [403, 403, 403]],
    ['Gate on', [403, 200, 200]],
    ['Gate off again', [403, 403, 403]],
    ['Downgraded', [403, 403, 403]],
    ['Upgraded again, gate on', [403, 200, 200]],
  ] as const) {
    const rules = ['old rules', 'new rules', 'old and new rules']
    for (const [at, code] of codes.entries()) {
      await expect(cell(own, `${stage}, ${rules[at]}`)).toContainText(String(code))
    }
  }
  await expect(own.getByRole('list', { name: /claims/ }).getByRole('listitem')).toHaveText([
    /^Holds/,
    /^Holds/,
    /^Holds/,
    /^Holds/,
  ])
  const { page } = playground
  const markdown = await playground.copiedBy(() =>
    own.getByRole('button', { name: 'Copy table: This request as Markdown' }).click(),
  )
  expect(markdown).toMatch(/^\*\*\[This request\]\(http.*#example\/docs-user-list&compare\/versions\)\*\*/)
  // A line for each cell, whose link opens its request on the flowchart.
  const [, link = ''] =
    /\| \[Gate on, new rules\]\((http[^)]*)\) \| Kubernetes 1\.36 \| 200 \| 3 \|/.exec(markdown) ?? []
  await page.goto(link)
  await expect(playground.sentence).toHaveText(/^ ?200: /)
  await expect(page).toHaveTitle(/^Gate on, new rules – /)
  // What an edit leaves of the words of an own scenario is still marked after a reload.
  await playground.writeRequest('HTTP', 'GET /api/v1/namespaces/default/pods HTTP/1.1')
  await expect(page).toHaveTitle(/^Gate on, new rules \(edited\) – /)
  await expect(page).toHaveURL(/#z1\//)
  await page.reload()
  await expect(page).toHaveTitle(/^Gate on, new rules \(edited\) – /)
})

test('shows beside each cell what the KEP expects, by either count of versions', async ({ playground, page }) => {
  await playground.openExample('star-is-constrained')
  const dialog = await versions(playground)
  const upgrade = part(dialog, 'Upgrade and downgrade')
  for (const [count, old] of [
    ['constrained', 'Kubernetes 1.34'],
    ['proposal', 'Kubernetes 1.33'],
  ] as const) {
    await dialog.getByLabel('Versions counted').selectOption(count)
    await expect(upgrade.getByText(old)).toHaveCount(2)
    await expect(upgrade.getByText(/^KEP: (200|403), agrees$/)).toHaveCount(18)
    await expect(upgrade.getByText('The impersonator will be denied to impersonate.')).toHaveCount(1)
    await expect(upgrade.getByText('Computed: 2.')).toHaveCount(2)
    const manual = part(dialog, 'Manual test')
    for (const reading of ['impersonators', 'impersonated']) {
      await manual.getByLabel('bob and alice').selectOption(reading)
      await expect(manual.getByText(/^KEP: (200|403), agrees$/)).toHaveCount(7)
      await expect(cell(manual, 'Manual test, step 6: alice')).toContainText('403')
    }
  }
  // Beside it a request whose rules are in every set, and whose claims do not hold.
  const own = part(dialog, 'This request')
  await expect(own).toContainText(/grants every verb, so it is in each set/)
  const claims = own.getByRole('list', { name: /claims/ }).getByRole('listitem')
  await expect(claims.nth(2)).toHaveText(/^Does not hold here/)

  await inLooks(page, async () => {
    await expectAccessible(page, 'dialog')
    await expectNoSidewaysScrolling(page)
  })
  await dialog.getByLabel('Versions counted').selectOption('constrained')
  await cell(upgrade, 'Gate on, old rules').click()
  await expect(walk(playground)).toContainText('KEP-5284 expects 200, and the answer agrees')
  await inLooks(page, async () => {
    await expectAccessible(page)
    await expectNoSidewaysScrolling(page)
  })
})

test('opens a cell on the page, walks to the others, comes back, and plays all', async ({ playground, page }) => {
  const { sentence, policyText, checks } = playground
  const own = part(await versions(playground), 'This request')
  await cell(own, 'Gate off again, new rules').click()
  await expect(own).toBeHidden()
  await expect(sentence).toHaveText(/^ ?403: /)
  await expect(page.getByLabel('Kubernetes')).toHaveValue('1.36')
  await expect(page.getByLabel('ConstrainedImpersonation')).toHaveValue('off')
  await expect(checks).toHaveText([/impersonate users/])
  await expect(walk(playground)).toContainText('11 of 18 Gate off again, new rules')

  await walk(playground).getByRole('button', { name: 'Previous cell' }).click()
  await expect(walk(playground)).toContainText('10 of 18 Gate off again, old rules')
  await expect(sentence).toHaveText(/^ ?403: /)
  expect(await playground.textOf(policyText)).toMatch(/^ *#.*impersonate-on:user-info:list/m)

  await walk(playground).getByRole('button', { name: 'All cells' }).click()
  const again = part(page.getByRole('dialog', { name: 'Compare' }), 'This request')
  await expect(cell(again, 'Gate off again, old rules')).toHaveAttribute('aria-current', 'true')
  // The table is still about the request that was there before.
  await expect(cell(again, 'Gate on, new rules')).toContainText('200')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(walk(playground)).toBeHidden()

  await page.getByLabel('Speed').selectOption('4')
  const manual = part(await versions(playground), 'Manual test')
  await manual.getByRole('button', { name: 'Play all' }).press('Enter')
  await expect(walk(playground)).toContainText('2 of 7 Manual test, step 4: bob')
  await expect(walk(playground)).toContainText('KEP-5284 expects 200, and the answer agrees')
  await walk(playground).getByRole('button', { name: 'Stop playing all' }).click()
  await walk(playground).getByRole('button', { name: 'End the walk' }).click()
  await expect(walk(playground)).toBeHidden()
})
