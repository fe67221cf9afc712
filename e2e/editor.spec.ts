import { shownLines } from './support/looks.ts'
import { expect, test } from './support/test.ts'

test('Monaco comes when somebody turns to an editor, and goes on where they write', async ({ page, playground }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  let arrive = (): void => undefined
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/assets\/RichEditor-[^/]*\.js$/, async (route) => {
    await arrival
    await route.continue()
  })
  await page.waitForLoadState('networkidle')
  const rich = () => requested.filter((url) => /RichEditor|editor\.api/.test(url))
  expect(rich()).toEqual([])

  const { policy, policyText } = playground
  const shown = async () => (await shownLines(policy)).join('\n')
  await policyText.click({ position: { x: 4, y: 18 } })
  for (const key of ['ControlOrMeta+Home', 'ArrowDown', 'End']) await page.keyboard.press(key)
  await page.keyboard.type(' # one')
  expect(rich().length).toBeGreaterThan(0)
  await expect.poll(() => policyText.inputValue()).toMatch(/^apiVersion: \S+\nkind: ClusterRole # one\n/)
  arrive()
  await page.keyboard.type(' two', { delay: 40 })
  await expect(policyText).toHaveAccessibleDescription(/Tab moves on until you type/)
  await page.keyboard.type(' six')
  await expect.poll(shown).toContain('\nkind: ClusterRole # one two six\n')
  // The line wraps: nothing scrolls sideways under somebody who types.
  await expect(policy.locator('.scrollbar.horizontal').first()).toHaveClass(/invisible/)
})
