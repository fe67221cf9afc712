import { ARGUMENTS, DOCUMENTS, IN_SHORT, TOPICS } from '@authz-playground/examples/arguments'
import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectNoSidewaysScrolling, inLooks } from './support/looks.ts'
import { type PlaygroundPage, shownWords } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const expectSettled = (panel: Locator): Promise<void> =>
  expect(panel.getByRole('status').first()).toHaveText(new RegExp(`^${ARGUMENTS.length} claims: .* hold`))

/** Opens the claims, whose verdicts are there at once. */
async function claims({ page }: PlaygroundPage): Promise<Locator> {
  await page.getByRole('button', { name: 'Compare designs' }).click()
  await page.getByRole('tab', { name: 'Arguments' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Arguments' })
  await expectSettled(panel)
  return panel
}

function claim(panel: Locator, id: string): Locator {
  const title = shownWords(ARGUMENTS.find((one) => one.id === id)?.title ?? '')
  const heading = panel.page().getByRole('heading', { name: title, exact: true })
  return panel.getByRole('listitem').filter({ has: heading })
}

test('settles every claim, is filtered, and opens the requests of a verdict on their flowchart', async ({
  playground,
  page,
}) => {
  const panel = await claims(playground)
  const headings = panel.getByRole('heading', { level: 4 })
  await expect(headings).toHaveCount(ARGUMENTS.length)
  for (const { title } of TOPICS) await expect(panel.getByRole('heading', { name: title, exact: true })).toHaveCount(1)
  await expect(panel.getByRole('blockquote')).toHaveCount(ARGUMENTS.length)

  const secrets = claim(panel, 'union-secrets')
  await expect(secrets).toContainText('every secret the scheduled-node had access to')
  await expect(secrets).toContainText('liggitt, 19 June 2025, in the review thread of KEP-5284')
  await expect(secrets).toContainText(/Holds.*the agent opens 3 of the 3 secrets/)
  await expect(claim(panel, 'flows-as-is')).toContainText('Holds only if the impersonator does not hold *.')
  await expect(claim(panel, 'new-group-old-verb')).toContainText('Holds only if the new verb is meant')
  await expect(claim(panel, 'three-modes')).toContainText('Does not hold')
  await expect(claim(panel, 'any-node').getByRole('row', { name: /^KEP-5284 as proposed/ })).toHaveText(/200200403$/)
  await expect(claim(panel, 'one-extra')).toContainText('compound or unified, as reviewed')

  await secrets.getByText(/requests played/).click()
  await expect(secrets.getByRole('table')).toBeVisible()
  await inLooks(page, async () => {
    await expectAccessible(page, 'dialog')
    await expectNoSidewaysScrolling(page)
  })

  await panel.getByLabel('Document', { exact: true }).selectOption({ label: DOCUMENTS['kep-3617'].title })
  await expect(headings).toHaveCount(ARGUMENTS.filter(({ claim }) => claim.document === 'kep-3617').length)
  await panel.getByLabel('Verdict', { exact: true }).selectOption({ label: 'Does not hold' })
  await expect(headings).toHaveCount(0)
  await expect(panel).toContainText('No claim of this document has that verdict.')
  await panel.getByLabel('Document', { exact: true }).selectOption({ label: 'all' })
  await expect(headings).toHaveCount(5)

  await panel.getByLabel('Verdict', { exact: true }).selectOption({ label: 'any' })
  await panel.getByLabel('Search', { exact: true }).fill('three MODES')
  await expect(panel.getByRole('heading', { name: 'Constrained impersonation has three modes' })).toBeVisible()
  await expect(headings).not.toHaveCount(ARGUMENTS.length)
  await panel.getByLabel('Search', { exact: true }).fill('no-such-word')
  await expect(panel).toContainText('No claim has all of these words.')

  const short = panel.getByRole('region', { name: 'In five minutes: why it is as it is' })
  await expect(short.getByRole('listitem')).toHaveCount(IN_SHORT.length)
  const last = ARGUMENTS.find(({ id }) => id === IN_SHORT.at(-1))
  const link = short.getByRole('button', { name: shownWords(last?.title ?? ''), exact: true })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(headings).toHaveCount(ARGUMENTS.length)
  await expect(page.getByRole('heading', { name: shownWords(last?.title ?? ''), exact: true })).toBeFocused()
  // The tabs of the comparison stay where they are.
  await expect(page.getByRole('tab', { name: 'Arguments' })).toBeInViewport()

  const eight = claim(panel, 'eight-parts')
  await eight.getByText(/requests played/).click()
  const row = eight.getByRole('row', { name: /^One unified check/ })
  await expect(row.first()).toContainText('200')
  // The check of the request itself is not counted.
  await expect(row.first().getByRole('cell').nth(2)).toHaveText(/^1 check/)
  await eight.getByRole('button', { name: /^KEP-5284 as proposed\s+on the flowchart: .*legacy granted$/ }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('radio', { name: 'KEP-5284 as proposed' })).toBeChecked()
  await expect(playground.checks).toHaveCount(18)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(playground.checks).toHaveCount(3)
})

test('a link leads to its claim, which plays what it sets beside policy and request: a webhook, another reading', async ({
  playground,
  page,
}) => {
  await page.goto('/#compare/arguments/cel-admission')
  await page.reload()
  const panel = page.getByRole('tabpanel', { name: 'Arguments' })
  await expectSettled(panel)
  await expect(page.getByRole('heading', { name: /^Unlike CEL admission/ })).toBeInViewport()
  await expect(page.getByRole('tab', { name: 'Arguments' })).toBeInViewport()

  const denied = claim(panel, 'webhook-denies')
  await denied.getByText(/requests played/).click()
  await denied.getByRole('button', { name: /on the flowchart: the webhook denies the action check$/ }).click()
  await expect(playground.checks.first()).toContainText('Deny')
  await expect(playground.sentence).toHaveText(/^ ?200: /)

  await page.getByRole('button', { name: 'Compare designs' }).click()
  const reading = claim(panel, 'service-account-required')
  await reading.getByText(/requests played/).click()
  await reading.getByRole('button', { name: /on the flowchart: the same, read as the thread has it$/ }).click()
  await expect(playground.sentence).toHaveText(/^ ?403: /)
})
