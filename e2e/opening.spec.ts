import { expect, siteFiles, test } from './support/test.ts'

test.use({ loadsAhead: true })

test('opens, with its own files alone', async ({ page, site }) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/authorization playground/i)
  await expect(page.getByRole('main')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const paths = site.requests.map((address) => new URL(address).pathname)
  expect(paths).toContain('/')
  expect(paths.filter((path) => !siteFiles().has(path))).toEqual([])
})
