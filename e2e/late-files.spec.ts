import { readdirSync, readFileSync } from 'node:fs'
import { linkHash } from '@authz-playground/engine/scenario-file'
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
  /** The element shows only when the action is repeated. */
  readonly again?: true
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
  Readings: { example: 'kep-story-1-mended', there: ({ page }) => page.getByText(/^Where the text leaves it open/) },
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
  handing: {
    go: async (on) => {
      await click('Share')(on)
      await click('QR code')(on)
    },
    there: (on) => dialog(on, 'Hand out').getByRole('textbox'),
  },
  asks: {
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
    go: async ({ request, showForm }) => {
      await showForm('Form')
      const resource = request.getByRole('combobox', { name: 'Resource', exact: true })
      await resource.fill('')
      await resource.fill('deploy')
    },
    there: ({ page }) => page.getByRole('option', { name: /^deployments/ }),
    again: true,
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
  questions: {
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
  StaySo: { there: ({ answer }) => answer.getByRole('button', { name: 'This should stay so' }) },
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

/** Modules of courses and of their author’s view, which have no errand here yet. Other tests load them, and none withholds them. */
const NOT_TRIED: ReadonlySet<string> = new Set([
  'course',
  'plays',
  'course-view',
  'lesson-view',
  'completion',
  'edits',
  'courses',
  'LessonPage',
  'lesson',
  'tour',
  'author',
])

function errandOf(name: string): Errand | undefined {
  return ERRANDS[name] ?? DISPENSABLE[name] ?? designErrand(name)
}

/**
 * Each file once, with the first errand that needs it. Of designs only the module, because they share all other files.
 */
const files = new Map<string, string>()
for (const name of Object.keys(ERRANDS)) {
  for (const file of modules.filter((module) => module.name === name).flatMap((module) => module.files)) {
    if (!files.has(file)) files.set(file, name)
  }
}
for (const {
  name,
  files: [file],
} of modules) {
  if (file !== undefined && !files.has(file) && !NOT_TRIED.has(name)) files.set(file, name)
}

test('each late module of the build has a test here, or is named as one that has none', () => {
  expect(modules.length).toBeGreaterThan(30)
  const without = modules.map(({ name }) => name).filter((name) => errandOf(name) === undefined)
  expect(new Set(without)).toEqual(NOT_TRIED)
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

for (const [file, name] of files) {
  test(`only what needs ${name} is missing while ${file} does not arrive, and it comes when it does`, async ({
    page,
  }) => {
    const errand = errandOf(name) as Errand
    let how: Withheld | undefined = 'missing'
    const withheld = (path: string) => (path === `assets/${file}` ? how : undefined)
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
      if (!Object.hasOwn(ERRANDS, name) && (await there.isVisible())) return
      await expect(notArrived.first()).toBeVisible()
      for (const kept of ['Authorization playground', 'Policy', 'Request', 'Answer', 'Timeline', 'Flowchart']) {
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
      if (errand.again) await errand.go?.(playground)
      await expect(there).toBeVisible()
      expect(errors).toEqual([])
    } finally {
      server.close()
    }
  })
}

test('a form of the request that cannot be printed yet is there once its part has arrived', async ({ page }) => {
  let how: Withheld | undefined = 'missing'
  const withheld = (path: string) => (/^assets\/questions-/.test(path) ? how : undefined)
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
