import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeHandIn } from '@authz-playground/engine/documents'
import { handInHash, wholeCourseHash } from '@authz-playground/engine/internal/course'
import { expect, type Locator, type Page, test as untested } from '@playwright/test'
import { dist } from '../scripts/build.mjs'
import { openFiles, written } from './support/files.ts'
import { servePlainly } from './support/plain-server.ts'
import { test } from './support/test.ts'

const NAME = 'own-course'

/** A course of one lesson with this text, and what comes after the lesson’s last field. */
function courseWith(text: string, more = ''): string {
  return `version: 2
course: ${NAME}
title: A course of our own
lessons:
- id: one
  title: The first one
  text: ${JSON.stringify(text)}
  start:
    requestor: {username: jane}
    request: {http: GET /healthz}
    policy: ""
  goals: [jane can get /healthz]
  solution: {policy: ""}
${more}`
}

const MARKDOWN = [
  '[run](javascript:globalThis.pwned=1) and [page](data:text/html,<script>globalThis.pwned=1</script>)',
  '![picture](https://pictures.example/one.png) and ![other](data:image/svg+xml;base64,PHN2Zy8+)',
  '<script>globalThis.pwned = 1</script><img src="https://pictures.example/two.png" onerror="globalThis.pwned = 1">',
  '<iframe src="javascript:globalThis.pwned=1"></iframe>',
  'A link that is one: [true](https://links.example/).',
].join('\n\n')

const heading = (page: Page): Locator => page.getByRole('heading', { level: 2, name: 'The first one' })

/** That the lesson shows its text, and nothing of it was run or can be. */
async function expectHarmless(page: Page): Promise<void> {
  const lesson = page.getByRole('region', { name: 'The first one', exact: true })
  await expect(lesson).toContainText('<script>globalThis.pwned = 1</script>')
  await expect(lesson).toContainText('picture and other')
  const links = await lesson.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(links)).toEqual(new Set(['https://links.example/']))
  for (const role of ['img', 'presentation'] as const)
    expect(await lesson.getByRole(role).evaluateAll((all) => all.filter((one) => one.localName === 'img'))).toEqual([])
  expect(await page.locator('iframe, object, embed').count()).toBe(0)
  expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
}

/** Follows a link on the open page. */
const follow = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to
  }, hash)

async function openCourseFile(page: Page, text: string): Promise<Locator> {
  const [path = ''] = await written({ 'brought.yaml': text })
  await page.goto('/#courses')
  const dialog = page.getByRole('dialog', { name: 'Courses', exact: true })
  await openFiles(page, dialog.getByRole('button', { name: 'Open a course file' }), [path])
  return dialog
}

test('Markdown in a course is shown as text and runs nothing: from a file, and from a link', async ({ page }) => {
  await openCourseFile(page, courseWith(MARKDOWN))
  await expectHarmless(page)
  await page.goto('/')
  await page.goto(`/${wholeCourseHash(courseWith(MARKDOWN), 'one')}`)
  await expectHarmless(page)
  await page.reload()
  await expectHarmless(page)
})

untested('Markdown in a course beside the site is shown as text and runs nothing', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  cpSync(dist, folder, { recursive: true, filter: (path) => !path.endsWith('.map') })
  mkdirSync(join(folder, 'courses'))
  writeFileSync(join(folder, 'courses/own.yaml'), courseWith(MARKDOWN))
  const server = await servePlainly(folder)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.address)) elsewhere.push(request.url())
  })
  await page.goto(`${server.address}#course/own`)
  await expectHarmless(page)
  expect(elsewhere).toEqual([])
  server.close()
  rmSync(folder, { recursive: true })
})

test('a text that is nested to death says that it is, and the lesson can be done', async ({ playground, page }) => {
  for (const [text, words] of [
    [`${'> '.repeat(5000)}x`, /inside each other/],
    [Array.from({ length: 300 }, (_, at) => `${' '.repeat(2 * at)}- x`).join('\n'), /inside each other|blanks/],
    ['[x]('.repeat(50_000), /so it is not shown/],
    ['word '.repeat(400_000), 'This text is longer than 100,000 characters'],
  ] as const) {
    await expect(await openCourseFile(page, courseWith(text))).toBeHidden()
    await expect(page.getByRole('region', { name: 'The first one', exact: true })).toContainText(words)
    await expect(playground.sentence).toHaveText(/^ ?403: /)
    // The address follows the page.
    await expect(page).toHaveURL(/#course\/own-course\/one$/)
  }
})

/** Aliases that make a document of 10 to the power of 12 values. */
const BOMB = Array.from(
  { length: 12 },
  (_, at) =>
    `a${at}: &a${at} [${Array(10)
      .fill(at === 0 ? 'x' : `*a${at - 1}`)
      .join(', ')}]\n`,
).join('')

/** Courses that are not opened, and what is said of each, with its place. */
const REFUSED = [
  [
    'a cycle of aliases',
    'version: 1\ncourse: own\nlessons: &all\n- *all\n',
    /Line 4, column 3: “\*all” is inside the value/,
  ],
  [
    'a bomb of aliases',
    `version: 1\n${BOMB}lessons: *a11\n`,
    /Line 1, column 1: Aliases make this document many times/,
  ],
  [
    'an unknown field',
    courseWith('x', '  hintz: []\n'),
    /Line 14, column 3: “hintz” is not a field.*Did you mean “hints”/,
  ],
  [
    'a field that objects have themselves',
    courseWith('x', '__proto__: {a: 1}\n'),
    /Line 14, column 1: “__proto__” is not/,
  ],
  [
    'a newer version',
    courseWith('x').replace('version: 2', 'version: 3'),
    /Line 1, column 10: .* version 3.*newer playground/,
  ],
  ['a text of another kind', 'kind: Role\n', /Line 1, column 1: /],
] as const

test('a course that cannot be read is refused with its place, and what was on the page stays', async ({
  playground,
  page,
}) => {
  await playground.append(playground.policyText, '# mine')
  for (const [what, text, words] of REFUSED) {
    await test.step(`${what}, from a file and from a link`, async () => {
      const dialog = await openCourseFile(page, text)
      const alert = dialog.getByRole('alert').filter({ hasText: '“brought.yaml” was not opened.' })
      await expect(alert).toContainText(words)
      await page.keyboard.press('Escape')
      await follow(page, wholeCourseHash(text, 'one'))
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
      await expect(playground.sentence).toHaveText(/^ ?200: /)
    })
  }
  await expect(page.getByRole('button', { name: 'Reset to the example' })).toBeVisible()
  expect(await page.evaluate(() => 'a' in Object.prototype)).toBe(false)
})

test('10 MB get a clear answer: a line is refused, a course with comments opens', async ({ playground, page }) => {
  const dialog = await openCourseFile(page, 'x'.repeat(10_000_000))
  await expect(dialog.getByRole('alert').filter({ hasText: 'This is not a course' })).toBeVisible()
  await openCourseFile(page, `${courseWith('Read this.')}${'# a comment\n'.repeat(900_000)}`)
  await expect(heading(page)).toBeVisible()
  await expect(playground.sentence).toHaveText(/^ ?403: /)
})

/** What was done in a built-in course, with a policy that would have an effect if anything treated it as markup. */
const SCRIPT = '# <img src=x onerror="globalThis.pwned=1">\n'
const HAND_IN = {
  course: 'rbac-from-nothing',
  edition: '00000000',
  lessons: new Map([['subjects', { policy: SCRIPT, done: true }]]),
}
const HANDED_IN = writeHandIn(HAND_IN, { title: 'RBAC from nothing' })

test('hand-ins that cannot be read are refused with a sentence, and the lesson stays', async ({ playground, page }) => {
  await page.goto('/#course/rbac-from-nothing/subjects')
  const lesson = page.getByRole('heading', { level: 2, name: 'Users, groups and service accounts' })
  await expect(lesson).toBeVisible()
  await playground.append(playground.policyText, '# mine\n')

  const link = handInHash(HAND_IN)
  const large = handInHash({ ...HAND_IN, lessons: new Map([['subjects', { policy: 'x'.repeat(40_000_000) }]]) })
  for (const [what, hash, words] of [
    ['a link that was cut', link.slice(0, -9), 'This link is damaged: perhaps a part of it is missing.'],
    ['a link of a newer form', link.replace('#h1/', '#h9/'), 'A newer playground may'],
    ['a link of noise', `#h1/${'A'.repeat(5000)}`, 'This link is damaged'],
    ['a small link that becomes 40 MB', large, 'This link is larger than any scenario and was not opened.'],
  ] as const) {
    await test.step(what, async () => {
      await follow(page, hash)
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
      await expect(lesson).toBeVisible()
    })
  }

  for (const [what, text, words] of [
    ['a file of a newer version', HANDED_IN.replace('version: 1', 'version: 2'), /Line 1, column 10: .* version 2/],
    ['a file with an unknown field', `${HANDED_IN}run: true\n`, /Line \d+, column 1: “run” is not a field/],
    ['a file that was cut', HANDED_IN.slice(0, HANDED_IN.indexOf('subjects') + 4), /Line \d+, column \d+: /],
    ['a file with a bomb of aliases', `${HANDED_IN}${BOMB}`, 'Aliases make this document many times larger'],
  ] as const) {
    await test.step(what, async () => {
      const [path = ''] = await written({ 'brought.yaml': text })
      await page.getByRole('button', { name: /^Lesson \d+ of 10/ }).click()
      await openFiles(page, page.getByRole('button', { name: 'Open a progress file' }), [path])
      await expect(page.getByText(words).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(lesson).toBeVisible()
    })
  }
  expect(await playground.textOf(playground.policyText)).toMatch(/# mine\n$/)
})

test('a hand-in whose seal was changed, and one of 10 MB, are shown and run nothing', async ({ page }) => {
  const received = page.getByRole('dialog', { name: 'Handed in', exact: true })
  await openCourseFile(page, HANDED_IN.replace(/^seal: .*$/m, 'seal: "00000000"'))
  await expect(received).toContainText('It was changed after the playground wrote it.')
  await expect(received).toContainText('It is of another edition of this course.')
  await received.getByRole('button', { name: 'Close', exact: true }).last().click()
  await openCourseFile(page, `${HANDED_IN}# ${'x'.repeat(10_000_000)}\n`)
  await expect(received).toContainText('1 of 10 lessons done')
  await received.getByRole('button', { name: 'Add to my progress' }).click()
  await page.goto('/#course/rbac-from-nothing/subjects')
  await expect(page.getByRole('region', { name: 'Policy', exact: true })).toContainText('onerror="globalThis.pwned=1"')
  expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
})
