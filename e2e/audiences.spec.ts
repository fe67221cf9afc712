import { DESIGN_LIST } from '@authz-playground/engine'
import type { Page } from '@playwright/test'
import { literalPattern, type PlaygroundPage, playgroundOn } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const audience = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Ways in' }).getByRole('button', { name, exact: true })

/** Waits until the answer belongs to what is open. */
async function answered({ sentence }: PlaygroundPage, code: number): Promise<void> {
  await expect(sentence).toHaveText(new RegExp(`^ ?${code}: `))
}

test.describe('for whoever comes for the first time', () => {
  test.use({ audience: 'none' })

  test('a reader of the documentation can name the four modes after three minutes', async ({ playground, page }) => {
    await test.step('the page begins with what constrained impersonation is, and no design', async () => {
      await expect(audience(page, 'Learn')).toHaveAttribute('aria-current', 'page')
      for (const question of ['May it do this as somebody else?', 'May it be that somebody?'])
        await expect(playground.node(new RegExp(`^${literalPattern(question)}`))).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.locator('main')).not.toContainText(/design|KEP|feature gate/i, { useInnerText: true })
      await expect(page.getByRole('banner').getByRole('radio')).toHaveCount(0)
      await expect(page.getByRole('combobox', { name: 'Kubernetes', exact: true })).toBeHidden()
    })

    await test.step('the modes are side by side in a table, which can be copied', async () => {
      await page.getByRole('button', { name: 'The four modes' }).click()
      const dialog = page.getByRole('dialog', { name: 'The four modes' })
      await expect(dialog.getByRole('row')).toHaveText([
        /For whom/,
        /^1associated-node.*impersonate:associated-node on nodes, without a namespace$/,
        /^2arbitrary-node.*impersonate:arbitrary-node on nodes, without a namespace$/,
        /^3serviceaccount.*impersonate:serviceaccount on serviceaccounts, in the namespace of the account$/,
        /^4user-info.*impersonate:user-info on users, groups, uids, userextras\/<key>, without a namespace$/,
        /^5none: the old verb/,
      ])
      const copied = await playground.copiedBy(() => dialog.getByRole('button', { name: /^Copy/ }).click())
      expect(copied).toContain('| 4 | `user-info` |')
      await page.keyboard.press('Escape')
    })

    await test.step('six examples: the four modes, the old verb, and a refusal', async () => {
      const steps = page.getByRole('list', { name: 'Six examples' }).getByRole('button')
      await expect(steps).toHaveText([
        'As a user',
        'As a service account',
        'As its own node',
        'As any node',
        'By the old verb',
        'Not at all',
      ])
      for (const [at, [by, asked]] of (
        [
          ['impersonate:user-info', ['May it do this as somebody else?', 'May it be that somebody?']],
          ['impersonate:serviceaccount', ['May it do this as a service account?', 'May it be this service account?']],
          ['impersonate:associated-node', ['May it do this as its own node?', 'May it be its own node?']],
          ['impersonate:arbitrary-node', ['May it do this as a node?', 'May it be this node?']],
          ['impersonate', ['May it be the target, for any request?']],
          [undefined, []],
        ] as const
      ).entries()) {
        // The first one is open.
        if (at > 0) await steps.nth(at).click()
        await expect(steps.nth(at)).toHaveAttribute('aria-current', 'step')
        await answered(playground, by === undefined ? 403 : 200)
        if (by !== undefined)
          await expect(playground.answer).toContainText(new RegExp(`allowed by (the legacy verb )?${by} `))
        for (const words of asked) {
          await expect(playground.node(new RegExp(`^${literalPattern(words)}.* Allow\\.`))).toBeVisible()
        }
      }
      await expect(playground.checks.filter({ hasText: 'NoOpinion' }).first()).toBeVisible()
    })

    await test.step('the gallery has routes for readers, and the help an example for each mode', async () => {
      const { gallery } = playground
      await playground.openGallery()
      await expect(gallery.getByRole('heading', { level: 3 }).first()).toHaveText('Start here')
      await expect(gallery).not.toContainText(/design|review thread/i, { useInnerText: true })
      for (const words of ['four modes', 'associated-node', 'arbitrary-node', 'impersonate:serviceaccount']) {
        await gallery.getByRole('searchbox').fill(words)
        await expect(gallery.getByRole('heading', { level: 3 }).first()).toHaveText('Start here')
      }
      await gallery.getByRole('searchbox').fill('CEL')
      await gallery.getByRole('button', { name: / more, for others$/ }).click()
      await expect(playground.entry('fine-grained-parameter-cel')).toBeVisible()
      await gallery.getByRole('button', { name: 'Close', exact: true }).click()
      await page.getByRole('button', { name: 'Help' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Example: As its own node' }).click()
      await expect(page.getByRole('button', { name: /^Example: List the pods of its own node/ })).toBeVisible()
    })
  })
})

test.describe('on a first visit', () => {
  test.use({ audience: 'none', asked: false })

  const guess = (page: Page, name: 'Allowed' | 'Refused') => page.getByRole('button', { name, exact: true })

  test('the page asks before it answers: a guess plays the request, and its end says whether it was right', async ({
    page,
  }) => {
    const { answer, sentence, checks, player } = playgroundOn(page)
    await page.goto('/')
    await expect(answer.getByRole('heading', { level: 3 })).toHaveText(
      'Service account default/my-controller wants to list pods in namespace default as jane.doe@example.com. Allowed or refused?',
    )
    await expect(sentence).toBeHidden()
    await expect(checks).toHaveCount(0)
    await expect(page.getByRole('figure').locator('.stamp')).toHaveCount(0)
    expect(await page.title()).not.toMatch(/granted|allowed/)
    await guess(page, 'Allowed').click()
    await expect(answer).toContainText('You said: allowed. The request is under way.')
    await expect(page.locator('[data-pane=answer]')).toBeFocused()
    await player.getByRole('combobox', { name: 'Speed' }).selectOption('4')
    await expect(sentence).toHaveText(/^ ?200: /, { timeout: 60_000 })
    await expect(answer).toContainText('You said: allowed. So it is.')

    await page.reload()
    await expect(sentence).toHaveText(/^ ?200: /)
    await expect(answer).not.toContainText('You said')
    await expect(guess(page, 'Allowed')).toHaveCount(0)
  })

  test('who plays by the keyboard goes on without a guess, and nobody is asked twice', async ({ page, context }) => {
    const { answer, sentence, step } = playgroundOn(page)
    await page.goto('/')
    await expect(guess(page, 'Refused')).toBeVisible()
    await page.keyboard.press('Alt+Y')
    await expect(answer).toContainText('The request is under way.')
    await expect(step).toHaveAttribute('aria-valuetext', /^Step [2-9] /)
    await answer.getByRole('button', { name: 'Go to the end' }).click()
    await expect(sentence).toHaveText(/^ ?200: /)
    await expect(answer).not.toContainText('You said')
    const later = await context.newPage()
    await later.goto('/')
    await expect(playgroundOn(later).sentence).toHaveText(/^ ?200: /)
  })

  test('reduced motion and links show the answer at once', async ({ page }) => {
    const { sentence } = playgroundOn(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    await expect(sentence).toHaveText(/^ ?200: /)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('about:blank')
    await page.goto('/#example/docs-user-delete')
    await expect(sentence).toHaveText(/^ ?403: /)
  })
})

test('each audience sees what it needs, and the browser remembers the last one', async ({ playground, page }) => {
  const kubernetes = page.getByRole('combobox', { name: 'Kubernetes', exact: true })
  const designs = page.getByRole('radio', { name: /impersonation/ })

  await audience(page, 'Debug').click()
  await expect(kubernetes).toBeVisible()
  await expect(designs).toHaveCount(0)
  // To debug a policy it is wide, where the chart has room all the same.
  for (const [width, share] of [
    [1024, 0.4],
    [1280, 0.5],
    [1440, 0.5],
  ] as const) {
    await page.setViewportSize({ width, height: 768 })
    const box = await playground.policy.boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(width * share - 1)
  }

  await page.reload()
  await expect(audience(page, 'Debug')).toHaveAttribute('aria-current', 'page')
  // After a reload the address says so, too. Another tab has only what the browser remembers.
  const tab = await page.context().newPage()
  await tab.goto('/')
  await expect(audience(tab, 'Debug')).toHaveAttribute('aria-current', 'page')
  await tab.close()
  await answered(playground, 200)
  await page.getByRole('button', { name: 'Undo' }).focus()
  await audience(page, 'Designs').click()
  await page.getByRole('button', { name: 'All designs' }).click()
  const documents = page.getByRole('group', { name: 'Design', exact: true }).getByRole('group')
  await expect(documents).toHaveCount(new Set(DESIGN_LIST.map(({ origin }) => origin)).size)
  await expect(documents.getByRole('radio')).toHaveCount(DESIGN_LIST.length)
  await documents.getByRole('radio', { name: 'A special API group' }).check()
  await answered(playground, 403)

  await audience(page, 'Learn').click()
  await page.getByRole('button', { name: 'its own settings' }).click()
  await expect(audience(page, 'Designs')).toHaveAttribute('aria-current', 'page')
})
