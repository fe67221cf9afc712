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
    const shown = await scriptsFor(context, site, `course="${course}" lesson="${lesson.id}"`, lesson)
    const document = { title: '', explanation: '', scenario: start, expect: [] }
    const alone = await scriptsFor(context, site, `link="${linkHash({ document })}"`)
    const rows = shown.filter((path) => !alone.includes(path)).map(fileRow)
    sizes.push({
      id: `${course}/${lesson.id}`,
      rows,
      more: total(rows),
      whole: total(shown.map(fileRow)),
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

/** The first files that load once the goals have their marks, or the answer is shown: they say what nearly fits. */
const AFTER_THE_VERDICTS = /\/(?:near-goal|refusal)-/

async function scriptsFor(
  context: BrowserContext,
  site: string,
  attributes: string,
  lesson?: Lesson,
): Promise<readonly string[]> {
  const page = await context.newPage()
  const asked = new Set<string>()
  let judged = false
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    judged ||= AFTER_THE_VERDICTS.test(pathname)
    if (/\.m?js$/.test(pathname) && !judged) asked.add(pathname)
  })
  await page.setContent(
    `<authz-playground ${attributes}></authz-playground><script type="module" src="${site}/embed/authz-playground.js"></script>`,
  )
  if (lesson !== undefined) await answer(page, lesson)
  await page.getByRole('group', { name: 'Answer' }).waitFor({ timeout: 30_000 })
  await page.close()
  return [...asked]
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
