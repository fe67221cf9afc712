import { expect, type Page, test } from '@playwright/test'
import { watchSite } from './watch.ts'

const origin = 'http://site.test'
const files: Readonly<Record<string, { readonly contentType: string; readonly body: string }>> = {
  '/': { contentType: 'text/html', body: '<!doctype html><title>Site</title><link rel="icon" href="data:,">' },
  '/asks.js': { contentType: 'text/javascript', body: "fetch('http://elsewhere.test/from-worker').then(close, close)" },
  '/throws.js': { contentType: 'text/javascript', body: "throw new Error('lost in a worker')" },
}

/** Opens a site of the files above, in a world in which every other host answers too, and watches it. */
async function open(page: Page) {
  await page.context().route('**/*', (route) => {
    const url = new URL(route.request().url())
    const file = url.origin === origin ? files[url.pathname] : { contentType: 'text/plain', body: 'elsewhere' }
    return route.fulfill(file ?? { status: 404 })
  })
  const site = watchSite(page.context(), origin, new Set(Object.keys(files)))
  await page.goto(`${origin}/`)
  return site
}

test('finds nothing wrong with a site that keeps to itself', async ({ page }) => {
  const site = await open(page)
  await page.evaluate(() => fetch('/asks.js').then((answer) => answer.text()))
  expect(site.problems).toEqual([])
  expect(site.requests).toEqual([`${origin}/`, `${origin}/asks.js`])
})

test('sees a request to another host', async ({ page }) => {
  const site = await open(page)
  await page.evaluate(() => fetch('http://elsewhere.test/x', { mode: 'no-cors' }))
  expect(site.problems).toEqual(['asked another host: GET http://elsewhere.test/x'])
})

test('sees a request that a worker makes', async ({ page }) => {
  const site = await open(page)
  await page.evaluate(() => {
    new Worker('/asks.js', { type: 'module' })
  })
  await expect.poll(() => site.problems).toContain('asked another host: GET http://elsewhere.test/from-worker')
})

test('sees a request for a file that the site does not have', async ({ page }) => {
  const site = await open(page)
  await page.evaluate(() => fetch('/tracking?who=me'))
  expect(site.problems[0]).toBe('requested a file that the site does not have: GET /tracking')
})

test('sees an error that the page logs', async ({ page }) => {
  const site = await open(page)
  // biome-ignore lint/suspicious/noConsole: it is what this test is about
  await page.evaluate(() => console.error('trouble'))
  await expect.poll(() => site.problems).toEqual([expect.stringMatching(/^logged an error: trouble/)])
})

test('sees an exception that nobody caught', async ({ page }) => {
  const site = await open(page)
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('lost')
    })
  })
  await expect.poll(() => site.problems).toEqual([expect.stringMatching(/^threw: Error: lost/)])
})

test('sees an exception that nobody caught in a worker', async ({ page }) => {
  const site = await open(page)
  await page.evaluate(() => {
    new Worker('/throws.js', { type: 'module' })
  })
  await expect.poll(() => site.problems).toEqual([expect.stringContaining('lost in a worker')])
})

test('sees a socket', async ({ page }) => {
  const site = await open(page)
  await page.evaluate(() => {
    new WebSocket('ws://elsewhere.test/')
  })
  await expect.poll(() => site.problems).toContain('opened a socket: ws://elsewhere.test/')
})
