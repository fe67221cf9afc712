import { type Browser, chromium } from '@playwright/test'
import { chromiumLaunch } from '../chromium.ts'

/** How long a browser may take until it shows the lesson. Milliseconds. */
const LONGEST = 300_000

/**
 * Opens a lesson in that many browsers at the same time, each with a profile of its own, all of them on this machine. Rejects
 * where one of them does not show the lesson and its goals, or reports an error.
 * @returns for each browser the seconds until its lesson and the goals of it are shown
 */
export async function openRoom(address: string, lesson: string, browsers: number): Promise<readonly number[]> {
  const browser = await chromium.launch(chromiumLaunch())
  try {
    return await Promise.all(Array.from({ length: browsers }, () => openLesson(browser, `${address}${lesson}`)))
  } finally {
    await browser.close()
  }
}

async function openLesson(browser: Browser, address: string): Promise<number> {
  const began = performance.now()
  const page = await (await browser.newContext()).newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(address, { timeout: LONGEST })
  await page.getByRole('list', { name: 'Goals' }).getByRole('listitem').first().waitFor({ timeout: LONGEST })
  const seconds = (performance.now() - began) / 1000
  if (errors.length > 0) throw new Error(`${address}: ${errors.join('; ')}`)
  return seconds
}
