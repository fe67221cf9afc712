import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCourse } from '@authz-playground/engine/documents'
import { handInHash, wholeCourseHash } from '@authz-playground/engine/internal/course'
import { dist } from '../scripts/build.mjs'
import { button, COURSE, coursesIn, expectGoals, heading, OWN, openCourses, openLesson } from './support/courses.ts'
import { openFiles, written } from './support/files.ts'
import { type PlainServer, servePlainly } from './support/plain-server.ts'
import { playgroundOn } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const [, SECOND_LESSON] = COURSE.lessons

test.describe('a course of one’s own', () => {
  test('is opened from a file, stays in this browser, and is removed', async ({ playground, page }) => {
    const [path = ''] = await written({ 'own.yaml': OWN })
    await openFiles(page, (await openCourses(page)).getByRole('button', { name: 'Open a course file' }), [path])
    await expect(heading(page, 'The first one')).toBeFocused()
    await expect(page).toHaveURL(/#course\/own-course\/one$/)
    await expectGoals(page, ['Does not hold'])
    await playground.writePolicy(readCourse(OWN).course?.lessons[0]?.solution.policy ?? '')
    await expect(page.getByText('1 of 2 done')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'The first one')).toBeVisible()
    await expect(page.getByText('1 of 2 done')).toBeVisible()
    await button(page, 'Leave the course').click()
    const dialog = await openCourses(page)
    await expect(dialog).toContainText('1 of 2 lessons done · from a file')
    await dialog.getByRole('button', { name: 'Remove: A course of our own' }).click()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(dialog).not.toContainText('A course of our own')
    await page.goto('/#course/rbac-from-nothing/first-role')
    await expect(heading(page, 'A first Role')).toBeVisible()
  })

  test('ends with the lesson that is not done, and then with handing in', async ({ playground, page }) => {
    const solution = readCourse(OWN).course?.lessons[0]?.solution.policy ?? ''
    await page.goto(`/${wholeCourseHash(OWN, 'two')}`)
    await expect(heading(page, 'The second one')).toBeVisible()
    await playground.writePolicy(solution)
    await expect(page.getByText('This is the last lesson of the course. Not done yet:')).toBeVisible()
    await button(page, 'Back to lesson 1').click()
    await playground.writePolicy(solution)
    await button(page, 'Next lesson').click()
    await expect(page.getByRole('region', { name: 'The second one' })).toContainText(
      'The course is done: 2 of 2 lessons.',
    )
    await button(page, 'Courses').click()
    await expect(coursesIn(page)).toContainText('2 of 2 lessons done')
    await page.keyboard.press('Escape')
    await button(page, 'Hand in').click()
    await expect(page.getByRole('dialog', { name: 'Hand in', exact: true })).toBeVisible()
  })

  test('is opened by a link that holds all of it, at a lesson', async ({ page }) => {
    await page.goto(`/${wholeCourseHash(OWN, 'two')}`)
    await expect(heading(page, 'The second one')).toBeVisible()
    await expect(page).toHaveURL(/#k1\/[\w-]+\/two$/)
    await page.getByRole('button', { name: /^Back: / }).click()
    await expect(page).toHaveURL(/#k1\/[\w-]+\/one$/)
    await page.reload()
    await expect(heading(page, 'The first one')).toBeVisible()
  })

  test('is opened where scenarios are: pasted, and dropped as files of a policy', async ({ playground, page }) => {
    await playground.policyText.focus()
    await page.getByRole('button', { name: 'Paste anything' }).click()
    await page.evaluate((text) => navigator.clipboard.writeText(text), OWN)
    await page.keyboard.press('ControlOrMeta+V')
    await expect(heading(page, 'The first one')).toBeVisible()
    await button(page, 'Leave the course').click()
    const [path = ''] = await written({ 'own.yaml': OWN })
    await openFiles(page, page.getByRole('button', { name: 'Open files' }), [path])
    await expect(heading(page, 'The first one')).toBeVisible()
  })

  test('that is broken says where: nothing is opened, and nothing is lost', async ({ playground, page }) => {
    const broken = OWN.replace('  text: Once more.', '  texd: Once more.')
    const [path = ''] = await written({ 'broken.yaml': broken })
    const dialog = await openCourses(page)
    await openFiles(page, dialog.getByRole('button', { name: 'Open a course file' }), [path])
    const line = broken.split('\n').findIndex((text) => text.includes('texd')) + 1
    await expect(dialog.getByRole('alert').filter({ hasText: 'broken.yaml' })).toContainText(
      /“broken.yaml” was not opened\.\s*Line \d+, column \d+: /,
    )
    await expect(dialog.getByRole('alert').filter({ hasText: `Line ${line}, column 3` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(playground.sentence).toHaveText(/^ ?200: /)
    await page.goto('/#k1/damaged/one')
    await expect(page.getByRole('alert').filter({ hasText: 'This link is damaged' })).toBeVisible()
    await expect(playground.sentence).toHaveText(/^ ?200: /)
  })

  test('hostile hand-ins change nothing that is here', async ({ page }) => {
    await openLesson(page, 'subjects')
    const handIn = { course: 'not-here', edition: '00000000', lessons: new Map([['a', { done: true }]]) }
    await page.evaluate((hash) => {
      location.hash = hash
    }, handInHash(handIn))
    const dialog = page.getByRole('dialog', { name: 'Handed in', exact: true })
    await expect(dialog).toContainText('The course not-here is not in this browser', { useInnerText: true })
    await expect(dialog.getByRole('button', { name: 'Add to my progress' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
    await expect(page.getByText('0 of 10 done')).toBeVisible()
  })
})

/** A site of which a test has a copy with courses beside it. */
const hosted = test.extend<{ readonly server: PlainServer & { readonly asked: string[] } }>({
  serviceWorkers: 'allow',
  // What the site must never do is watched where it is served for all tests.
  site: async ({ context: _ }, use) => use({ requests: [], problems: [] }),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  server: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'site-'))
    cpSync(dist, folder, { recursive: true, filter: (path) => !path.endsWith('.map') })
    mkdirSync(join(folder, 'courses'))
    writeFileSync(join(folder, 'courses/own.yaml'), OWN)
    writeFileSync(join(folder, 'courses/broken.yaml'), OWN.replace('title:', 'titel:'))
    const entry = { course: 'own-course', title: 'A course of our own', for: 'People of this team.', lessons: 2 }
    writeFileSync(
      join(folder, 'courses/index.json'),
      JSON.stringify([
        { file: 'own.yaml', ...entry },
        { file: 'broken.yaml', problem: 'broken.yaml:1:1 “title” is missing.' },
      ]),
    )
    const page = join(folder, 'index.html')
    const mark = '<meta name="authz-playground-courses" content="courses/index.json" />'
    writeFileSync(page, readFileSync(page, 'utf8').replace('</head>', `${mark}</head>`))
    const asked: string[] = []
    const server = await servePlainly(folder, {
      withheld: (path) => {
        asked.push(path)
        return undefined
      },
    })
    await use({ ...server, asked })
    server.close()
    rmSync(folder, { recursive: true })
  },
})

hosted(
  'a course beside the site is found by its name and in the list, and says what is wrong',
  async ({ page, server }) => {
    await page.goto(`${server.address}#course/own`)
    await expect(heading(page, 'The first one')).toBeVisible()
    expect(server.asked).not.toContain('courses/index.json')
    await page.goto(`${server.address}#courses`)
    const dialog = coursesIn(page)
    await expect(dialog).toContainText('This file cannot be read: broken.yaml:1:1 “title” is missing.')
    await expect(dialog.getByRole('heading', { name: 'A course of our own' })).toHaveCount(1)
    await expect(dialog.getByRole('button', { name: 'Remove: A course of our own' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Continue: A course of our own' }).click()
    await expect(heading(page, 'The first one')).toBeVisible()
    await button(page, 'Leave the course').click()
    for (const [hash, words] of [
      ['#course/nowhere', 'There is no course “nowhere”: no file courses/nowhere.yaml is beside this page.'],
      ['#course/broken', 'Line 1, column 1: “title” is missing.'],
      ['#course/own/three', 'The course has no lesson “three”.'],
    ] as const) {
      await page.goto(`${server.address}${hash}`)
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    }
  },
)

hosted('after one visit a course goes on without a server', async ({ page, server }) => {
  const address = server.address.replace('127.0.0.1', 'playground.localhost')
  const playground = playgroundOn(page)
  await page.goto(`${address}#course/own`)
  await expect(heading(page, 'The first one')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  server.close()
  await page.reload()
  await expect(heading(page, 'The first one')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('It is shown as it was when you opened it last.')
  await page.goto(`${address}?again#course/${COURSE.id}/subjects`)
  await expect(heading(page, 'Users, groups and service accounts')).toBeVisible()
  await playground.writePolicy(SECOND_LESSON?.solution.policy ?? '')
  await expect(page.getByText('1 of 10 done')).toBeVisible()
  await button(page, 'Next lesson').click()
  await expect(heading(page, 'One namespace or all')).toBeVisible()
})
