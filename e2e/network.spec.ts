import { FIRST } from '@authz-playground/examples/first'
import { openComparison } from './support/comparison.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, siteFiles, test } from './support/test.ts'

test.use({ loadsAhead: true })

/** All actions of a person that could use the network. It ends where it began. */
async function session(playground: PlaygroundPage): Promise<void> {
  const { page, answer, request, timeline, player, sentence } = playground
  const version = page.getByRole('combobox', { name: 'Kubernetes', exact: true })

  await test.step('pick an example', async () => {
    await playground.openExample('four-groups')
    await expect(sentence).toContainText('as jane')
  })
  await test.step('switch designs, versions and the theme', async () => {
    for (const design of ['KEP-5284 as proposed', 'Legacy impersonation', 'Constrained impersonation, as released']) {
      await page.getByRole('radio', { name: design }).check()
      await expect(playground.chart.getByRole('figure', { name: design })).toBeVisible()
      await expect(playground.node(/^receive request/i)).toBeVisible()
    }
    await version.selectOption('1.34')
    await version.selectOption('1.36')
    for (const theme of ['as the system', 'light', 'dark']) {
      await page.getByRole('button', { name: `Theme: ${theme}` }).click()
    }
  })
  await test.step('play', async () => {
    await player.getByRole('combobox', { name: 'Speed' }).selectOption('4')
    await player.getByRole('button', { name: 'Restart' }).click()
    await player.getByRole('button', { name: 'Play' }).click()
    await expect(playground.step).toHaveAttribute('aria-valuetext', /^Step [2-9] of /)
    await player.getByRole('button', { name: 'Pause' }).click()
    for (const key of ['End', 'ArrowLeft', 'ArrowLeft']) await playground.step.press(key)
    await player.getByRole('button', { name: 'Play' }).click()
    await expect(playground.step).toHaveAttribute('aria-valuetext', /^Step (\d+) of \1\. /)
  })
  await test.step('edit policy and request, with proposals and explanations', async () => {
    await playground.writePolicy(FIRST.scenario.policy)
    await page.keyboard.press('Control+Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+Home')
    await playground.policy.getByText('"impersonate:user-info"').first().hover()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await playground.showForm('Form')
    const resource = request.getByRole('combobox', { name: 'Resource', exact: true })
    await resource.fill('deploy')
    await page.getByRole('option', { name: /^deployments/ }).click()
    await expect(sentence).toContainText('deployments.apps')
    await playground.showForm('More')
    await playground.writeRequest('curl', 'curl -k https://localhost:6443/version')
    await expect(sentence).toContainText('the path /version')
    await playground.writeRequest('kubectl', 'kubectl get pods -n default --as=jane.doe@example.com')
    await playground.requestIn('HTTP')
  })
  await test.step('look at everything, and copy it', async () => {
    for (const drawer of ['Response', 'Audit event', 'Metrics', 'Design']) await playground.openDrawer(drawer)
    await playground.copiedBy(() => answer.getByRole('button', { name: 'Copy answer as Markdown' }).click())
    await timeline.getByRole('button', { name: 'SubjectAccessReview', expanded: false }).first().click()
    for (const drawer of ['Response', 'Audit event', 'Metrics', 'Design']) {
      await playground.details.getByRole('button', { name: new RegExp(`^${drawer}\\b`), expanded: true }).click()
    }
  })
  await test.step('present, and ask for help', async () => {
    await page.getByRole('button', { name: 'Present' }).click()
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByRole('button', { name: 'Leave the present view' }).click()
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
  })
  await test.step('compare designs', async () => {
    const dialog = await openComparison(playground, 'Side by side')
    await expect(dialog.locator('figure svg:has(g.node)')).toHaveCount(2)
    await dialog.getByRole('tab', { name: 'Every design' }).click()
    await expect(dialog.getByRole('listitem').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  })
  await test.step('keep something large, and come back', async () => {
    await playground.writePolicy(`${FIRST.scenario.policy}${'# a comment that goes on for a while\n'.repeat(20_000)}`)
    await expect(playground.policy).toContainText('3 roles, 3 bindings')
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('authz-playground/scenario')))
      .toContain('elsewhere')
    await page.getByRole('button', { name: 'Reset to the example' }).click()
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await expect(sentence).toContainText('as jane')
  })
}

test('asks for its own files, and for nothing after they have arrived', async ({ playground, context, site }) => {
  await session(playground)
  const paths = site.requests.map((address) => new URL(address))
  expect(paths.filter(({ pathname }) => !siteFiles().has(pathname)).map(String)).toEqual([])
  expect(paths.filter(({ search }) => search !== '').map(String)).toEqual([])

  // By now all that loads late has loaded: the editor, the charts, the examples, the dialogs, the store for large texts.
  const asked = site.requests.length
  await context.setOffline(true)
  await session(playground)
  expect(site.requests.slice(asked)).toEqual([])
  await context.setOffline(false)
})

test.describe('with nothing left to load', () => {
  // What is loaded ahead arrives whenever the page is idle, also while it is being left.
  test.use({ loadsAhead: false })

  test('sends nothing when it is left, or comes back', async ({ playground, page, context, site }) => {
    await page.getByRole('combobox', { name: 'Kubernetes', exact: true }).selectOption('1.34')
    await expect(playground.sentence).toHaveText(/^ ?403: /)
    await playground.readyToWrite(playground.policyText)
    await expect(playground.node(/^receive request/i)).toBeVisible()
    const other = await context.newPage()
    const before = site.requests.length
    await other.bringToFront()
    await page.bringToFront()
    await page.close({ runBeforeUnload: true })
    expect(site.requests.slice(before)).toEqual([])
  })
})
