import { readdirSync, readFileSync } from 'node:fs'
import { EXAMPLES } from '@authz-playground/examples'
import { expect, type Locator, test } from '@playwright/test'
import { dist } from '../scripts/build.mjs'
import { lateModules } from './support/late-files.ts'
import { type PlainServer, servePlainly, type Withheld } from './support/plain-server.ts'
import { type Playground, playgroundOn } from './support/playground.ts'

/** What needs a late module, and what of it shows once it is there. */
interface Errand {
  /** What is opened: the first example where it is absent. */
  readonly example?: string
  /** Does what needs it. */
  go?(playground: Playground): Promise<unknown>
  there(playground: Playground): Locator
}

const dialog = ({ page }: Playground, name: string) => page.getByRole('dialog', { name, exact: true })
const click = (name: string | RegExp) => (playground: Playground) =>
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

/** By the names of modules in the build. */
const ERRANDS: Readonly<Record<string, Errand>> = {
  'draw-mermaid': {
    go: click('As mermaid'),
    there: ({ chart }) => chart.getByRole('img', { name: /as mermaid draws it/ }),
  },
  policy: { there: ({ policyText }) => policyText },
  request: { there: ({ request }) => request },
  RichEditor: { there: ({ policy }) => policy.locator('.monaco-editor').first() },
  Readings: { example: 'kep-story-1-mended', there: ({ page }) => page.getByText(/^Where the text leaves it open/) },
  DesignPart: { there: ({ answer }) => answer.getByRole('button', { name: /^Design\b/ }) },
  OnCluster: { there: ({ answer }) => answer.getByRole('button', { name: /^On your cluster/ }) },
  ChangedFields: {
    example: 'fine-grained',
    there: ({ answer }) => answer.getByRole('list', { name: 'Changed fields' }),
  },
  GrantedRules: {
    example: 'write-escalates',
    there: ({ answer }) => answer.getByRole('list', { name: 'Rules that it would grant' }),
  },
  Conditions: {
    example: 'conditional-printed',
    there: ({ timeline }) => timeline.getByRole('list', { name: /onditions/ }).first(),
  },
  Gallery: { go: click(/^Example: /), there: ({ gallery }) => gallery.getByRole('searchbox') },
  library: { go: click('Your scenarios'), there: (on) => dialog(on, 'Your scenarios').getByRole('textbox').first() },
  help: { go: click('Help'), there: (on) => dialog(on, 'About the playground').getByText('Play or pause') },
  'bring-in': { go: click('From a cluster'), there: (on) => dialog(on, 'What the cluster said').getByRole('textbox') },
  share: { go: click('Share'), there: (on) => dialog(on, 'Share').getByRole('textbox', { name: 'Title' }) },
  Pictures: { go: click('Share'), there: (on) => dialog(on, 'Share').getByRole('button', { name: /SVG/ }).first() },
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
  Walk: {
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
  src: { go: click(/^Example: /), there: ({ entry }) => entry('docs-user-delete') },
  'resource-choices': {
    go: async ({ request, showForm }) => {
      await showForm('Form')
      await request.getByRole('combobox', { name: 'Resource', exact: true }).fill('deploy')
    },
    there: ({ page }) => page.getByRole('option', { name: /^deployments/ }),
  },
  // Of the worker.
  rest: {
    go: ({ page }) => page.getByRole('radio', { name: 'Legacy impersonation' }).check(),
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
  pictures: { go: click('Share'), there: (on) => dialog(on, 'Share').getByRole('img').first() },
}

const FORBIDDEN =
  'Error from server (Forbidden): pods is forbidden: User "jane" cannot list resource "pods" in API group "" at the cluster scope'

function titleOf(id: string): string {
  return EXAMPLES.find((example) => example.id === id)?.title ?? id
}

const modules = lateModules()

/** Each file once, with the first thing that needs it. */
const files = new Map(
  Object.keys(ERRANDS)
    .flatMap((name) =>
      modules
        .filter((module) => module.name === name)
        .flatMap((module) => module.files.map((file) => [file, name] as const)),
    )
    .reverse(),
)

test('each late module of the build has a test here', () => {
  expect(modules.map(({ name }) => name).filter((name) => !Object.hasOwn(ERRANDS, name))).toEqual([])
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

for (const [file, name] of files) {
  test(`only what needs ${name} is missing while ${file} does not arrive, and it comes when it does`, async ({
    page,
  }) => {
    const errand = ERRANDS[name] as Errand
    let how: Withheld | undefined = 'missing'
    const withheld = (path: string) => (path === `assets/${file}` ? how : undefined)
    const server: PlainServer = await servePlainly(dist, { withheld })
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    try {
      const playground = playgroundOn(page)
      const notArrived = page.getByText(/did not arrive/)
      const tryAgain = page.getByRole('button', { name: 'Try again', exact: true })
      await page.goto(`${server.address}${errand.example === undefined ? '' : `#example/${errand.example}`}`)
      await errand.go?.(playground)
      await expect(notArrived.first()).toBeVisible()
      for (const kept of ['Authorization playground', 'Policy', 'Request', 'Answer', 'Timeline', 'Flowchart']) {
        await expect(page.getByRole('heading', { name: kept, exact: true, includeHidden: true }).first()).toBeVisible()
      }
      how = 'broken'
      await tryAgain.first().click()
      await expect(notArrived.first()).toBeVisible()
      how = undefined
      // Where several parts need the file, each says so.
      await expect(async () => {
        if (await tryAgain.first().isVisible()) await tryAgain.first().click()
        await expect(notArrived).toHaveCount(0, { timeout: 1000 })
      }).toPass()
      await expect(errand.there(playground)).toBeVisible()
      expect(errors).toEqual([])
    } finally {
      server.close()
    }
  })
}
