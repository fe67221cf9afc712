import type { Page } from '@playwright/test'
import { cutWords } from './support/cut-words.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
] as const

/** Chooses each audience in each window, and looks at the words. */
async function expectWholeWords({ sentence }: PlaygroundPage, page: Page): Promise<void> {
  for (const size of WINDOWS) {
    await page.setViewportSize(size)
    const menu = page.getByRole('button', { name: 'Menu', expanded: false })
    if (await menu.isVisible()) await menu.click()
    for (const audience of ['Learn', 'Debug', 'Designs']) {
      await page
        .getByRole('navigation', { name: 'Ways in' })
        .getByRole('button', { name: audience, exact: true })
        .click()
      await expect(sentence).toHaveText(/^ ?200: /)
      await expectWholeWordsNow(page, `${audience}, ${size.width} × ${size.height}`)
    }
  }
}

async function expectWholeWordsNow(page: Page, where: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect.soft(await cutWords(page), where).toEqual([])
  await expectNoSidewaysScrolling(page)
}

test('every word is whole where the browser’s letters are twice as large', async ({ page, playground }) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await page.reload()
  await expectWholeWords(playground, page)
})

test('every word is whole, of a lesson too, where a style makes all letters twice as large', async ({
  page,
  playground,
}) => {
  await page.addStyleTag({ content: ':root { font-size: 200% !important }' })
  await expectWholeWords(playground, page)

  await page.evaluate(() => {
    location.hash = '#course/rbac-from-nothing'
  })
  await expect(page.getByRole('button', { name: /^Lesson 1 of / })).toBeVisible()
  for (const size of WINDOWS) {
    await page.setViewportSize(size)
    await expect(page.getByRole('button', { name: /^Lesson 1 of / })).toBeVisible()
    await expectWholeWordsNow(page, `a lesson, ${size.width} × ${size.height}`)
  }
})
