import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { dist } from '../scripts/build.mjs'
import { COMMAND_LINE } from '../scripts/cli/built.ts'
import { expectAccessible } from './support/axe.ts'
import { COURSE, COURSE_FILE, COURSE_TEXT, lessonsButton, openLesson } from './support/courses.ts'
import { lectureOn } from './support/lecture.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import { type PlainServer, servePlainly } from './support/plain-server.ts'
import { playgroundOn } from './support/playground.ts'
import { readQR } from './support/qr.ts'
import { expect, test } from './support/test.ts'

/** The address that a teacher types: that of a laptop in the room. */
const LAPTOP = '192.168.0.10'

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** Chooses what is offered below the list of lessons. */
async function choose(page: Page, what: 'Hand in' | 'Hand out'): Promise<Locator> {
  await lessonsButton(page).click()
  await page.getByRole('button', { name: what, exact: true }).click()
  return dialogOf(page, what)
}

/** Writes the solution of a lesson. */
async function solve(page: Page, id: string): Promise<void> {
  const lesson = COURSE.lessons.find((one) => one.id === id)
  const skip = page.getByRole('button', { name: 'Skip the question' })
  if (await skip.isVisible()) await skip.click()
  await playgroundOn(page).writePolicy(lesson?.solution.policy ?? '')
  await expect(page.getByText(/^1 of 10 done/)).toBeVisible()
}

test('a lesson is handed out: the code on the screen holds the link that phones in the room can open', async ({
  page,
}) => {
  await openLesson(page, 'first-role')
  const dialog = await choose(page, 'Hand out')
  const code = dialog.getByRole('img', { name: 'QR code of the link to “A first Role”' })
  await test.step('only this machine reaches localhost', async () => {
    await expect(dialog).toContainText('which only this machine reaches')
    await expect(code).toBeHidden()
    const field = dialog.getByRole('textbox', { name: 'The address of this machine' })
    await field.fill('localhost')
    await expect(dialog).toContainText('Only this machine reaches localhost.')
    await field.fill(LAPTOP)
    await expect(code).toBeVisible()
  })
  const { port } = new URL(page.url())
  const link = `http://${LAPTOP}:${port}/#course/${COURSE.id}/first-role`
  await expect(dialog.getByText(link)).toBeVisible()
  expect(await readQR(code)).toBe(link)
  expect((await code.boundingBox())?.width, 'px, for the back row').toBeGreaterThan(400)
  await expectAccessible(page, 'dialog')

  await test.step('the course, and the picture of its code', async () => {
    await dialog.getByRole('radio', { name: 'The whole course' }).check()
    const whole = dialog.getByRole('img', { name: 'QR code of the link to “RBAC from nothing”' })
    expect(await readQR(whole)).toBe(`http://${LAPTOP}:${port}/#course/${COURSE.id}`)
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save QR as SVG' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('qr-rbac-from-nothing.svg')
    expect(readFileSync(await file.path(), 'utf8')).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="-4 -4 /,
    )
  })

  await test.step('the address is kept', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: /^Lesson 1 of 10/ })).toBeVisible()
    const again = await choose(page, 'Hand out')
    await expect(again.getByRole('textbox', { name: 'The address of this machine' })).toHaveValue(LAPTOP)
    await expect(again.getByRole('img', { name: /^QR code/ })).toBeVisible()
  })
})

test('a course that only this browser has is too long for a code, and is given as a file', async ({ page }) => {
  await page.goto('/')
  const own = join(mkdtempSync(join(tmpdir(), 'course-')), 'own.yaml')
  // So long and various that no compression makes it short.
  const noise = Array.from({ length: 400 }, (_, at) => ((at * 2654435761) % 4294967296).toString(36)).join(' ')
  writeFileSync(
    own,
    COURSE_TEXT.replace(/^course: .*/m, 'course: own-course').replace(/^text: \|\n/m, `text: |\n  ${noise}\n\n`),
  )
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await dialogOf(page, 'Share').locator('input[type=file]').setInputFiles(own)
  await expect(page.getByRole('button', { name: /^Lesson 1 of 10/ })).toBeVisible()
  const dialog = await choose(page, 'Hand out')
  await dialog.getByRole('textbox', { name: 'The address of this machine' }).fill(LAPTOP)
  await expect(dialog).toContainText('This link is too long for a QR code')
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toHaveCount(0)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save the course as a file' }).click()
  const file = await saved
  expect(readFileSync(await file.path(), 'utf8')).toBe(readFileSync(own, 'utf8'))
})

test('a scenario is handed out, also while it is presented', async ({ playground, page }) => {
  await playground.openExample('docs-user-delete')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  await page.keyboard.press('Alt+R')
  await page.getByRole('button', { name: 'QR code' }).click()
  const dialog = dialogOf(page, 'Hand out')
  await dialog.getByRole('textbox', { name: 'The address of this machine' }).fill(LAPTOP)
  const code = dialog.getByRole('img', { name: 'QR code of the link to “Delete a pod as jane”' })
  expect(await readQR(code)).toMatch(/#example\/docs-user-delete$/)
  await page.keyboard.press('Escape')
  await lectureOn(page).begin()
  await page.keyboard.press('h')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lectureOn(page).question).toBeVisible()
})

test('what was done is handed in as a link, a code and a file, shown to who opens it, and graded', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000)
  await openLesson(page, 'first-role')
  await solve(page, 'first-role')
  const dialog = await choose(page, 'Hand in')
  await expect(dialog).toContainText('1 of 10 lessons done')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'A first Role' })).toContainText('done')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Six mistakes' })).toContainText('not begun')
  await expect(dialog).toContainText('Nothing in it is about you')
  await expectAccessible(page, 'dialog')
  const link = await playgroundOn(page).copiedBy(() => dialog.getByRole('button', { name: 'Copy link' }).click())
  expect(link).toMatch(/#h1\//)
  expect(await readQR(dialog.getByRole('img', { name: /^QR code/ }))).toBe(link)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save as file' }).click()
  const file = await (await saved).path()
  expect(readFileSync(file, 'utf8')).toMatch(/^handIn: rbac-from-nothing$/m)

  await test.step('somebody else opens the link, and takes it as their own progress', async () => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 360, height: 740 } })
    const other = await context.newPage()
    await other.goto(link)
    const received = dialogOf(other, 'Handed in')
    await expect(received).toContainText('1 of 10 lessons done')
    await expectAccessible(other, 'dialog')
    await expectNoSidewaysScrolling(other)
    await received.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(received).toBeHidden()
    // Nothing was taken over.
    await other.goto(`${baseURL}/#course/${COURSE.id}`)
    await expect(other.getByRole('button', { name: /^Lesson 1 of 10/ })).toBeVisible()
    await expect(other.getByText(/^1 of 10 done/)).toHaveCount(0)
    await other.goto(link)
    await received.getByRole('button', { name: 'Add to my progress' }).click()
    await expect(other.getByText('Progress was taken in: 1 lesson.').first()).toBeVisible()
    await context.close()
  })

  await test.step('the command line grades link and file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'handed-in-'))
    writeFileSync(join(folder, 'chat.txt'), `Hello, here is mine: ${link}\n`)
    cpSync(file, join(folder, 'dana.yaml'))
    const { stdout } = await promisify(execFile)(process.execPath, [
      COMMAND_LINE,
      'course',
      'grade',
      COURSE_FILE,
      join(folder, 'chat.txt'),
      join(folder, 'dana.yaml'),
      '-o',
      'json',
    ])
    const graded: unknown = JSON.parse(stdout)
    expect(JSON.stringify(graded)).toContain('solved')
    rmSync(folder, { recursive: true })
  })
})

test('a hand-in that was changed, or is of an unknown course, says so and runs nothing', async ({
  playground,
  page,
}) => {
  await expect(playground.sentence).toBeVisible()
  const folder = mkdtempSync(join(tmpdir(), 'handed-in-'))
  const file = join(folder, 'foreign.yaml')
  const script = '<img src=x onerror="document.title=1">'
  writeFileSync(
    file,
    `version: 1\nhandIn: somewhere-else\nedition: "00000000"\nlessons:\n  one:\n    policy: '${script}'\n    done: true\nseal: "00000000"\n`,
  )
  await page.keyboard.press('Alt+R')
  await dialogOf(page, 'Share').locator('input[type=file]').setInputFiles(file)
  const received = dialogOf(page, 'Handed in')
  await expect(received).toContainText('somewhere-else')
  await expect(received).toContainText('is not in this browser')
  await expect(received).toContainText('It was changed after the playground wrote it.')
  await expect(received.getByRole('button', { name: 'Add to my progress' })).toHaveCount(0)
  await expect(page).not.toHaveTitle('1')
  rmSync(folder, { recursive: true })
})

test.describe('without a server', () => {
  test.use({ serviceWorkers: 'allow' })

  test('after one visit a link that was handed out opens in another browser', async ({ browser }) => {
    const folder = mkdtempSync(join(tmpdir(), 'site-'))
    cpSync(dist, folder, { recursive: true, filter: (path) => !path.endsWith('.map') })
    const server: PlainServer = await servePlainly(folder, { under: '/some/where/' })
    const address = server.address.replace('127.0.0.1', 'playground.localhost')
    const context = await browser.newContext({ serviceWorkers: 'allow' })
    const page = await context.newPage()
    await page.goto(address)
    await expect(playgroundOn(page).chart).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    server.close()
    await page.goto(`${address}#course/${COURSE.id}/challenge`)
    await page.reload()
    await expect(page.getByRole('button', { name: /^Lesson \d+ of 10/ })).toBeVisible()
    await expect(await choose(page, 'Hand out')).toBeVisible()
    await context.close()
    rmSync(folder, { recursive: true })
  })
})
