import { readFileSync } from 'node:fs'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { rememberAudience } from './support/audience.ts'
import { expectAccessible } from './support/axe.ts'
import { openFiles, written } from './support/files.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import { type PlaygroundPage, playgroundOn } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const BUILT_IN = 'packages/courses/rbac-from-nothing/'

/** The author’s view, by role and name. */
function authorOn(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Write a course', exact: true })
  const verdict = dialog.getByRole('region', { name: 'Is it finished?' })
  const lessons = dialog.getByRole('list', { name: 'Lessons' }).getByRole('listitem')
  const course = dialog.getByRole('textbox', { name: 'Course in YAML' })
  return {
    dialog,
    verdict,
    /** The rows of the list: those of its marks are not among them. */
    lesson: (name: string): Locator => lessons.filter({ has: page.getByRole('button', { name }) }),
    course,
    mistakes: dialog.getByRole('textbox', { name: 'Mistakes in YAML' }),
    preview: (name: string): Locator => dialog.getByRole('region', { name, exact: true }),
    tab: (name: string): Locator => dialog.getByRole('tab', { name, exact: true }),
    button: (name: string | RegExp): Locator => dialog.getByRole('button', { name, exact: true }),
    async open(): Promise<void> {
      await page.goto('/#author')
      await expect(dialog).toBeVisible()
    },
    async beginNew(): Promise<void> {
      await dialog.getByRole('button', { name: 'Begin', exact: true }).click()
      await expect(verdict).toContainText('Not finished: one thing is to be mended.')
    },
  }
}

type AuthorPage = ReturnType<typeof authorOn>

/** Replaces a part of the course, or of the mistakes, as if the author typed it. */
async function change(playground: PlaygroundPage, text: Locator, from: string | RegExp, to: string): Promise<string> {
  const before = await playground.textOf(text)
  const after = before.replace(from, to)
  expect(after, `${from} is in the text`).not.toBe(before)
  await playground.write(text, after)
  return after
}

const GOAL = '# - jane can list pods in prod'

function writeGoal(playground: PlaygroundPage, author: AuthorPage, goal: string): Promise<string> {
  return change(playground, author.course, /# - jane can list pods in prod|- jane can [^\n]*prod/, `- ${goal}`)
}

/** The line of the words in a text. */
const lineOf = (text: string, words: string): number => text.slice(0, text.indexOf(words)).split('\n').length

test('an author writes a lesson from nothing, until it is finished', async ({ playground, page }) => {
  const author = authorOn(page)
  // The address follows the page from here on.
  await expect(page).toHaveURL(/#./)
  await page.goto('/#courses')
  await page.getByRole('dialog', { name: 'Courses' }).getByRole('button', { name: 'Write a course' }).click()
  await expect(author.dialog).toBeVisible()
  await expect(page).toHaveURL(/#.*author$/)
  await author.beginNew()
  await expect(author.verdict).toContainText('“goals” of the lesson “first-lesson” is empty')

  await test.step('a start that passes is refused', async () => {
    await writeGoal(playground, author, 'jane can get pods in prod')
    await expect(author.verdict).toContainText(
      'All goals of “first-lesson” hold at the start, so there is nothing to do.',
    )
    await expect(author.lesson('A lesson')).toContainText('start: its goal holds')
    await expect(author.lesson('A lesson')).toContainText('solution: all hold')
  })

  await test.step('a solution that fails says which goal, and why', async () => {
    const text = await writeGoal(playground, author, 'jane can delete pods in prod')
    await expect(author.verdict).toContainText(
      'The solution does not meet “jane can delete pods in prod”: jane may not delete pods',
    )
    await expect(author.lesson('A lesson')).toContainText('solution: 1 of 1 does not hold')
    const line = lineOf(text, '- jane can delete')
    await author.verdict.getByRole('button', { name: `Line ${line}`, exact: true }).click()
    await expect(author.course).toBeFocused()
  })

  await test.step('broken YAML has its place, and the lessons stay', async () => {
    const text = await change(playground, author.course, 'title: A lesson', 'title: [A lesson')
    await expect(author.verdict.getByRole('button', { name: /^Line \d+$/ })).toBeVisible()
    await expect(author.verdict).toContainText('Not finished')
    await expect(author.lesson('first-lesson')).toContainText('not understood yet')
    expect(text).toContain('[A lesson')
    await change(playground, author.course, 'title: [A lesson', 'title: A lesson')
    await expect(author.lesson('A lesson')).toContainText('solution: 1 of 1 does not hold')
  })

  await test.step('finished is said when nothing is missing', async () => {
    await writeGoal(playground, author, 'jane can list pods in prod')
    await expect(author.verdict).toHaveText(
      'Finished: at the start a goal does not hold, and the solution meets all goals.',
    )
    const preview = author.preview('A lesson')
    await expect(preview).toContainText('The Role below lets jane get one pod by its name.')
    const goal = preview.getByRole('listitem').filter({ hasText: 'jane can list pods in prod' })
    await expect(goal.getByRole('definition').first().getByRole('img', { name: 'Does not hold' })).toBeVisible()
    await expect(goal.getByRole('definition').last().getByRole('img', { name: 'Holds' })).toBeVisible()
  })

  await test.step('Back closes the view, and a reload keeps the text', async () => {
    await page.goBack()
    await expect(author.dialog).toBeHidden()
    await page.goForward()
    await expect(author.verdict).toContainText('Finished')
    await page.reload()
    await expect(author.verdict).toContainText('Finished')
    expect(await playground.textOf(author.course)).toContain('- jane can list pods in prod')
  })
})

test('an author types a goal with completions, tries the lesson as a learner, and comes back to the text', async ({
  playground,
  page,
}) => {
  const author = authorOn(page)
  await author.open()
  await author.beginNew()
  await test.step('a goal is completed as it is typed, with the names of the lesson', async () => {
    await change(playground, author.course, GOAL, '- ')
    // The text before has a problem in another line.
    await expect(author.verdict).toContainText('“goals[0]” of the lesson “first-lesson” is empty')
    await author.verdict.getByRole('button', { name: /^Line/ }).first().click()
    await expect(author.course).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type('jane can li')
    const suggestions = author.dialog.getByRole('listbox', { name: 'Suggest' })
    await expect(suggestions.getByRole('option', { name: 'list' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(author.dialog).toBeVisible()
    await page.keyboard.type('st pods in prod')
    await expect(author.verdict).toContainText('Finished')
  })
  await author.button('Try it as a learner').click()
  await expect(page.getByRole('heading', { level: 2, name: 'A lesson' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My course (draft)')
  await change(playground, playground.policyText, 'verbs: [get]', 'verbs: [get, list]')
  await expect(page.getByText('All goals hold.', { exact: true })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Back to the author’s view' }).click()
  await expect(author.verdict).toContainText('Finished')
  expect(await playground.textOf(author.course)).toContain('- jane can list pods in prod')

  await test.step('a trial begins anew, and is not among the courses afterwards', async () => {
    await author.button('Try it as a learner').click()
    await expect(page.getByText('0 of 1 done')).toBeVisible()
    await page.getByRole('button', { name: 'Back to the author’s view' }).click()
    await expect(author.verdict).toContainText('Finished')
    await page.keyboard.press('Escape')
    await expect(playground.sentence).toHaveText(/^ ?200: /)
    await page.goto('/#courses')
    const courses = page.getByRole('dialog', { name: 'Courses' })
    await expect(courses.getByRole('button', { name: 'Write a course' })).toBeVisible()
    await expect(courses).not.toContainText('(draft)')
  })
})

/** Another person’s browser. */
async function elsewhere(context: BrowserContext): Promise<Page> {
  const browser = context.browser()
  if (browser === null) throw new Error('the context has no browser')
  const other = await browser.newContext()
  await rememberAudience(other, 'designs')
  return other.newPage()
}

test('a course is handed out as a link and as a file', async ({ playground, page, context, baseURL }) => {
  const author = authorOn(page)
  await author.open()
  await author.beginNew()
  const text = await writeGoal(playground, author, 'jane can list pods in prod')
  await expect(author.verdict).toContainText('Finished')
  await expect(author.dialog).toContainText(/The link has [\d,]+ characters\./)
  const link = await playground.copiedBy(() => author.button('Copy link to the course').click())
  const download = page.waitForEvent('download')
  await author.button('Save as file').click()
  expect((await download).suggestedFilename()).toBe('my-course.yaml')
  expect(readFileSync(await (await download).path(), 'utf8')).toBe(text)

  const other = await elsewhere(context)
  await other.goto(`${baseURL}/${new URL(link).hash}`)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('My course')
  await expect(other.getByRole('heading', { level: 2, name: 'A lesson' })).toBeVisible()
  await other.context().close()

  await test.step('a link that some programs cut says so', async () => {
    await author.button('Other courses').click()
    await author.button('Open a copy: RBAC from nothing').click()
    await expect(author.dialog).toContainText(
      /The link has 1\d,\d{3} characters\. Some programs cut off links of more than 8,000/,
    )
  })
})

test('a lesson is made of what is on the page, and the page later becomes its solution', async ({
  playground,
  page,
}) => {
  const author = authorOn(page)
  await author.open()
  await author.button('Begin with the page').click()
  await expect(author.verdict).toContainText('is empty, and a list is expected')
  const text = await playground.textOf(author.course)
  expect(text).toContain('request:\n      http: |-\n        GET /api/v1/namespaces/default/pods')
  const [goals] = /goals:\n(?: *#.*\n)+/.exec(text) ?? ['']
  await playground.write(
    author.course,
    text.replace(goals, 'goals:\n  - no rule says impersonate-on:user-info:watch\n'),
  )
  await expect(author.verdict).toContainText('The solution does not meet “no rule says impersonate-on:user-info:watch”')
  await author.dialog.getByRole('button', { name: 'Close', exact: true }).click()

  const policy = await playground.textOf(playground.policyText)
  await playground.write(playground.policyText, policy.replaceAll('watch', 'get'))
  await expect(playground.sentence).toHaveText(/^ ?(200|403): /)
  await author.open()
  await author.button('Add').click()
  await page.getByRole('button', { name: /^The page as the solution of / }).click()
  await expect(author.verdict).toContainText('Finished')
  await author.course.focus()
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(author.verdict).toContainText('The solution does not meet')
  await author.button('Redo').click()
  await expect(author.verdict).toContainText('Finished')
})

/** Looks at the view in both themes, and at three widths. */
async function expectUsable(page: Page): Promise<void> {
  for (const [colorScheme, width, height] of [
    ['light', 1440, 900],
    ['dark', 360, 740],
    ['dark', 1024, 768],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    await expectNoSidewaysScrolling(page)
    if (width !== 1024) await expectAccessible(page, 'dialog')
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('mistakes of learners are played, each with the hint that speaks; the view fits and is accessible', async ({
  playground,
  page,
}) => {
  const author = authorOn(page)
  await author.open()
  await expect(author.button('Open a copy: RBAC from nothing')).toBeVisible()
  await expectUsable(page)
  const files = await written({
    'course.yaml': readFileSync(`${BUILT_IN}course.yaml`, 'utf8'),
    'plays.yaml': readFileSync(`${BUILT_IN}plays.yaml`, 'utf8'),
  })
  await openFiles(page, author.button('Open a file'), files)
  await expect(author.verdict).toContainText('Finished: at each start a goal does not hold')
  await expect(author.lesson('A first Role')).toContainText('mistakes: 12')
  await expect(author.preview('A first Role')).toBeVisible()
  await expectUsable(page)
  await test.step('in a small window the preview has a tab of its own', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await author.tab('Preview').click()
    await expect(author.preview('A first Role')).toBeVisible()
    await expect(author.verdict).toBeVisible()
    await expectNoSidewaysScrolling(page)
    await expectAccessible(page, 'dialog')
    await author.tab('Course').click()
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await author.tab('Mistakes').click()
  const plays = author.preview('Plays of the lesson')
  await expect(plays.getByRole('listitem').filter({ hasText: 'Names the core group' })).toContainText(
    'The core group has no name.',
  )
  await expectUsable(page)
  await change(playground, author.mistakes, 'hint: the core group has no name', 'hint: plural')
  const problems = author.preview('Are the mistakes as written?')
  await expect(problems).toContainText('One thing is not as written.')
  await expect(problems).toContainText('To “Names the core group” another hint speaks first')
  await author.tab('Course').click()
  await expect(author.lesson('A first Role')).toContainText('mistakes: 1 of 12 not as written')
})

test('texts of other tabs, broken files and drafts are never lost', async ({ playground, page, context }) => {
  const author = authorOn(page)
  await author.open()
  const [broken = ''] = await written({ 'broken.yaml': 'lessons:\n- id: a\n  title: "A\n' })
  await openFiles(page, author.button('Open a file'), [broken])
  await expect(author.verdict).toContainText('Not finished')
  await page.reload()
  await expect(author.verdict).toContainText('Not finished')
  expect(await playground.textOf(author.course)).toBe('lessons:\n- id: a\n  title: "A\n')
  await author.button('Other courses').click()
  await author.beginNew()

  const other = await context.newPage()
  const theirs = authorOn(other)
  await theirs.open()
  await theirs.button('Go on: My course').click()
  await writeGoal(playgroundOn(other), theirs, 'jane can list pods in prod')
  await expect(theirs.verdict).toContainText('Finished')
  // The list comes once the draft is kept.
  await theirs.button('Other courses').click()
  await expect(theirs.button('Go on: My course')).toBeVisible()
  await other.close()
  await writeGoal(playground, author, 'jane can watch pods in prod')
  await expect(author.dialog.getByRole('alert')).toContainText('This tab goes on with a copy')
  await author.button('Other courses').click()
  await expect(author.button('Go on: My course')).toHaveCount(2)
  await expect(author.button('Go on: A course without a title')).toBeVisible()
})

test('large and hostile texts are refused with a sentence, and typing goes on', async ({ playground, page }) => {
  const author = authorOn(page)
  const lesson =
    /- id: first-role[\s\S]*?(?=\n\n {2}- id)/.exec(readFileSync(`${BUILT_IN}course.yaml`, 'utf8'))?.[0] ?? ''
  const short = lesson
    .replace(/\n {4}hints:[\s\S]*(?=\n {4}solution:)/, '')
    .replace(/\n {4}predict:[\s\S]*?(?=\n {4}start:)/, '')
  const many = Array.from({ length: 500 }, (_, at) => `  ${short.replace('first-role', `lesson-${at}`)}\n`).join('')
  const head = 'version: 1\ncourse: large\ntitle: Large\nlessons:\n'
  const bomb = Array.from(
    { length: 12 },
    (_, at) => `a${at}: &a${at} [${at === 0 ? 'x' : `*a${at - 1}`}${`, *a${at - 1}`.repeat(at === 0 ? 0 : 9)}]\n`,
  )
  const [large = '', bombs = '', lessons = ''] = await written({
    'large.yaml': `${head}${'# a comment\n'.repeat(900_000)}`,
    'bomb.yaml': `${bomb.join('')}lessons: *a11\n`,
    '500.yaml': `${head}${many}`,
  })
  await author.open()
  await openFiles(page, author.button('Open a file'), [large])
  await expect(author.verdict).toContainText('characters, and texts of up to 2,000,000 are judged here.')
  await author.button('Other courses').click()
  await openFiles(page, author.button('Open a file'), [bombs])
  await expect(author.verdict).toContainText('Aliases make this document many times larger than it looks')
  await author.button('Other courses').click()
  await openFiles(page, author.button('Open a file'), [lessons])
  await expect(author.verdict).toContainText(/Judging: \d+ of 500 lessons/)
  await playground.append(author.course, '# typed\n')
  expect(await playground.textOf(author.course)).toMatch(/# typed\n$/)
  await expect(author.lesson('A first Role').first()).toContainText('solution: all hold')
})

test('all of it can be done by keyboard', async ({ page }) => {
  const author = authorOn(page)
  await author.open()
  await author.button('Begin').focus()
  await page.keyboard.press('Enter')
  await expect(author.tab('Course')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(author.course).toBeFocused()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('# end')
  // Escape lets Tab leave the editor, and does not close the dialog.
  await page.keyboard.press('Escape')
  await expect(author.dialog).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(author.dialog.getByRole('region', { name: 'What learners see' })).toBeFocused()
  // The way to the first problem is there once the lessons are judged.
  await expect(author.verdict.getByRole('button').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(author.verdict.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(author.course).toBeFocused()
  await author.button('Add').press('Enter')
  await expect(page.getByRole('button', { name: /^A lesson to change/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(author.lesson('A lesson')).toHaveCount(2)
  await author.tab('Mistakes').press('Enter')
  await author.dialog.getByRole('button', { name: 'Begin the mistakes' }).press('Enter')
  await expect(author.mistakes).toBeVisible()
})
