import { clusterPolicy } from '../scripts/bench/cluster-policy.ts'
import { expect, test } from './support/test.ts'

const NEAREST =
  /^Line 30 comes closest: all but the verb\. It grants impersonate-on:user-info:list and impersonate-on:user-info:watch; the check asks for impersonate-on:user-info:delete\./

const CLOSEST = 'Line 30 comes closest: all but the verb.'

test('a refusal says which rule comes closest, and what of it does not fit', async ({ playground, page }) => {
  const { answer, details, timeline, policyText } = playground
  await expect(answer.getByText(/comes closest/)).toBeHidden()
  await playground.openExample('docs-user-delete')
  await expect(answer.getByText(CLOSEST)).toBeVisible()
  await playground.openDrawer('What comes close')
  await expect(details.getByText(NEAREST)).toBeVisible()
  const marks = details.getByRole('list', { name: 'What fits' }).first()
  await expect(marks.getByText('verb does not fit')).toBeVisible()
  await expect(marks.getByText('resource fits')).toBeVisible()

  await test.step('its line leads to the rule, and the editor marks the value', async () => {
    await answer.getByRole('button', { name: 'Line 30' }).click()
    await expect(policyText).toBeFocused()
    await expect(policyText).toHaveAccessibleDescription(/Tab moves on until you type/)
    await playground.policy.getByText('"impersonate-on:user-info:list"').hover()
    await expect(page.getByRole('tooltip').getByText(/Line 30 comes closest/)).toBeVisible()
  })

  await test.step('the timeline and the note of the box say the same', async () => {
    await timeline
      .getByRole('button', { name: /what nearly fits/, expanded: false })
      .first()
      .click()
    await expect(timeline.getByRole('list', { name: 'Rules that nearly fit check 1' }).getByText(NEAREST)).toBeVisible()
    await playground.node(/May it do this as somebody else/).click()
    await expect(playground.chart.getByText(/Line 30 comes closest/).filter({ visible: true })).toBeVisible()
  })

  await test.step('the Markdown too', async () => {
    const markdown = await playground.copiedBy(() => answer.getByRole('button', { name: /answer as Markdown/ }).click())
    expect(markdown).toContain('\n\nNearly: Line 30 comes closest: all but the verb.')
  })

  await test.step('and nothing is said once it is allowed', async () => {
    await playground.openExample('docs-user-list')
    await expect(playground.sentence).toContainText('200')
    await expect(answer.getByText(/comes closest/)).toBeHidden()
  })
})

test('what comes close is reached by keyboard; nothing tells it while the request is under way, or where no rule is the reason', async ({
  playground,
  page,
}) => {
  const { answer, player } = playground
  await test.step('by keyboard', async () => {
    await playground.goToExample('default-view-secrets')
    await expect(answer.getByText(/of the default roles comes closest: all but the resource\./)).toBeVisible()
    const details = await playground.unfold('Details')
    await details.getByRole('button', { name: /^What comes close/ }).focus()
    await page.keyboard.press('Enter')
    await expect(details.getByRole('list', { name: 'What fits' })).toHaveCount(5)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Default roles' })).toBeFocused()
  })
  await test.step('where no rule is the reason, the answer says what is, and what would do', async () => {
    await playground.goToExample('malformed-header')
    await expect(answer.getByText(/^No rule changes this: .* Set Impersonate-User as well/)).toBeVisible()
    await playground.goToExample('node-secret-elsewhere')
    await expect(
      answer.getByText(/The Node authorizer decides by the stored objects: a pod that is bound/),
    ).toBeVisible()
  })
  await test.step('while the request is under way', async () => {
    await playground.goToExample('docs-user-delete')
    await expect(answer.getByText(CLOSEST)).toBeVisible()
    await player.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(answer.getByText('The request is under way.')).toBeVisible()
    await expect(answer.getByText(CLOSEST)).toBeHidden()
  })
})

test('at cluster size it follows the answer, also while somebody types', async ({ playground }) => {
  const { answer } = playground
  await playground.writePolicy(clusterPolicy())
  await playground.writeRequest('HTTP', 'DELETE /api/v1/namespaces/namespace-7/pods/web HTTP/1.1')
  await expect(playground.sentence).toContainText('may not delete pods named web')
  await expect(answer.getByText(/^Line \d+ (comes closest|would do)/)).toBeVisible()
  await playground.append(playground.requestText('HTTP'), '\nImpersonate-User: jane')
  await expect(playground.sentence).toContainText('as jane')
})

test('nothing jumps when it comes', async ({ page, playground }) => {
  // What moves in the pane of the answer.
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      readonly value: number
      readonly sources: readonly { readonly node: Node | null }[]
    }
    window.shifted = 0
    const inAnswer = ({ node }: Shift['sources'][number]): boolean =>
      node instanceof Element && node.id !== 'answer' && node.closest('#answer') !== null
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as readonly PerformanceEntry[] as readonly Shift[])
        if (sources.some(inAnswer)) window.shifted = (window.shifted ?? 0) + value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await playground.goToExample('docs-user-delete')
  await expect(playground.answer.getByText(CLOSEST)).toBeVisible()
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await test.step(`${viewport.width} × ${viewport.height}`, async () => {
      await page.setViewportSize(viewport)
      await page.reload()
      await expect(playground.answer.getByText(CLOSEST)).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.02)
    })
  }
})
