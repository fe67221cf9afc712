import { linkHash } from '@authz-playground/engine/documents'
import { FIRST } from '@authz-playground/examples/first'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { type PlaygroundPage, playgroundOn } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const version = ({ page }: PlaygroundPage) => page.getByRole('combobox', { name: 'Kubernetes', exact: true })

async function reload({ page, sentence }: PlaygroundPage): Promise<void> {
  await page.reload()
  await expect(sentence).toBeVisible()
}

/** The stored text for a new tab. */
function newest({ page }: PlaygroundPage): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('authz-playground/scenario'))
}

/** The stored text of this tab. */
function kept({ page }: PlaygroundPage): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('authz-playground/scenario'))
}

/** Another page of the same browser. */
async function newTab(context: BrowserContext, address = '/'): Promise<PlaygroundPage> {
  const tab = playgroundOn(await context.newPage())
  await tab.page.goto(address)
  await expect(tab.sentence).toBeVisible()
  return tab
}

test('keeps policy, request, requestor, settings, design, theme and the size of the panes across a reload', async ({
  playground,
  page,
}) => {
  const { request, sentence } = playground
  const line = page.getByRole('separator', { name: 'Height of the parts below the chart' })
  const who = request.getByRole('region', { name: 'Who asks' })
  await playground.writePolicy('# mine\n')
  await playground.writeRequest('kubectl', 'kubectl get nodes --as=bob')
  await who.getByRole('combobox', { name: 'Who asks' }).selectOption('A user')
  await who.getByRole('combobox', { name: 'Username' }).first().fill('carol')
  await version(playground).selectOption('1.35')
  await page.getByRole('radio', { name: 'Legacy impersonation' }).check()
  await expect(sentence).toHaveText(/^ ?403: carol may not list nodes cluster-wide as bob/)

  await page.getByRole('button', { name: 'Theme: as the system' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await line.focus()
  await page.keyboard.press('ArrowDown')
  const height = (await line.getAttribute('aria-valuenow')) ?? ''
  await reload(playground)
  await expect(sentence).toHaveText(/^ ?403: carol may not list nodes cluster-wide as bob/)
  expect(await playground.textOf(playground.policyText)).toBe('# mine\n')
  await expect(request.getByRole('tab', { name: /^kubectl/ })).toHaveAttribute('aria-selected', 'true')
  expect(await playground.requestIn('kubectl')).toBe('kubectl get nodes --as=bob')
  await expect(version(playground)).toHaveValue('1.35')
  await expect(page.getByRole('radio', { name: 'Legacy impersonation' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Reset to the example' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible()
  await expect(line).toHaveAttribute('aria-valuenow', height)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})

test('keeps the example that was opened, and a policy that is not understood as it was typed', async ({
  playground,
}) => {
  await playground.goToExample('four-groups')
  await expect(playground.sentence).toContainText('as jane')
  await reload(playground)
  await expect(playground.page.getByRole('button', { name: /^Example: Four groups by wildcard/ })).toBeVisible()

  const half = 'apiVersion: rbac.authorization.k8s.io/v1\r\nkind: ClusterRole\n\tmetadata: [\n'
  await playground.writePolicy(half)
  await expect(playground.sentence).toHaveText(/Not decided: /)
  const written = await playground.textOf(playground.policyText)
  await reload(playground)
  await expect(playground.sentence).toHaveText(/Not decided: /)
  expect(await playground.textOf(playground.policyText)).toBe(written)
})

test('says so when the stored scenario cannot be read, and begins anew', async ({ page }) => {
  const playground = playgroundOn(page)
  for (const [what, kept] of [
    ['no JSON', '{"version":1,"start":'],
    ['of a version to come', '{"version":99,"start":{}}'],
    ['of another shape', '{"version":1,"start":{"exampleId":7,"scenario":{"policy":[]}}}'],
    ['of something large that is gone', '{"version":1,"elsewhere":true}'],
  ] as const) {
    await test.step(what, async () => {
      // At each visit the last one that was added wins.
      await page.addInitScript((text) => {
        sessionStorage.removeItem('authz-playground/scenario')
        localStorage.setItem('authz-playground/scenario', text)
      }, kept)
      await page.goto('/')
      await expect(page.getByRole('alert')).toContainText(['The scenario from your last visit could not be read'])
      await expect(playground.sentence).toHaveText(/^ ?200: /)
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(page.getByText('The scenario from your last visit')).toBeHidden()
    })
  }
})

test('says so when the design that was kept is not there any more, and an example helps', async ({
  playground,
  page,
}) => {
  await page.getByRole('radio', { name: 'Legacy impersonation' }).check()
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  // A newer version of the page may have stored this.
  await page.addInitScript(() => {
    const key = 'authz-playground/scenario'
    const kept = sessionStorage.getItem(key)
    if (kept !== null) sessionStorage.setItem(key, kept.replace('"legacy"', '"unheard-of"'))
  })
  await page.reload()
  await expect(playground.answer.getByRole('alert')).toContainText('unheard-of')
  await playground.openGallery()
  await playground.entry('docs-user-delete').click()
  await page.getByRole('button', { name: 'Open the example' }).click()
  await expect(playground.sentence).toHaveText(/^ ?403: .*may not delete pods/)
})

test('each of two tabs keeps its own across a reload, and a new one starts from the newest', async ({
  playground,
  context,
  page,
}) => {
  const other = await newTab(context)
  // A test closes a tab without the events that a person's click causes, so the tab has stored everything before.
  await version(playground).selectOption('1.34')
  await expect.poll(() => newest(playground)).toContain('"1.34"')
  await version(other).selectOption('1.37')
  await expect.poll(() => newest(playground)).toContain('"1.37"')
  // They do not disturb each other.
  await page.bringToFront()
  await expect(version(playground)).toHaveValue('1.34')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  await expect(other.sentence).toHaveText(/^ ?200: /)

  await reload(playground)
  await expect(version(playground)).toHaveValue('1.34')
  await reload(other)
  await expect(version(other)).toHaveValue('1.37')
  await other.page.close()
  // Nobody worked in the first tab since, so its scenario is not the newest.
  await expect(version(await newTab(context))).toHaveValue('1.37')
})

test('a tab that was duplicated goes its own way', async ({ playground, context, page }) => {
  await version(playground).selectOption('1.34')
  await expect.poll(() => kept(playground)).toContain('"1.34"')
  const opened = context.waitForEvent('page')
  // Browsers copy `sessionStorage` into the new tab.
  await page.evaluate(() => void window.open(location.href))
  const copy = playgroundOn(await opened)
  await expect(version(copy)).toHaveValue('1.34')
  await version(copy).selectOption('1.35')
  await expect.poll(() => kept(copy)).toContain('"1.35"')
  await reload(playground)
  await expect(version(playground)).toHaveValue('1.34')
  await reload(copy)
  await expect(version(copy)).toHaveValue('1.35')
})

test('each of two tabs keeps its own large policy', async ({ playground, context }) => {
  const large = (name: string) =>
    `${FIRST.scenario.policy}# ${name}\n${'# a comment that goes on for a while\n'.repeat(20_000)}`
  await playground.writePolicy(large('one'))
  await expect.poll(() => kept(playground)).toContain('elsewhere')
  const first = await kept(playground)
  const other = await newTab(context)
  await other.writePolicy(large('two'))
  await expect.poll(() => kept(other)).not.toBe(first)
  await reload(playground)
  expect(await playground.textOf(playground.policyText)).toContain('# one\n')
  await reload(other)
  expect(await other.textOf(other.policyText)).toContain('# two\n')
})

/** Somebody’s link, to a scenario of another policy. */
const THEIR_LINK = `/${linkHash({
  document: {
    title: 'Theirs',
    explanation: '',
    expect: [],
    scenario: { ...FIRST.scenario, policy: '# theirs\n' },
  },
})}`

test('a link that is opened in a new tab replaces nothing that was worked on, until it is changed', async ({
  playground,
  context,
}) => {
  await version(playground).selectOption('1.34')
  await expect.poll(() => newest(playground)).toContain('"1.34"')
  const link = await newTab(context, THEIR_LINK)
  await expect(link.page.getByRole('button', { name: /^Example: Theirs/ })).toBeVisible()
  await expect.poll(() => kept(link)).toContain('# theirs')
  // The tab itself has stored it.
  await reload(link)
  await expect(link.page.getByRole('button', { name: /^Example: Theirs/ })).toBeVisible()
  expect(await newest(link)).toContain('"1.34"')
  await expect(version(await newTab(context))).toHaveValue('1.34')

  await version(link).selectOption('1.37')
  await expect.poll(() => newest(link)).toContain('# theirs')
})

test('own work is found again after somebody’s link was opened in its place, edited and reloaded', async ({
  playground,
  context,
  page,
}) => {
  await playground.writePolicy('# hours of work\n')
  await expect.poll(() => newest(playground)).toContain('hours of work')
  await page.close()
  const link = await newTab(context, THEIR_LINK)
  await version(link).selectOption('1.37')
  await expect.poll(() => newest(link)).toContain('# theirs')
  await reload(link)
  await expect(link.page.getByRole('button', { name: /^Example: Theirs/ })).toBeVisible()

  const dialog = link.page.getByRole('dialog', { name: 'Your scenarios', exact: true })
  const earlier = dialog.getByRole('region', { name: 'Your earlier work' })
  const items = earlier.getByRole('listitem')
  await link.page.keyboard.press('Alt+L')
  await expect(items).toHaveCount(1)
  await expectAccessible(link.page, 'dialog')
  await items.getByRole('button').first().click()
  await expect(dialog).toBeHidden()
  expect(await link.textOf(link.policyText)).toBe('# hours of work\n')

  // What was open has its place there in turn.
  await link.page.keyboard.press('Alt+L')
  await expect(items).toHaveCount(1)
  await expect(items).toContainText('Theirs')
  await earlier.getByRole('button', { name: /^Delete “Theirs”, / }).click()
  await expect(earlier.getByText('“Theirs” was deleted.')).toBeVisible()
  await link.page.keyboard.press('Enter')
  await expect(items.getByRole('button').first()).toContainText('Theirs')
})

test('an open dialog shows the earlier work of another tab when it comes', async ({ playground, context, page }) => {
  const other = await newTab(context)
  await other.page.keyboard.press('Alt+L')
  const dialog = other.page.getByRole('dialog', { name: 'Your scenarios', exact: true })
  await expect(dialog).toBeVisible()
  const items = dialog.getByRole('region', { name: 'Your earlier work' }).getByRole('listitem')
  await expect(items).toHaveCount(0)
  await playground.writePolicy('# hours of work\n')
  await expect.poll(() => newest(playground)).toContain('hours of work')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
  await expect(items).toHaveCount(1)
})

test('the first undo after a link on a first visit leads to nothing that nobody has seen', async ({ context }) => {
  const link = await newTab(context, THEIR_LINK)
  await expect(link.page.getByRole('button', { name: /^Example: Theirs/ })).toBeVisible()
  await expect(link.page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled()
})

/** Disables storage, as browsers do that block a site's data. */
async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
}

test('works where nothing can be kept, and says so once there is something to lose', async ({ page }) => {
  await refuseStorage(page)
  const playground = playgroundOn(page)
  await playground.open()
  const notice = page.getByText('This browser does not let the page keep your edits')
  await expect(playground.sentence).toHaveText(/^ ?200: /)
  await expect(notice).toBeHidden()
  await playground.page.getByRole('button', { name: 'Designs', exact: true }).click()
  await version(playground).selectOption('1.34')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  await expect(notice).toBeVisible()
  await notice.locator('..').getByRole('button', { name: 'Dismiss' }).click()
  await version(playground).selectOption('1.35')
  await page.getByRole('button', { name: /^Theme: / }).click()
  await expect(notice).toBeHidden()
})
