import { IMPERSONATION_DESIGNS } from '@authz-playground/engine/internal/designs'
import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { openComparison } from './support/comparison.ts'
import { expectNoSidewaysScrolling, inLooks } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const MANY = IMPERSONATION_DESIGNS.length

async function intents({ page }: PlaygroundPage): Promise<Locator> {
  await page.getByRole('button', { name: 'Compare designs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare' })
  await dialog.getByRole('tab', { name: 'Intents' }).click()
  await expect(dialog.getByRole('list', { name: 'Intents' }).getByRole('button')).toHaveCount(7)
  return dialog
}

/** Waits until every design has answered: hundreds of requests are decided, on a busy machine for longer than usual. */
const expectAnswered = (dialog: Locator, words = ''): Promise<void> =>
  expect(dialog.getByRole('status').filter({ hasText: `Of ${MANY} designs of impersonation,${words}` })).toBeVisible({
    timeout: 60_000,
  })

/** Chooses an intent, and waits until every design has answered. */
async function choose(dialog: Locator, title: RegExp): Promise<void> {
  await dialog.getByRole('list', { name: 'Intents' }).getByRole('button', { name: title }).click()
  await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
  await expectAnswered(dialog)
}

function row(dialog: Locator, design: string): Locator {
  const entries = dialog.getByRole('list', { name: 'Designs' }).locator('> li')
  return entries
    .filter({ has: dialog.page().getByText(design, { exact: true }) })
    .getByRole('button')
    .first()
}

test('computes the verdict of each design for an intent, and opens any of its requests with its policy', async ({
  playground,
  page,
}) => {
  const dialog = await intents(playground)
  await choose(dialog, /Group G, but only if the username is U/)
  await expect(row(dialog, 'Constrained impersonation, as released')).toHaveAccessibleName(
    /too widely 4 rules 4 checks .*200 38 of 100 near requests pass 5 not meant/,
  )
  await expect(row(dialog, 'Compound authorization')).toHaveAccessibleName(/exactly 2 rules 3 checks .* 0 not meant/)
  await expect(row(dialog, 'One unified check')).toHaveAccessibleName(/exactly 2 rules 2 checks .* 0 not meant/)
  await expect(row(dialog, 'Reading as the node, without impersonation')).toHaveAccessibleName(/not at all/)

  await row(dialog, 'A special API group').click()
  await expect(dialog.getByText('“Any API group” cannot be said')).toBeVisible()
  await expect(dialog.getByText('impersonating on any APIGroup is hard to describe.')).toBeVisible()
  await expect(dialog.getByRole('list', { name: /^Let through, and not meant/ }).getByRole('listitem')).toHaveCount(5)
  await expect(dialog.getByRole('list', { name: /^Meant, and refused/ }).getByRole('listitem')).toHaveCount(3)

  await choose(dialog, /Username U, but only to get pods/)
  await row(dialog, 'Constrained impersonation, as released').click()
  await dialog
    .getByRole('list', { name: /^Let through, and not meant/ })
    .getByRole('button', { name: 'verb delete instead of get' })
    .click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('radio', { name: 'Constrained impersonation, as released' })).toBeChecked()
  await expect(playground.sentence).toHaveText(/^ ?200: /)
  await expect(playground.checks).toHaveText([
    /impersonate-on:user-info:delete on pods/,
    /impersonate:user-info on users.*alice/,
    /delete pods/,
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(playground.sentence).toHaveText(/list pods/)
})

test('has one document for all designs, in which a rule of one helps another, at every width and by keyboard', async ({
  playground,
  page,
}) => {
  // Three times every design answers. Milliseconds.
  test.setTimeout(180_000)
  const dialog = await intents(playground)
  const choices = dialog.getByRole('list', { name: 'Intents' }).getByRole('button')
  await choices.nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(choices.nth(1)).toHaveAttribute('aria-current', 'true')
  await expectAnswered(dialog)
  const legacy = row(dialog, 'Legacy impersonation')
  await legacy.focus()
  await page.keyboard.press('Enter')
  await expect(legacy).toHaveAttribute('aria-expanded', 'true')
  await expect(dialog.getByRole('list', { name: /^Let through, and not meant/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(legacy).toHaveAttribute('aria-expanded', 'false')

  await choose(dialog, /list pods as jane in prod/)
  await expect(row(dialog, 'Constrained impersonation, as released')).toHaveAccessibleName(/exactly .* 0 not meant/)
  await dialog.getByRole('combobox', { name: 'Each design is decided with' }).selectOption('the whole document')
  await expectAnswered(dialog)
  await expect(row(dialog, 'Constrained impersonation, as released')).toHaveAccessibleName(/too widely/)

  await dialog.getByText('One document with every design’s policy').click()
  await expect(dialog.getByRole('heading', { name: 'Permission boundaries', level: 4 })).toBeVisible()
  await legacy.click()
  await inLooks(page, async () => {
    await expectAccessible(page, 'dialog')
    await expectNoSidewaysScrolling(page)
  })
  await dialog.getByRole('button', { name: 'Copy the whole document' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('# Legacy impersonation\n')
  expect(copied).toContain('kind: ClusterAccessRule')
})

test('says the permission of the request on the page in the words of each design, from the list of designs', async ({
  playground,
  page,
}) => {
  const dialog = await openComparison(playground, 'Every design')
  await dialog.getByRole('button', { name: 'Say this permission in the words of each design' }).click()
  await expect(dialog.getByRole('heading', { name: 'The request on the page' })).toBeVisible()
  await expect(
    dialog.getByText(/my-controller may list pods in default as jane\.doe@example\.com, with no group/),
  ).toBeVisible()
  await expectAnswered(dialog, ' 13 say it exactly')
  await row(dialog, 'Compound authorization').click()
  await expect(
    dialog.getByRole('figure', { name: /rules of Compound/ }).or(dialog.getByText('constrainedimpersonate').first()),
  ).toBeVisible()
  await dialog
    .getByRole('list', { name: /^Wanted/ })
    .getByRole('button')
    .click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('radio', { name: 'Compound authorization' })).toBeChecked()
  await expect(playground.sentence).toHaveText(/^ ?200: /)
})
