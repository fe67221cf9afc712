import { readdirSync, readFileSync } from 'node:fs'
import { expect, type Locator, test } from '@playwright/test'
import { dist } from '../scripts/build.mjs'
import { rememberAudience } from './support/audience.ts'
import { lazyModules } from './support/lazy-files.ts'
import { type PlainServer, servePlainly, type Withheld } from './support/plain-server.ts'
import { type PlaygroundPage, playgroundOn } from './support/playground.ts'

/** Each kind of place that shows something whose files arrive late, one of each; app/src/ui/lazy.tsx is tested beside it. */
interface Place {
  readonly what: string
  /** The lazy module of the build, by its name there. */
  readonly module: string
  /** Which of its files do not arrive: the module alone, or all that come with it and are not there before, as its style sheet. */
  readonly files: 'its module' | 'all beside its module'
  /** The address to open, after its `#`. */
  readonly address?: string
  /** Goes to the place. */
  go?(playground: PlaygroundPage): Promise<unknown>
  /** What shows once the files are there. */
  there(playground: PlaygroundPage): Locator
  /** It is a lesson, whose page has no timeline, and the title of the course in place of that of the playground. */
  readonly inLesson?: true
}

const dialog = ({ page }: PlaygroundPage, name: string) => page.getByRole('dialog', { name, exact: true })
const click = (name: string) => (playground: PlaygroundPage) =>
  playground.page.getByRole('button', { name, exact: true }).first().click()

const lessonTitle = ({ page }: PlaygroundPage) =>
  page.getByRole('heading', { level: 1, name: 'RBAC from nothing', exact: true })

const PLACES: readonly Place[] = [
  { what: 'a pane', module: 'policy', files: 'its module', there: ({ policy }) => policy },
  { what: 'a pane', module: 'policy', files: 'all beside its module', there: ({ policy }) => policy },
  {
    what: 'a dialog',
    module: 'share',
    files: 'its module',
    go: click('Share'),
    there: (on) => dialog(on, 'Share').getByRole('textbox', { name: 'Title' }),
  },
  {
    what: 'a tab',
    module: 'EveryDesign',
    files: 'its module',
    go: click('Compare designs'),
    there: (on) => dialog(on, 'Compare').getByRole('tabpanel', { name: 'Every design' }).getByRole('listitem').first(),
  },
  {
    what: 'the image of a chart',
    module: 'draw-mermaid',
    files: 'its module',
    go: ({ openDrawer }) => openDrawer('As mermaid'),
    there: ({ details }) => details.getByRole('img', { name: /as mermaid draws it/ }),
  },
  {
    what: 'an answer of the worker',
    module: 'designs',
    files: 'its module',
    go: ({ page }) => page.getByRole('radio', { name: 'Legacy impersonation' }).click(),
    there: ({ sentence }) => sentence.filter({ hasText: '403: ' }),
  },
  {
    what: 'a lesson',
    module: 'LessonPage',
    files: 'its module',
    address: 'course/rbac-from-nothing',
    there: lessonTitle,
    inLesson: true,
  },
]

const modules = lazyModules()

function filesOf({ module, files }: Pick<Place, 'module' | 'files'>): readonly string[] {
  const all = modules.filter(({ name }) => name === module).map((one) => one.files)
  return all.flatMap((one) => (files === 'its module' ? one.slice(0, 1) : one.slice(1)))
}

test('every file of a lazy part is in the build, as those here are', () => {
  expect(modules.length).toBeGreaterThan(30)
  const there = new Set(readdirSync(`${dist}/assets`))
  expect(modules.flatMap(({ files }) => files.filter((file) => !there.has(file)))).toEqual([])
  expect(PLACES.filter((place) => filesOf(place).length === 0)).toEqual([])
})

test('no chunk imports the entry of the page or of the worker, which WebKit would evaluate twice', () => {
  const names = readdirSync(`${dist}/assets`).filter((name) => name.endsWith('.js'))
  const entry = names.filter((name) => /^(entry|index|main)-/.test(name))
  expect(entry.some((name) => name.startsWith('entry-'))).toBe(true)
  const importing = names.filter((name) => {
    const text = readFileSync(`${dist}/assets/${name}`, 'utf8')
    return entry.some((one) => new RegExp(`(?:from|import)\\s*\\(?\\s*["'\`]\\./${one}`).test(text))
  })
  expect(importing).toEqual([])
})

// For this audience every part can be reached.
test.beforeEach(({ context }) => rememberAudience(context, 'designs'))

for (const place of PLACES) {
  const { what, module, files, address = '', inLesson } = place
  test(`only ${what} is missing while ${files} of ${module} did not arrive, and comes when asked for again`, async ({
    page,
  }) => {
    let how: Withheld | undefined = 'missing'
    const paths = new Set(filesOf(place).map((one) => `assets/${one}`))
    const withheld = (path: string) => (paths.has(path) ? how : undefined)
    const server: PlainServer = await servePlainly(dist, { withheld })
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    try {
      const playground = playgroundOn(page)
      const notArrived = page.getByText(/did not (arrive|draw the chart)/)
      // A dialog shows the notice, too, and is later in the document. Nothing outside of the dialog can be reached.
      const tryAgain = page.getByRole('button', { name: 'Try again', exact: true })
      await page.goto(`${server.address}#${address}`)
      await place.go?.(playground)
      const there = place.there(playground)
      await expect(notArrived.first()).toBeVisible()
      const ofLesson = ['Policy', 'Request', 'Answer', 'Flowchart']
      for (const kept of inLesson ? ofLesson : ['Authorization playground', 'Timeline', ...ofLesson]) {
        // A heading that is explained has its explanation, hidden, in its name.
        const name = new RegExp(`^${kept}`)
        await expect(page.getByRole('heading', { name, includeHidden: true }).first()).toBeAttached()
      }
      how = 'broken'
      await tryAgain.last().click()
      await expect(notArrived.first()).toBeVisible()
      how = undefined
      // Where several parts need the file, each says so.
      await expect(async () => {
        if (await tryAgain.last().isVisible()) await tryAgain.last().click()
        await expect(notArrived).toHaveCount(0, { timeout: 1000 })
      }).toPass()
      await expect(there).toBeVisible()
      expect(errors).toEqual([])
    } finally {
      server.close()
    }
  })
}

test('the editor shows YAML without colours while the file for them did not arrive', async ({ page }) => {
  const paths = new Set(filesOf({ module: 'yaml', files: 'its module' }).map((file) => `assets/${file}`))
  expect(paths.size).toBe(1)
  const server: PlainServer = await servePlainly(dist, {
    withheld: (path) => (paths.has(path) ? 'missing' : undefined),
  })
  try {
    const { policy, policyText } = playgroundOn(page)
    await page.goto(server.address)
    await policyText.focus()
    await expect(policy.getByRole('code')).toContainText('kind: ')
  } finally {
    server.close()
  }
})

test('a lesson whose course does not arrive after a reload says so, and comes when it does', async ({ page }) => {
  let how: Withheld | undefined
  const [title = ''] =
    readFileSync('packages/courses/rbac-from-nothing/course.yaml', 'utf8').match(/^title: .*$/m) ?? []
  const texts = modules.filter(({ name }) => name === 'course').flatMap(({ files }) => files)
  const text = texts.find((file) => readFileSync(`${dist}/assets/${file}`, 'utf8').includes(title))
  expect(text).toBeDefined()
  const withheld = (path: string) => (path === `assets/${text}` ? how : undefined)
  const server: PlainServer = await servePlainly(dist, { withheld })
  try {
    const playground = playgroundOn(page)
    const there = lessonTitle(playground)
    await page.goto(`${server.address}#course/rbac-from-nothing`)
    await expect(there).toBeVisible()
    await expect(page).toHaveURL(/#course\/rbac-from-nothing\/./)
    how = 'missing'
    await page.reload()
    const lesson = page.getByRole('region', { name: 'Lesson', exact: true })
    await expect(lesson.getByRole('alert')).toContainText('“The course” did not arrive')
    await expect(playground.policyText).toBeVisible()
    await lesson.getByRole('button', { name: 'Try again' }).click()
    await expect(lesson.getByRole('alert')).toContainText('“The course” did not arrive')
    how = undefined
    await lesson.getByRole('button', { name: 'Try again' }).click()
    await expect(there).toBeVisible()
  } finally {
    server.close()
  }
})

test('a form of the request that cannot be printed yet is there once its part has arrived', async ({ page }) => {
  let how: Withheld | undefined = 'missing'
  const withheld = (path: string) => (/^assets\/page-questions-/.test(path) ? how : undefined)
  const server: PlainServer = await servePlainly(dist, { withheld })
  try {
    const { requestText, sentence, showForm } = playgroundOn(page)
    await page.goto(server.address)
    await expect(sentence).toHaveText(/^ ?200: /)
    await page.getByRole('button', { name: /^Request: /, expanded: false }).click()
    await showForm('kubectl')
    await expect(page.getByText(/did not arrive/).first()).toBeVisible()
    await expect(requestText('kubectl')).toBeHidden()
    await showForm('HTTP')
    await expect(requestText('HTTP')).toBeVisible()
    how = undefined
    await showForm('kubectl')
    await page.getByRole('button', { name: 'Try again', exact: true }).last().click()
    await expect(requestText('kubectl')).toBeVisible()
  } finally {
    server.close()
  }
})
