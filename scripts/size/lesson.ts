import type { Scenario } from '@authz-playground/engine'
import { type Lesson, linkHash, readCourse } from '@authz-playground/engine/documents'
import { chunksFor } from '@authz-playground/engine/internal/decide'
import { readGoal } from '@authz-playground/engine/internal/goals'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { courseFiles } from '../embed/courses.ts'
import { fileRow, type Row, total } from './bytes.ts'

/** A lesson in an element, and what it loads until its goals have their marks. */
export interface LessonSize {
  readonly id: string
  /** The scripts that the element does not load for the scenario with which the lesson begins. */
  readonly rows: readonly Row[]
  readonly more: number
  /** All its scripts. */
  readonly whole: number
  /** It begins with raw HTTP and a policy, as most documentation shows them. */
  readonly isOfDocs: boolean
  /** It has a goal about the lint, for which the element has no other use. */
  readonly lints: boolean
}

/**
 * Shows lessons of the courses in an element, one of each kind, on a page of another origin that loads nothing else; and the
 * scenarios that they begin with, in others.
 */
export async function measureLessons(browser: Browser, site: string): Promise<readonly LessonSize[]> {
  // Nobody waits for what moves.
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const sizes: LessonSize[] = []
  for (const { course, lesson } of lessonsOfEachKind()) {
    const { start } = lesson
    const shown = await scriptsOfLesson(context, site, course, lesson)
    const document = { title: '', explanation: '', scenario: start, expect: [] }
    const alone = await scriptsOfScenario(context, site, linkHash({ document }))
    const rows = shown.filter((path) => !alone.all.has(path)).map(fileRow)
    const more = total(rows)
    sizes.push({
      id: `${course}/${lesson.id}`,
      rows,
      more,
      whole: more + total(shown.filter((path) => alone.first.has(path)).map(fileRow)),
      isOfDocs: chunksFor(start).size === 0,
      lints: kindsOf(lesson).includes('lint'),
    })
  }
  await context.close()
  return sizes.sort((a, b) => b.more - a.more)
}

function kindsOf({ goals }: Lesson): readonly string[] {
  return goals.flatMap((text) => readGoal(text).goal?.question.kind ?? [])
}

/** Lessons of one kind load the same: by design, by what the start needs, and by whether goals compare or lint. */
function lessonsOfEachKind(): readonly { readonly course: string; readonly lesson: Lesson }[] {
  const kinds = new Map<string, { readonly course: string; readonly lesson: Lesson }>()
  for (const { name, text } of courseFiles()) {
    for (const lesson of readCourse(text).course?.lessons ?? []) {
      const asked = kindsOf(lesson).filter((kind) => kind === 'lint' || kind === 'unchanged')
      kinds.set(JSON.stringify([...kindOfStart(lesson.start), ...new Set(asked)]), { course: name, lesson })
    }
  }
  return [...kinds.values()]
}

function kindOfStart(start: Scenario): readonly string[] {
  return [start.design, ...chunksFor(start)]
}

/** The first file that loads once the answer is shown: why the request was refused, and what nearly fits. */
const AFTER_THE_ANSWER = /\/refusal-/
/** The first file that loads once the goals have their marks. */
const AFTER_THE_VERDICTS = /\/near-goal-/

/** The scripts of a lesson until its goals have their marks. */
async function scriptsOfLesson(
  context: BrowserContext,
  site: string,
  course: string,
  lesson: Lesson,
): Promise<readonly string[]> {
  const { page, first } = await opened(context, site, `course="${course}" lesson="${lesson.id}"`, AFTER_THE_VERDICTS)
  await answer(page, lesson)
  await page.getByRole('group', { name: 'Answer' }).waitFor({ timeout: 30_000 })
  await page.close()
  return [...first]
}

/** The scripts of a scenario until its answer is shown, and all, with those that load when the page is idle. */
async function scriptsOfScenario(context: BrowserContext, site: string, link: string): Promise<Scripts> {
  const { page, first, all, after } = await opened(context, site, `link="${link}"`, AFTER_THE_ANSWER)
  const answer = page.getByRole('group', { name: 'Answer' })
  await answer.waitFor({ timeout: 30_000 })
  // Why a request is refused loads when the page is idle: on a busy machine that is after the network has been.
  if (/\b403\b/.test((await answer.textContent()) ?? '')) await after
  await page.waitForLoadState('networkidle')
  await page.close()
  return { first, all }
}

interface Scripts {
  /** Those that are asked for before a file. */
  readonly first: ReadonlySet<string>
  readonly all: ReadonlySet<string>
}

async function opened(
  context: BrowserContext,
  site: string,
  attributes: string,
  until: RegExp,
): Promise<Scripts & { readonly page: Page; readonly after: Promise<unknown> }> {
  const page = await context.newPage()
  const first = new Set<string>()
  const all = new Set<string>()
  let isAfter = false
  // Not every page asks for it before it is closed.
  const after = page.waitForRequest((request) => until.test(new URL(request.url()).pathname)).catch(() => undefined)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/\.m?js$/.test(pathname)) return
    isAfter ||= until.test(pathname)
    all.add(pathname)
    if (!isAfter) first.add(pathname)
  })
  await page.setContent(
    `<authz-playground ${attributes}></authz-playground><script type="module" src="${site}/embed/authz-playground.js"></script>`,
  )
  return { page, first, all, after }
}

/** Answers the question of a lesson, and waits for its verdicts. */
async function answer(page: Page, { predict }: Lesson): Promise<void> {
  if (predict !== undefined) {
    await page.getByRole('group', { name: 'What will happen?' }).getByRole('button').first().click()
  }
  // The verdicts come once the request has travelled to its end.
  await page.getByRole('slider').press('End')
  await page
    .getByRole('list', { name: 'Goals' })
    .getByRole('img', { name: /^(?:Holds|Does not hold|Not decided)$/ })
    .first()
    .waitFor({ timeout: 30_000 })
}
