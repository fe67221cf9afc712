import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RequestText } from '@authz-playground/engine'
import { type Course, type Lesson, readCourse } from '@authz-playground/engine/documents'
import { readPlays, type WrittenPlays } from '@authz-playground/engine/internal/course'
import type { Locator, Page } from '@playwright/test'
import { dist } from '../scripts/build.mjs'
import { expectAccessibleInBothThemes } from './support/axe.ts'
import { FINGER, KEYS, type Learner, MOUSE, writeRequest } from './support/learner.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import { servePlainly } from './support/plain-server.ts'
import { type PlaygroundPage, playgroundOn, shownWords } from './support/playground.ts'
import { expect, siteFiles, test } from './support/test.ts'
import { watchSite } from './support/watch.ts'

type LessonPlays = WrittenPlays['lessons'][string]
type Play = NonNullable<LessonPlays['others']>[number]

/** A built-in course, and how learners get it wrong. */
function courseOf(id: string): { readonly course: Course; readonly plays: WrittenPlays } {
  const { course } = readCourse(readFileSync(`packages/courses/${id}/course.yaml`, 'utf8'))
  const { plays } = readPlays(readFileSync(`packages/courses/${id}/plays.yaml`, 'utf8'))
  if (course === undefined || plays === undefined) throw new Error(`the course ${id} is not understood`)
  return { course, plays }
}

/** What a learner writes: the parts that the lesson lets them edit. */
interface Attempt {
  readonly policy?: string
  readonly request?: RequestText
}

function attemptOf({ edit, solution }: Lesson, { policy, request, edit: edits = [] }: Partial<Play> = {}): Attempt {
  const written = edits.reduce((text, { from, to }) => text.replace(from, () => to), policy ?? solution.policy)
  return {
    ...(edit !== 'request' && { policy: written }),
    ...(edit !== 'policy' && { request: requestOf(request) ?? solution.request }),
  }
}

function requestOf(written: Play['request']): RequestText | undefined {
  const [form, text] = Object.entries(written ?? {})[0] ?? []
  return typeof text === 'string' ? { form: form as RequestText['form'], text } : undefined
}

/** The words of a Markdown text: without its marks, and without the blanks that are drawn otherwise. */
function wordsOf(markdown: string): string {
  return letters(
    markdown
      .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
      .replace(/^```\w*$/gm, '')
      .replace(/^ *(-|\d+\.) /gm, ''),
  )
}

/** Without the characters that a text may have as marks. */
const letters = (text: string): string => text.replace(/[\s`*]/g, '')

async function expectWords(place: Locator, markdown: string): Promise<void> {
  // A link says how it opens.
  const shown = async (): Promise<string> =>
    letters(((await place.textContent()) ?? '').replaceAll('(opens in a new tab)', ''))
  await expect.poll(shown).toContain(wordsOf(markdown))
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
const goalsIn = (page: Page): Locator => page.getByRole('list', { name: 'Goals' })
const marks = (page: Page, state: string): Locator => goalsIn(page).getByRole('img', { name: state, exact: true })

interface Journey {
  readonly playground: PlaygroundPage
  readonly learner: Learner
  /** What is looked at in a lesson beside all that the journey does. */
  look?(lesson: Lesson, at: number): Promise<void>
}

async function write({ playground, learner }: Journey, { policy, request }: Attempt): Promise<void> {
  if (request !== undefined) await writeRequest(learner, playground, request)
  if (policy !== undefined) await learner.write(playground.policyText, policy)
}

/** Opens the course, and goes through all its lessons to its end. */
async function takeCourse(journey: Journey, id: string): Promise<void> {
  const { playground, learner } = journey
  const { page } = playground
  const { course, plays } = courseOf(id)
  const courses = page.getByRole('dialog', { name: 'Courses', exact: true })
  const all = course.lessons.length
  await learner.press(courses.getByRole('button', { name: `Start: ${course.title}` }))
  for (const [at, lesson] of course.lessons.entries()) {
    await test.step(lesson.title, () => takeLesson(journey, course, at, plays.lessons[lesson.id] ?? {}))
  }
  await expect(page.getByText(`All goals hold. The course is done: ${all} of ${all} lessons.`)).toBeVisible()
  await learner.press(button(page, 'Hand in').first())
  await expect(page.getByRole('dialog', { name: 'Hand in', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await learner.press(page.getByRole('button', { name: new RegExp(`^Lesson ${all} of ${all}`) }))
  await learner.press(button(page, 'All courses'))
  await expect(courses).toContainText(`${all} of ${all} lessons done`)
}

/** Reads a lesson, answers its question, makes a mistake, asks for a hint, solves it and goes on. */
async function takeLesson(
  journey: Journey,
  course: Course,
  at: number,
  { mistakes = [], others = [] }: LessonPlays,
): Promise<void> {
  const { playground, learner, look } = journey
  const { page } = playground
  const lesson = course.lessons[at] as Lesson
  const heading = page.getByRole('heading', { level: 2, name: lesson.title, exact: true })
  const pane = page.getByRole('region', { name: lesson.title, exact: true })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expectWords(pane, lesson.text)
  await expect(goalsIn(page).getByRole('listitem')).toHaveCount(lesson.goals.length)

  const { predict } = lesson
  if (predict) {
    await expect(marks(page, 'Not decided')).toHaveCount(lesson.goals.length)
    const choice = predict.choices[at % predict.choices.length]
    await learner.press(button(page, shownWords(choice?.say ?? '')))
    const question = page.getByRole('group', { name: shownWords(predict.question) })
    await expect(question).toContainText(choice?.right ? 'Right.' : 'Not right.')
    await expectWords(question, predict.because)
    const toTheEnd = question.getByRole('button', { name: 'Go to the end of the request' })
    await expect(toTheEnd.or(marks(page, 'Does not hold').first()).first()).toBeVisible()
    if (await toTheEnd.isVisible()) await learner.press(toTheEnd)
  }
  await expect(marks(page, 'Does not hold').first()).toBeVisible()
  // The requests of the other lessons travel faster, where they travel.
  if (at === 0) await learner.chooseLast(playground.player.getByRole('combobox', { name: 'Speed' }))
  await look?.(lesson, at)

  const mistake = mistakes[at % mistakes.length]
  await write(journey, attemptOf(lesson, mistake))
  await expect(marks(page, 'Holds')).not.toHaveCount(lesson.goals.length)
  await expect(goalsIn(page)).toHaveAttribute('aria-busy', 'false')
  await learner.press(button(page, 'Hint').first())
  // A text that is not understood has its error above the goals.
  const hints = pane.getByRole('region', { name: 'Hints' }).getByRole('listitem')
  const speaks = hints.or(pane.getByText(/^Not decided: /)).filter({ hasText: shownWords(mistake?.hint ?? '') })
  await expect(speaks.first()).toBeVisible()

  if (at === 4) await takeSolutionOver(journey)
  else await write(journey, attemptOf(lesson, at % 3 === 2 ? others[0] : undefined))
  await expect(marks(page, 'Holds')).toHaveCount(lesson.goals.length)
  await expectWords(pane, 'All goals hold.')
  await expectWords(pane, lesson.done)
  await expect(pane.getByText(/^Lesson \d+ of \d+\b.* done$/)).toBeVisible()
  if (at + 1 < course.lessons.length) await learner.press(button(page, 'Next lesson').first())
}

async function takeSolutionOver({ playground: { page }, learner }: Journey): Promise<void> {
  for (const name of ['Show the solution', 'Show it', 'Take it over']) await learner.press(button(page, name))
  await expect(page.getByText('What you have is this solution.')).toBeVisible()
}

/** Opens the list of courses. */
async function openCourses({ page }: PlaygroundPage, address = '/#courses'): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('dialog', { name: 'Courses', exact: true })).toBeVisible()
}

test.describe.configure({ timeout: 180_000 })

test('“RBAC from nothing” by keyboard alone', async ({ playground, page }) => {
  // Requests jump. Those of the course on a phone travel.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openCourses(playground)
  await takeCourse(
    {
      playground,
      learner: KEYS,
      look: async (_, at) => {
        if (at === 3) await expectAccessibleInBothThemes(page)
      },
    },
    'rbac-from-nothing',
  )
})

test.describe('on a phone', () => {
  const PHONE = { width: 390, height: 844 }
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test('“Constrained impersonation” with a finger', async ({ page }) => {
    const playground = playgroundOn(page)
    await openCourses(playground)
    await takeCourse(
      {
        playground,
        learner: FINGER,
        look: async (_, at) => {
          await page.setViewportSize({ ...PHONE, width: 360 })
          await expectNoSidewaysScrolling(page)
          await page.setViewportSize(PHONE)
          if (at === 1) await expectAccessibleInBothThemes(page)
        },
      },
      'constrained-impersonation',
    )
  })
})

/** A site that a test can end. What it must never do is watched where the test begins. */
const hosted = test.extend({
  serviceWorkers: 'allow',
  viewport: { width: 1280, height: 720 },
  site: async ({ context: _ }, use) => use({ requests: [], problems: [] }),
})

hosted('“Why it is as it is” with a mouse, without a server after one visit', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  cpSync(dist, folder, { recursive: true, filter: (path) => !path.endsWith('.map') })
  const server = await servePlainly(folder)
  const address = server.address.replace('127.0.0.1', 'playground.localhost')
  const playground = playgroundOn(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(address)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  server.close()
  rmSync(folder, { recursive: true })
  await openCourses(playground, `${address}?again#courses`)
  const site = watchSite(page.context(), new URL(address).origin, siteFiles())
  await takeCourse(
    {
      playground,
      learner: MOUSE,
      look: async (_, at) => {
        if (at === 0) await expectAccessibleInBothThemes(page)
      },
    },
    'why-it-is-as-it-is',
  )
  expect(site.problems).toEqual([])
})
