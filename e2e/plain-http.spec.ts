import { readFileSync } from 'node:fs'
import { readCourse } from '@authz-playground/engine/documents'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { dist } from '../scripts/build.mjs'
import { chromiumLaunch } from '../scripts/chromium.ts'
import { servePlainly } from './support/plain-server.ts'
import { playgroundOn } from './support/playground.ts'
import { readQR } from './support/qr.ts'

/** A name in a room: to a browser it is no secure context, as `localhost` would be. */
const NAME = 'room.example'

const LAUNCH = chromiumLaunch()

test.use({
  launchOptions: {
    ...LAUNCH,
    args: [...LAUNCH.args, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  },
})

const COURSE = readCourse(readFileSync('packages/courses/rbac-from-nothing/course.yaml', 'utf8')).course

/** Copies by the button, and by hand where the browser does not let the page use the clipboard. */
async function copied(page: Page, copy: Locator): Promise<string> {
  await copy.click()
  const field = page.getByRole('dialog', { name: 'Copy link', exact: true })
  await expect(field).toContainText('The browser did not let the page use the clipboard. The text is selected')
  const text = field.getByRole('textbox', { name: 'link' })
  await expect(text).toBeFocused()
  const { selected, all } = await text.evaluate((area: HTMLTextAreaElement) => ({
    selected: area.value.slice(area.selectionStart, area.selectionEnd),
    all: area.value,
  }))
  expect(selected, 'what Ctrl+C copies').toBe(all)
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(copy).toBeFocused()
  return all
}

test('over plain HTTP in a room a lesson is done, handed out and handed in', async ({ page, context }) => {
  const problems: string[] = []
  context.on('weberror', (event) => problems.push(event.error().message))
  context.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  const server = await servePlainly(dist)
  const address = server.address.replace('127.0.0.1', NAME)
  const [first] = COURSE?.lessons ?? []
  const choose = async (what: string): Promise<Locator> => {
    await page.getByRole('button', { name: /^Lesson \d+ of 10/ }).click()
    await page.getByRole('button', { name: what, exact: true }).click()
    return page.getByRole('dialog', { name: what, exact: true })
  }
  await page.goto(`${address}#courses`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)

  await test.step('a lesson is done, and kept', async () => {
    await page.getByRole('button', { name: `Start: ${COURSE?.title}` }).click()
    await page.getByRole('button', { name: 'Skip the question' }).click()
    for (const name of ['Show the solution', 'Show it', 'Take it over'])
      await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByText('1 of 10 done')).toBeVisible()
    await page.reload()
    await expect(page.getByText('1 of 10 done')).toBeVisible()
  })

  await test.step('its link is handed out', async () => {
    const dialog = await choose('Hand out')
    const link = await copied(page, dialog.getByRole('button', { name: 'Copy link' }))
    expect(link).toBe(`${address}#course/${COURSE?.id}/${first?.id}`)
    expect(await readQR(dialog.getByRole('img', { name: /^QR code/ }))).toBe(link)
    await page.keyboard.press('Escape')
  })

  await test.step('what was done is handed in, and opens elsewhere', async () => {
    const dialog = await choose('Hand in')
    const link = await copied(page, dialog.getByRole('button', { name: 'Copy link' }))
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save as file' }).click()
    expect(readFileSync(await (await saved).path(), 'utf8')).toContain('done: true')
    const other = await context.newPage()
    await other.goto(link)
    await expect(other.getByRole('dialog', { name: 'Handed in', exact: true })).toContainText('1 of 10 lessons done')
    await other.close()
  })

  await test.step('a policy is typed, kept and shared', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Leave the course' }).click()
    await expect(page.getByRole('button', { name: 'Tour', exact: true })).toBeVisible()
    const playground = playgroundOn(page)
    await expect(playground.sentence).toHaveText(/^ ?200: /)
    await playground.readyToWrite(playground.policyText)
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.type('# mine')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Alt+R')
    const dialog = page.getByRole('dialog', { name: 'Share', exact: true })
    expect(await copied(page, dialog.getByRole('button', { name: 'Copy link' }))).toMatch(/#z1\//)
  })
  expect(problems).toEqual([])
  server.close()
})
