import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { linkHash, readCourse } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { FIRST } from '@authz-playground/examples/first'
import { expect, type Locator, test } from '@playwright/test'
import { dist } from '../scripts/build.mjs'
import { rememberDoor } from './support/door.ts'
import { openFiles, written } from './support/files.ts'
import { lateModules } from './support/late-files.ts'
import { type PlainServer, servePlainly, type Withheld } from './support/plain-server.ts'
import { type PlaygroundPage, playgroundOn } from './support/playground.ts'

/** An action that needs a late module, and an element that shows once the module is there. */
interface Errand {
  /** The example to open; the first one where absent. */
  readonly example?: string
  /** The address to open in place of one with an example, after its `#`. */
  readonly address?: string
  /** Performs the action. */
  go?(playground: PlaygroundPage): Promise<unknown>
  there(playground: PlaygroundPage): Locator
  /** What of the action must be repeated until the element shows. */
  again?(playground: PlaygroundPage): Promise<unknown>
  /** It is about a lesson, whose page has no timeline, and the title of the course in place of that of the playground. */
  readonly inLesson?: true
}

const dialog = ({ page }: PlaygroundPage, name: string) => page.getByRole('dialog', { name, exact: true })
const click = (name: string | RegExp) => (playground: PlaygroundPage) =>
  playground.page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

const view = (name: string, there: (shown: Locator) => Locator): Errand => ({
  go: async (playground) => {
    await playground.page.getByRole('button', { name: 'Compare designs' }).click()
    await dialog(playground, 'Compare').getByRole('tab', { name, exact: true }).click()
  },
  there: (playground) => there(dialog(playground, 'Compare').getByRole('tabpanel', { name })),
})

async function openPolicyDiff(on: PlaygroundPage): Promise<void> {
  await click('Debug')(on)
  await click('Compare the policy with…')(on)
}

const present = ({ answer }: PlaygroundPage) => answer.press('Alt+p')

const constrainDialog = (on: PlaygroundPage) => dialog(on, 'From impersonate to constrained')

async function readLog(on: PlaygroundPage): Promise<void> {
  await on.answer.press('Alt+i')
  const [log = ''] = await written({ 'audit.log': '' })
  await openFiles(on.page, constrainDialog(on).getByRole('button', { name: 'Choose a log' }), [log])
}

const sourceOf = (id: string, name: 'course' | 'plays') => `packages/courses/${id}/${name}.yaml`

/** The courses that come with the page. */
const COURSES = readdirSync('packages/courses')
  .filter((id) => existsSync(sourceOf(id, 'course')))
  .map((id) => ({ id, title: readCourse(readFileSync(sourceOf(id, 'course'), 'utf8')).course?.title ?? id }))

type BuiltIn = (typeof COURSES)[number]

/** Opens the first lesson of a course by its address. */
const firstLesson = ({ id, title }: BuiltIn): Errand & { readonly address: string } => ({
  address: `course/${id}`,
  there: ({ page }) => page.getByRole('heading', { level: 1, name: title, exact: true }),
  inLesson: true,
})

const LESSON = firstLesson({ id: 'rbac-from-nothing', title: 'RBAC from nothing' })

const writing = (on: PlaygroundPage) => dialog(on, 'Write a course')

/** Begins a course in the author’s view, which the address opens. */
const begins = (button: string, there: Errand['there']): Errand => ({
  address: 'author',
  go: (on) => writing(on).getByRole('button', { name: button, exact: true }).click(),
  there,
})

const courseText = (on: PlaygroundPage) => writing(on).getByRole('textbox', { name: 'Course in YAML' })

async function completeCourse(on: PlaygroundPage): Promise<void> {
  await on.readyToWrite(courseText(on))
  await on.page.keyboard.press('ControlOrMeta+End')
  await on.page.keyboard.press('Enter')
  await on.page.keyboard.press('Control+Space')
}

async function findResource({ request }: PlaygroundPage): Promise<void> {
  const resource = request.getByRole('combobox', { name: 'Resource', exact: true })
  await resource.fill('')
  await resource.fill('deploy')
}

/** Errands by the name of the module in the build. */
const ERRANDS: Readonly<Record<string, Errand>> = {
  SettingsBar: { there: ({ page }) => page.getByRole('combobox', { name: 'Kubernetes', exact: true }) },
  'draw-mermaid': {
    go: click('As mermaid'),
    there: ({ chart }) => chart.getByRole('img', { name: /as mermaid draws it/ }),
  },
  policy: { there: ({ policy }) => policy },
  request: { there: ({ request }) => request },
  RichEditor: { go: ({ policyText }) => policyText.focus(), there: ({ policy }) => policy.getByRole('code') },
  AssumptionChoices: {
    example: 'kep-story-1-mended',
    there: ({ page }) => page.getByText(/^Where the text leaves it open/),
  },
  DesignPart: {
    go: ({ openDrawer }) => openDrawer('Design'),
    there: ({ answer }) => answer.getByRole('list', { name: 'Sources' }),
  },
  OnCluster: {
    go: ({ openDrawer }) => openDrawer('On your cluster'),
    there: ({ answer }) => answer.getByRole('button', { name: 'Copy script' }),
  },
  ChangedFields: {
    example: 'fine-grained-own-label',
    there: ({ answer }) => answer.getByRole('list', { name: 'Changed fields' }),
  },
  GrantedRules: {
    example: 'write-escalates',
    there: ({ answer }) => answer.getByRole('list', { name: 'Rules that it would grant' }),
  },
  ConditionList: {
    example: 'conditional-printed',
    there: ({ timeline }) => timeline.getByRole('list', { name: /onditions/ }).first(),
  },
  Gallery: { go: click(/^Example: /), there: ({ gallery }) => gallery.getByRole('searchbox') },
  library: { go: click('Your scenarios'), there: (on) => dialog(on, 'Your scenarios').getByRole('textbox').first() },
  help: {
    go: click('Help'),
    there: (on) => dialog(on, 'About the playground').getByText('Play or pause, in the chart'),
  },
  'bring-in': { go: click('From a cluster'), there: (on) => dialog(on, 'What the cluster said').getByRole('textbox') },
  share: { go: click('Share'), there: (on) => dialog(on, 'Share').getByRole('textbox', { name: 'Title' }) },
  Pictures: { go: click('Share'), there: (on) => dialog(on, 'Share').getByRole('button', { name: /SVG/ }).first() },
  lecture: { go: present, there: ({ page }) => page.getByRole('region', { name: 'Question', exact: true }) },
  'lecture-lists': { go: present, there: ({ page }) => page.getByRole('region', { name: 'Question', exact: true }) },
  submission: {
    go: async (on) => {
      await click('Share')(on)
      await click('QR code')(on)
    },
    there: (on) => dialog(on, 'Hand out').getByRole('textbox'),
  },
  questions: {
    go: click('Questions'),
    there: (on) => dialog(on, 'Questions').getByRole('tab', { name: 'Who can', exact: true }),
  },
  'policy-diff': {
    go: openPolicyDiff,
    there: (on) => dialog(on, 'What changed in the policy').getByRole('combobox', { name: 'From' }),
  },
  'compared-policies': {
    go: async (on) => {
      await openPolicyDiff(on)
      const [old = ''] = await written({ 'old.yaml': '' })
      await openFiles(
        on.page,
        dialog(on, 'What changed in the policy').getByRole('button', { name: 'Choose a file' }),
        [old],
      )
    },
    there: (on) => dialog(on, 'What changed in the policy').getByRole('region', { name: 'Gains' }),
  },
  compare: {
    go: click('Compare designs'),
    there: (on) => dialog(on, 'Compare').getByRole('tab', { name: 'Every design' }),
  },
  EveryDesign: view('Every design', (shown) => shown.getByRole('listitem').first()),
  SideBySide: view('Side by side', (shown) => shown.getByRole('figure').first()),
  Intents: view('Intents', (shown) => shown.getByRole('heading').first()),
  Versions: view('Versions', (shown) => shown.getByRole('region', { name: 'This request' })),
  Arguments: view('Arguments', (shown) => shown.getByRole('heading').first()),
  AuthorizerOrder: {
    go: click('Order of authorizers'),
    there: (on) => dialog(on, 'Order of authorizers').getByRole('listitem').first(),
  },
  WalkBar: {
    go: async (on) => {
      await click('Compare designs')(on)
      const shown = dialog(on, 'Compare')
      await shown.getByRole('tab', { name: 'Versions', exact: true }).click()
      await shown
        .getByRole('button', { name: /^Gate on, new rules:/ })
        .first()
        .click()
    },
    there: ({ page }) => page.getByRole('region', { name: 'Versions', exact: true }),
  },
  'open-link': {
    example: 'docs-user-delete',
    there: ({ page }) => page.getByRole('button', { name: `Example: ${titleOf('docs-user-delete')}. Open another` }),
  },
  'address-bar': { there: ({ sentence }) => sentence },
  arguments: {
    address: 'compare/arguments/union',
    there: (on) => dialog(on, 'Compare').getByRole('tabpanel', { name: 'Arguments' }).getByRole('heading').first(),
  },
  intents: {
    address: 'compare/intents/console',
    there: (on) => dialog(on, 'Compare').getByRole('tabpanel', { name: 'Intents' }).getByRole('heading').first(),
  },
  'dropped-manifest': {
    go: async ({ request, writeRequest }) => {
      await writeRequest('kubectl', 'kubectl apply -f role.yaml')
      const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: dropped\n'
      await request.evaluate((pane, text) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([text], 'role.yaml'))
        pane.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      }, manifest)
    },
    there: ({ request }) => request.getByText('name: dropped').first(),
  },
  src: { go: click(/^Example: /), there: ({ entry }) => entry('docs-user-delete') },
  'resource-choices': {
    go: async (on) => {
      await on.showForm('Form')
      await findResource(on)
    },
    there: ({ page }) => page.getByRole('option', { name: /^deployments/ }),
    again: findResource,
  },
  AllowingChangeList: {
    example: 'docs-user-delete',
    go: ({ openDrawer }) => openDrawer('What would do it'),
    there: ({ answer }) => answer.getByRole('button', { name: 'Apply' }).first(),
  },
  Nearly: { example: 'docs-user-delete', there: ({ answer }) => answer.getByText(/comes closest/) },
  NearRules: {
    example: 'docs-user-delete',
    go: click(/what nearly fits$/),
    there: ({ timeline }) => timeline.getByRole('list', { name: 'Rules that nearly fit check 1' }),
  },
  explanations: { example: 'docs-user-delete', there: ({ answer }) => answer.getByText(/comes closest/) },
  explain: { example: 'docs-user-delete', there: ({ answer }) => answer.getByText(/comes closest/) },
  CommandAnswer: {
    go: ({ writeRequest }) => writeRequest('kubectl', 'kubectl auth can-i --list'),
    there: ({ answer }) => answer.getByText(/Resources +Non-Resource URLs/),
  },
  // A module of the worker.
  rest: {
    go: ({ page }) => page.getByRole('radio', { name: 'Legacy impersonation' }).click(),
    there: ({ sentence }) => sentence.filter({ hasText: '403: ' }),
  },
  designs: {
    go: ({ page }) => page.getByRole('radio', { name: 'Legacy impersonation' }).click(),
    there: ({ sentence }) => sentence.filter({ hasText: '403: ' }),
  },
  cel: {
    example: 'conditional-printed',
    there: ({ timeline }) => timeline.getByRole('list', { name: /^Conditions of check/ }).first(),
  },
  'page-questions': {
    go: ({ timeline }) => timeline.getByRole('button', { name: 'SubjectAccessReview' }).first().click(),
    there: ({ timeline }) => timeline.getByText('kind: SubjectAccessReview'),
  },
  documents: { go: click('Share'), there: (on) => dialog(on, 'Share').getByRole('button', { name: 'Copy link' }) },
  observed: {
    go: async (on) => {
      await click('From a cluster')(on)
      await dialog(on, 'What the cluster said').getByRole('textbox').fill(FORBIDDEN)
    },
    there: (on) => dialog(on, 'What the cluster said').getByText(/a 403 message/),
  },
  replay: {
    go: ({ openDrawer }) => openDrawer('On your cluster'),
    there: ({ answer }) => answer.getByRole('button', { name: 'Copy script' }),
  },
  'policy-questions': { go: click('Questions'), there: (on) => dialog(on, 'Questions').getByRole('table') },
  MistakeList: {
    go: click(/^Mistakes: /),
    there: ({ page }) => page.getByRole('region', { name: 'Mistakes in the policy' }),
  },
  RulePageView: {
    example: 'partial-wildcard',
    go: async (on) => {
      await click(/^Mistakes: /)(on)
      await click('About partial-wildcard-verb')(on)
    },
    there: ({ page }) => page.getByRole('region', { name: 'About partial-wildcard-verb' }),
  },
  mistakes: { there: ({ page }) => page.getByRole('button', { name: /^Mistakes: (none|\d)/ }) },
  goals: { there: ({ page }) => page.getByRole('button', { name: 'Add a goal' }) },
  AddAsGoal: { there: ({ answer }) => answer.getByRole('button', { name: 'This should stay so' }) },
  'goal-edits': {
    go: async ({ page, policy }) => {
      const [file = ''] = await written({ 'goals.yaml': 'version: 1\ngoals: [at most 9 rules]\n' })
      await openFiles(page, policy.getByRole('button', { name: 'Open files' }), [file])
    },
    there: ({ page }) => page.getByRole('button', { name: 'Edit goal 1' }),
  },
  'judged-goals': {
    address: linkHash({
      document: { title: '', explanation: '', expect: [], goals: ['at most 9 rules'], scenario: FIRST.scenario },
    }).slice(1),
    there: ({ page }) => page.getByRole('button', { name: /^Goals Holds/ }),
  },
  pictures: { go: click('Share'), there: (on) => dialog(on, 'Share').getByRole('img').first() },
  // The last one: other parts of the worker need most of its files, too.
  'allowing-changes': {
    example: 'docs-user-delete',
    go: ({ openDrawer }) => openDrawer('What would do it'),
    there: ({ answer }) => answer.getByRole('button', { name: 'Apply' }).first(),
  },
  constrain: {
    go: ({ answer }) => answer.press('Alt+i'),
    there: (on) => constrainDialog(on).getByRole('tab', { name: 'Impersonators' }),
  },
  constraining: {
    go: ({ answer }) => answer.press('Alt+i'),
    there: (on) => constrainDialog(on).getByRole('table', { name: 'Impersonators' }),
  },
  'log-files': { go: readLog, there: (on) => constrainDialog(on).getByText(/^0 requests/) },
  ByLegacy: {
    example: 'argo-cd-legacy',
    there: ({ answer }) => answer.getByRole('button', { name: 'Constrain it' }),
  },
  course: LESSON,
  LessonPage: LESSON,
  // A dialog, and a module of the worker: the address opens a lesson with the dialog over it.
  courses: {
    ...LESSON,
    address: `${LESSON.address}&courses`,
    there: (on) => dialog(on, 'Courses').getByRole('button', { name: 'Continue: RBAC from nothing', exact: true }),
  },
  lesson: {
    address: LESSON.address,
    go: async (on) => {
      await expect(LESSON.there(on)).toBeVisible()
      await on.page.evaluate(() => {
        location.hash = '#example/docs-user-delete'
      })
    },
    there: ({ page }) =>
      page.getByRole('region', { name: 'Course', exact: true }).getByRole('button', { name: 'Back to the lesson' }),
  },
  tour: {
    go: async (on) => {
      await click('Help')(on)
      await dialog(on, 'About the playground').getByRole('button', { name: 'tour', exact: true }).click()
    },
    there: ({ page }) => page.getByRole('region', { name: /^Tour,/ }),
  },
  author: { address: 'author', there: (on) => writing(on).getByRole('button', { name: 'Begin', exact: true }) },
  edits: begins('Begin', courseText),
  'course-view': begins('Begin', (on) => writing(on).getByText(/^Not finished: one thing/)),
  'lesson-view': begins('Open a copy: RBAC from nothing', (on) =>
    writing(on).getByRole('button', { name: 'Try it as a learner' }),
  ),
  completion: {
    address: 'author',
    go: async (on) => {
      await writing(on).getByRole('button', { name: 'Begin', exact: true }).click()
      await completeCourse(on)
    },
    there: ({ page }) => page.getByRole('listbox', { name: 'Suggest' }),
    again: completeCourse,
  },
}

const FORBIDDEN =
  'Error from server (Forbidden): pods is forbidden: User "jane" cannot list resource "pods" in API group "" at the cluster scope'

function titleOf(id: string): string {
  return EXAMPLES.find((example) => example.id === id)?.title ?? id
}

const modules = lateModules()

/**
 * The errand that loads the design of an example, and its chart for a picture. Not each of its files is requested first
 * by the design's module.
 */
function designErrand(name: string): Errand | undefined {
  const design = name.replace(/-rare$/, '')
  if (design === 'legacy') {
    const choose = ({ page }: PlaygroundPage) => page.getByRole('radio', { name: 'Legacy impersonation' }).click()
    return { go: choose, there: ({ sentence }) => sentence.filter({ hasText: '403: ' }) }
  }
  const example = EXAMPLES.find(({ scenario }) => scenario.design === design)
  return (
    example && { example: example.id, go: click('Share'), there: (on) => dialog(on, 'Share').getByRole('img').first() }
  )
}

/** Modules without which nothing is lost now: the editor shows YAML without colours, the next visit needs the network. */
const DISPENSABLE: Readonly<Record<string, Errand>> = {
  offline: { there: ({ sentence }) => sentence },
  yaml: { go: ({ policyText }) => policyText.focus(), there: ({ policy }) => policy.getByRole('code') },
}

/** The course that comes with the page whose text, or plays, are in a file of the build. */
function courseIn(name: 'course' | 'plays', file: string): BuiltIn | undefined {
  const built = readFileSync(`${dist}/assets/${file}`, 'utf8')
  return COURSES.find(({ id }) =>
    readFileSync(sourceOf(id, name), 'utf8')
      .split('\n', 5)
      .every((line) => built.includes(line)),
  )
}

/** The errand that needs the text of a course that comes with the page, or its plays. All of them have one name. */
function courseErrand(name: string, file: string): Errand | undefined {
  if (name !== 'course' && name !== 'plays') return undefined
  const course = courseIn(name, file)
  if (course === undefined) return undefined
  return name === 'course' ? firstLesson(course) : begins(`Open a copy: ${course.title}`, courseText)
}

/** The errand that needs a file of the module, which fails where the file is not requested. */
function needed(name: string, file: string): Errand | undefined {
  return courseErrand(name, file) ?? ERRANDS[name]
}

function errandOf(name: string, file: string): Errand | undefined {
  return needed(name, file) ?? DISPENSABLE[name] ?? designErrand(name)
}

/** Files that do not arrive. */
interface Case {
  readonly name: string
  readonly title: string
  readonly files: readonly [string, ...string[]]
}

/**
 * Each file once, with the first errand that needs it: that of the module alone, then all that come with it. Of designs only the
 * module, because they share all other files.
 */
function* casesOf(): Generator<Case> {
  const taken = new Set<string>()
  const take = (files: readonly string[]) => files.filter((file) => !taken.has(file) && taken.add(file))
  for (const name of Object.keys(ERRANDS)) {
    const named = modules.filter((module) => module.name === name)
    for (const file of take(named.flatMap(({ files }) => files.slice(0, 1)))) yield { name, title: file, files: [file] }
    const [first, ...others] = take(named.flatMap(({ files }) => files))
    if (first === undefined) continue
    yield { name, title: others.length === 0 ? first : `${first} and ${others.length} more`, files: [first, ...others] }
  }
  for (const { name, files } of modules)
    for (const file of take(files.slice(0, 1))) yield { name, title: file, files: [file] }
}

test('each late module of the build has a test here', () => {
  expect(modules.length).toBeGreaterThan(30)
  const without = modules.filter(({ name, files }) => errandOf(name, files[0] ?? '') === undefined)
  expect(without.map(({ name }) => name)).toEqual([])
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

// Behind this door every part can be reached.
test.beforeEach(({ context }) => rememberDoor(context, 'designs'))

for (const { name, title, files } of casesOf()) {
  test(`only what needs ${name} is missing while ${title} did not arrive, and comes when asked for again`, async ({
    page,
  }) => {
    const [file] = files
    const errand = errandOf(name, file) as Errand
    let how: Withheld | undefined = 'missing'
    const paths = new Set(files.map((one) => `assets/${one}`))
    const withheld = (path: string) => (paths.has(path) ? how : undefined)
    const server: PlainServer = await servePlainly(dist, { withheld })
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    try {
      const playground = playgroundOn(page)
      const notArrived = page.getByText(/did not (arrive|draw the chart)/)
      // A dialog shows the notice, too, and is later in the document. Nothing outside of the dialog can be reached.
      const tryAgain = page.getByRole('button', { name: 'Try again', exact: true })
      const { example, address = example === undefined ? '' : `example/${example}` } = errand
      await page.goto(`${server.address}#${address}`)
      await errand.go?.(playground)
      const there = errand.there(playground)
      await expect(notArrived.first().or(there).first()).toBeVisible()
      // Nothing requests it here, or the part works without it.
      if (needed(name, file) === undefined && (await there.isVisible())) return
      await expect(notArrived.first()).toBeVisible()
      const ofLesson = ['Policy', 'Request', 'Answer', 'Flowchart']
      for (const kept of errand.inLesson ? ofLesson : ['Authorization playground', 'Timeline', ...ofLesson]) {
        // A heading that is explained has its explanation, hidden, in its name.
        const name = new RegExp(`^${kept}`)
        await expect(page.getByRole('heading', { name, includeHidden: true }).first()).toBeAttached()
      }
      how = 'broken'
      await tryAgain.last().click()
      await errand.again?.(playground)
      await expect(notArrived.first()).toBeVisible()
      how = undefined
      // Where several parts need the file, each says so.
      await expect(async () => {
        if (await tryAgain.last().isVisible()) await tryAgain.last().click()
        await expect(notArrived).toHaveCount(0, { timeout: 1000 })
      }).toPass()
      await errand.again?.(playground)
      await expect(there).toBeVisible()
      expect(errors).toEqual([])
    } finally {
      server.close()
    }
  })
}

test('a lesson whose course does not arrive after a reload says so, and comes when it does', async ({ page }) => {
  let how: Withheld | undefined
  const texts = modules.filter(({ name }) => name === 'course').flatMap(({ files }) => files)
  const text = texts.find((file) => courseIn('course', file)?.id === 'rbac-from-nothing')
  expect(text).toBeDefined()
  const withheld = (path: string) => (path === `assets/${text}` ? how : undefined)
  const server: PlainServer = await servePlainly(dist, { withheld })
  try {
    const playground = playgroundOn(page)
    const there = LESSON.there(playground)
    await page.goto(`${server.address}#${LESSON.address}`)
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
