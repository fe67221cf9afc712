import { expect, type Locator, type Page } from '@playwright/test'

/** The present view as an audience sees it, and as a presenter drives it. */
export function lectureOn(page: Page) {
  const region = (name: string): Locator => page.getByRole('region', { name, exact: true })
  return {
    question: region('Question'),
    step: region('Current step'),
    answer: region('Answer'),
    rule: page.getByRole('figure', { name: 'The rule that decided' }),
    title: page.getByRole('main').getByRole('heading', { level: 2 }).first(),
    /** “2 of 9”. */
    place: page.getByRole('main').getByText(/^\d+ of \d+/),
    leave: page.getByRole('button', { name: 'Leave the present view' }),
    /** The answer of a check that the chart shows, and in the chart of a design that of the request: none before it is reached. */
    stamps: page
      .locator('figure .stamp, figure .authz-grid .says text')
      .filter({ hasText: /^(Allow|NoOpinion|Deny|Conditional|Allowed|Refused)$/ }),
    async begin(): Promise<void> {
      await page.keyboard.press('Alt+P')
      await expect(region('Question')).toBeVisible()
    },
    /** Goes on until the answer is shown. */
    async toTheEnd(): Promise<void> {
      if (await region('Question').isVisible()) {
        await page.keyboard.press('Space')
        // What is not decided yet goes once it is.
        await expect(region('Question')).toBeHidden()
      }
      for (let press = 0; press < 60 && !(await region('Answer').isVisible()); press++) {
        await page.keyboard.press('Space')
        await page.evaluate(() => new Promise(requestAnimationFrame))
      }
      await expect(region('Answer')).toBeVisible()
    },
  }
}
