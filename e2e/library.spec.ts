import { readFile } from 'node:fs/promises'
import { readScenarioDocuments, writeScenarioDocument } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { FIRST } from '@authz-playground/examples/first'
import type { BrowserContext, Download, Locator, Page } from '@playwright/test'
import { rememberAudience } from './support/audience.ts'
import { expectAccessible } from './support/axe.ts'
import { openFiles, written } from './support/files.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import { literalPattern, type PlaygroundPage, playgroundOn } from './support/playground.ts'
import { expect, test } from './support/test.ts'
import { allArrived } from './support/watch.ts'

const OTHER = EXAMPLES.find(({ id }) => id === 'docs-user-delete') ?? FIRST
const version = (page: Page): Locator => page.getByRole('combobox', { name: 'Kubernetes', exact: true })
const titled = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^Example: ${literalPattern(title)}\\. `) })

/** The parts of the library, by role and name. */
function libraryOn(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Your scenarios', exact: true })
  const name = dialog.getByRole('textbox', { name: 'Save the scenario on the page as' })
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  const list = dialog.getByRole('list')
  const entries = list.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^More about / }) })
  const entry = (title: string): Locator =>
    entries.filter({ has: page.getByRole('button', { name: `More about “${title}”`, exact: true }) })
  const more = (title: string): Locator => dialog.getByRole('button', { name: `More about “${title}”`, exact: true })
  return {
    dialog,
    name,
    save,
    entries,
    entry,
    /** The button with its outcome and title, which opens it. */
    opener: (title: string): Locator => entry(title).getByRole('button').first(),
    async open(): Promise<void> {
      await page.getByRole('button', { name: 'Your scenarios', exact: true }).click()
      await expect(dialog).toBeVisible()
    },
    async saveAs(title: string): Promise<void> {
      await name.fill(title)
      await save.click()
      await expect(dialog.getByText(`Saved as “${title}”.`)).toBeVisible()
      await expect(entry(title)).toBeVisible()
    },
    async choose(title: string, action: string): Promise<void> {
      await more(title).click()
      await entry(title).getByRole('button', { name: action, exact: true }).click()
    },
    /** The names, in their order. */
    names: (): Promise<readonly string[]> =>
      dialog
        .getByRole('button', { name: /^More about / })
        .evaluateAll((all) => all.map((one) => /“(.*)”/.exec(one.getAttribute('aria-label') ?? '')?.[1] ?? '')),
    async import(...paths: readonly string[]): Promise<void> {
      await openFiles(page, dialog.getByRole('button', { name: 'Import files' }), paths)
    },
    async export(): Promise<Download> {
      const download = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Export all' }).click()
      return download
    },
  }
}

/** The page in another tab of the same browser. */
async function otherTab(context: BrowserContext): Promise<PlaygroundPage> {
  const other = playgroundOn(await context.newPage())
  await other.page.goto('/')
  await expect(other.sentence).toBeVisible()
  return other
}

function fileOf(title: string, policy = FIRST.scenario.policy): string {
  return writeScenarioDocument({ title, explanation: '', expect: [], scenario: { ...FIRST.scenario, policy } })
}

/** The answer to bob’s request in the policy without rules, under legacy impersonation. */
const NOBODY_LISTS = /^ ?403: .* may not list nodes cluster-wide as bob: no rule grants impersonate(?![-:])/

test('a scenario is saved by name, and opened again after a reload with all that it holds', async ({
  playground,
  page,
}) => {
  const library = libraryOn(page)
  await playground.writePolicy('# Müller & “Söhne” 🦊\n')
  await playground.writeRequest('kubectl', 'kubectl get nodes --as=bob')
  await version(page).selectOption('1.35')
  await page.getByRole('radio', { name: 'Legacy impersonation' }).check()
  await expect(playground.sentence).toHaveText(NOBODY_LISTS)
  await page.keyboard.press('Alt+L')
  await expect(library.dialog).toBeVisible()
  await expect(library.dialog.getByText(/^Nothing is saved yet\./)).toBeVisible()
  await expect(library.name).toHaveValue(`${FIRST.title} (edited)`)
  await library.saveAs('Nobody lists nodes 🦊')
  await expect(library.entry('Nobody lists nodes 🦊')).toContainText('403')
  await expect(library.entry('Nobody lists nodes 🦊')).toContainText('Legacy impersonation · just now')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Your scenarios', exact: true })).toBeVisible()
  await expect(titled(page, 'Nobody lists nodes 🦊')).toBeVisible()

  await playground.openGallery()
  await playground.entry(OTHER.id).click()
  await page.getByRole('button', { name: 'Open the example' }).click()
  await expect(titled(page, OTHER.title)).toBeVisible()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(OTHER.id)
  await page.reload()
  await expect(playground.sentence).toBeVisible()
  await library.open()
  await library.opener('Nobody lists nodes 🦊').click()
  await expect(library.dialog).toBeHidden()
  await expect(titled(page, 'Nobody lists nodes 🦊')).toBeVisible()
  await expect(playground.sentence).toHaveText(NOBODY_LISTS)
  await expect(version(page)).toHaveValue('1.35')
  await expect(page.getByRole('radio', { name: 'Legacy impersonation' })).toBeChecked()
  expect(await playground.textOf(playground.policyText)).toBe('# Müller & “Söhne” 🦊\n')
  expect(await playground.requestIn('kubectl')).toBe('kubectl get nodes --as=bob')
})

test('opening one loses no work, and a taken name is never replaced without a question', async ({
  playground,
  page,
}) => {
  const library = libraryOn(page)
  await library.open()
  await library.saveAs('Mine')
  await page.keyboard.press('Escape')
  await playground.writePolicy('# hours of work\n')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  await library.open()
  await library.opener('Mine').click()
  await expect(playground.sentence).toHaveText(/^ ?200: /)
  await playground.hears('Opened: Mine')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  expect(await playground.textOf(playground.policyText)).toBe('# hours of work\n')
  await test.step('the replaced entry can be restored', async () => {
    await library.open()
    await library.opener('Mine').click()
    await expect(playground.sentence).toHaveText(/^ ?200: /)
    await library.open()
    await library.save.click()
    await expect(library.dialog.getByText('“Mine” is saved already, just as it is here.')).toBeVisible()
    await page.keyboard.press('Escape')
    await playground.writePolicy('# second\n')
    await expect(playground.sentence).toHaveText(/^ ?403: /)

    await library.open()
    await library.save.click()
    await expect(library.dialog.getByText(/^“Mine” is here already, .* Nothing was saved yet\.$/)).toBeVisible()
    await expect(library.entry('Mine')).toContainText('200')
    await library.dialog.getByRole('button', { name: 'Save as “Mine (2)”' }).click()
    await expect(library.entry('Mine (2)')).toContainText('403')
    await expect.poll(() => library.names()).toEqual(['Mine (2)', 'Mine'])

    await library.name.fill('Mine')
    await library.save.click()
    await library.dialog.getByRole('button', { name: 'Replace it' }).click()
    await expect(library.entry('Mine')).toContainText('403')
    await library.dialog.getByRole('button', { name: 'Undo replacing' }).click()
    await expect(library.entry('Mine')).toContainText('200')
    await expect(library.entries).toHaveCount(2)
    await library.name.fill(' ')
    await library.save.click()
    await expect(library.name).toHaveAccessibleDescription('Type a name first.')
  })
})

test('the keyboard alone renames, duplicates, deletes and brings back', async ({ playground: _, page }) => {
  const library = libraryOn(page)
  const { dialog } = library
  await page.keyboard.press('Alt+L')
  await expect(library.name).toBeFocused()
  await library.name.fill('One')
  await page.keyboard.press('Enter')
  await expect(library.entry('One')).toBeVisible()
  await library.opener('One').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const field = dialog.getByRole('textbox', { name: 'New name' })
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(library.opener('One')).toBeFocused()

  await library.choose('One', 'Rename')
  await field.fill('Two')
  await page.keyboard.press('Enter')
  await expect(library.opener('Two')).toBeFocused()
  await library.choose('Two', 'Duplicate')
  await expect(library.opener('Two (2)')).toBeFocused()
  await library.choose('Two (2)', 'Rename')
  await field.fill('Two')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('Another scenario has this name. Type another one.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()

  await library.choose('Two', 'Delete')
  const undo = dialog.getByRole('button', { name: 'Undo deleting “Two”' })
  await expect(undo).toBeFocused()
  await expect(library.entry('Two')).toBeHidden()
  await page.keyboard.press('ArrowUp')
  await expect(library.opener('Two (2)')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(library.opener('Two')).toBeFocused()
  await library.choose('Two', 'Delete')
  // Also when the dialog was closed in between.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await library.open()
  await undo.click()
  await expect.poll(() => library.names()).toEqual(['Two (2)', 'Two'])
})

test('many are searched, by their names and by their text', async ({ playground, page }) => {
  const library = libraryOn(page)
  const paths = await written(
    Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((at) => [`${at}.yaml`, fileOf(`Number ${at}`, `# zebra ${at}\n`)])),
  )
  await library.open()
  await library.import(...paths)
  await expect(library.entries).toHaveCount(7)
  const search = library.dialog.getByRole('searchbox', { name: 'Search' })
  await search.fill('ZEBRA 4')
  await expect(library.entries).toHaveCount(1)
  await expect(library.dialog.getByText('1 scenario', { exact: true })).toBeVisible()
  await search.fill('giraffe')
  await expect(library.dialog.getByText('None of your scenarios holds that.')).toBeVisible()
  await search.fill('number 5')
  await expect(library.entries).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(titled(page, 'Number 5')).toBeVisible()
  expect(await playground.textOf(playground.policyText)).toBe('# zebra 5\n')
})

test('all are exported to one file, and imported elsewhere as they were', async ({ playground, page, browser }) => {
  const library = libraryOn(page)
  await library.open()
  await library.saveAs('Größe “ändern”: 🦊')
  await page.keyboard.press('Escape')
  await playground.writePolicy('---\n# second\n--- \n')
  await library.open()
  await library.saveAs('権限')
  const file = await library.export()
  expect(file.suggestedFilename()).toMatch(/^scenarios-\d{4}-\d\d-\d\d\.yaml$/)
  const path = await file.path()
  const text = await readFile(path, 'utf8')
  expect(readScenarioDocuments(text).pieces.map(({ document }) => document?.title)).toEqual([
    '権限',
    'Größe “ändern”: 🦊',
  ])

  const elsewhere = await browser.newContext({ baseURL: process.env.SITE_URL ?? '' })
  await rememberAudience(elsewhere, 'designs')
  const other = playgroundOn(await elsewhere.newPage())
  await other.open()
  const there = libraryOn(other.page)
  const [own = ''] = await written({ 'own.yaml': fileOf('権限') })
  await there.open()
  await there.import(own)
  await expect(there.dialog.getByText('New: “権限”.')).toBeVisible()
  await there.import(path)
  await expect(there.dialog.getByText('New: “Größe “ändern”: 🦊”.')).toBeVisible()
  await expect(
    there.dialog.getByText('“権限” was here already and says something else: the new one is “権限 (2)”.'),
  ).toBeVisible()
  await expect(there.entries).toHaveCount(3)
  await there.import(path)
  await expect(there.dialog.getByText(/^Here already, just so: “権限 \(2\)”, “Größe/)).toBeVisible()
  await expect(there.entries).toHaveCount(3)
  await there.opener('権限 (2)').click()
  expect(await other.textOf(other.policyText)).toBe('---\n# second\n--- \n')
  await elsewhere.close()
})

test('another tab shows changes at once, and replaces nothing that it has not seen', async ({
  playground,
  page,
  context,
}) => {
  const library = libraryOn(page)
  await library.open()
  await library.saveAs('Mine')
  const other = await otherTab(context)
  const there = libraryOn(other.page)
  await there.open()
  await there.opener('Mine').click()
  await expect(titled(other.page, 'Mine')).toBeVisible()
  await version(other.page).selectOption('1.35')
  await expect(other.sentence).toHaveText(/^ ?403: /)
  await there.open()
  await there.save.click()
  await expect(there.dialog.getByRole('button', { name: 'Replace it' })).toBeVisible()

  // Meanwhile, in the first one.
  await page.keyboard.press('Escape')
  await playground.writePolicy('# newer\n')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  await library.open()
  await library.save.click()
  await library.dialog.getByRole('button', { name: 'Replace it' }).click()
  await expect(library.dialog.getByText(/^“Mine” was replaced\./)).toBeVisible()

  await expect(there.entry('Mine')).toContainText('403')
  await there.dialog.getByRole('button', { name: 'Replace it' }).click()
  await expect(there.dialog.getByText(/Nothing was saved yet\.$/)).toBeVisible()
  await there.dialog.getByRole('button', { name: 'Save as “Mine (2)”' }).click()
  await expect.poll(library.names).toEqual(['Mine (2)', 'Mine'])
  await library.opener('Mine').click()
  // The dialog closes once the scenario is open.
  await expect(library.dialog).toBeHidden()
  expect(await playground.textOf(playground.policyText)).toBe('# newer\n')
})

test('where the browser keeps nothing the page says so, and goes on working', async ({ page, playground: _ }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      value: {
        open() {
          throw new DOMException('denied', 'SecurityError')
        },
      },
    })
  })
  await page.reload()
  const playground = playgroundOn(page)
  await expect(playground.sentence).toBeVisible()
  const library = libraryOn(page)
  await library.open()
  await expect(
    library.dialog.getByRole('alert').filter({ hasText: 'does not let the page keep scenarios' }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await playground.writePolicy('')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
})

test.describe('a page that has loaded all its parts', () => {
  test.use({ loadsAhead: true })

  test('all of it works without a network', async ({ playground, page, context, site }) => {
    const library = libraryOn(page)
    await expect(playground.node(/^receive request/i)).toBeVisible()
    await library.open()
    await library.saveAs('Before')
    await allArrived(site)
    await context.setOffline(true)
    await library.saveAs('Offline')
    const file = await library.export()
    await library.choose('Before', 'Delete')
    await library.import(await file.path())
    await expect(library.dialog.getByText('New: “Before”.')).toBeVisible()
    await library.opener('Before').click()
    await expect(titled(page, 'Before')).toBeVisible()
    await context.setOffline(false)
  })
})

test('examples and own scenarios lead to each other; a damaged document is reported, and a full store loses nothing', async ({
  playground,
  page,
}) => {
  const library = libraryOn(page)
  await playground.openGallery()
  await playground.gallery.getByRole('button', { name: 'Your scenarios' }).click()
  await expect(library.dialog).toBeVisible()
  await library.dialog.getByRole('button', { name: 'begin with an example' }).click()
  await expect(playground.gallery).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+K')
  await expect(page.getByRole('dialog', { name: 'About the playground' })).toContainText(
    'Your scenarios: save this one',
  )
  await page.keyboard.press('Escape')
  await test.step('a damaged document is reported with line and column, and leaves the others as they are', async () => {
    await library.open()
    await library.saveAs('Mine')
    const good = fileOf('Good')
    const [damaged = '', newer = ''] = await written({
      'damaged.yaml': `${good}---\nversion: 1\ntitle: Bad\npolcy: ""\nrequest: {kubectl: x}\n`,
      'newer.yaml': 'version: 99\ntitle: From tomorrow\nfuture: true\n',
    })
    await library.import(damaged)
    const line = good.split('\n').length + 3
    await expect(library.dialog.getByRole('alert').filter({ hasText: '“damaged.yaml”' })).toContainText(
      `Line ${line}, column 1: “polcy” is not a field of a scenario document. Did you mean “policy”?`,
    )
    await expect.poll(library.names).toEqual(['Good', 'Mine'])
    await library.import(newer)
    await expect(library.entry('From tomorrow')).toContainText('The document has version 99')
    await expect(library.entry('From tomorrow')).toContainText('It cannot be opened here, and is kept as it is.')
    await library.opener('From tomorrow').click()
    await expect(library.dialog).toBeVisible()
    await library.choose('From tomorrow', 'Rename')
    await library.dialog.getByRole('textbox', { name: 'New name' }).fill('Later')
    await page.keyboard.press('Enter')
    const file = await library.export()
    expect(await readFile(await file.path(), 'utf8')).toContain('version: 99\ntitle: From tomorrow\nfuture: true\n')
    await expect(titled(page, 'Mine')).toBeVisible()
  })
  await test.step('where no room is left nothing is lost, and the page says so', async () => {
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    const before = await library.names()
    await library.name.fill('Another')
    await library.save.click()
    await expect(library.dialog.getByRole('alert').filter({ hasText: /so nothing was changed/ })).toBeVisible()
    await expect.poll(() => library.names()).toEqual(before)
  })
})

for (const [colorScheme, viewport] of [
  ['light', { width: 1440, height: 900 }],
  ['dark', { width: 360, height: 740 }],
] as const) {
  test.describe(`${colorScheme}, ${viewport.width} pixels wide`, () => {
    test.use({ colorScheme, viewport, hasTouch: viewport.width === 360 })

    test('the dialog fits and can be used by everybody', async ({ playground, page }) => {
      const library = libraryOn(page)
      await expectNoSidewaysScrolling(page)
      await library.open()
      await expectAccessible(page, 'dialog')
      const long = `A name that is ${'very '.repeat(10)}long`
      const unbroken = 'https://example.com/'.repeat(3)
      await library.saveAs(long)
      await library.saveAs(unbroken)
      await library.saveAs('Short')
      await library.choose('Short', 'Delete')
      await page.keyboard.press('Escape')
      await version(page)
        .selectOption('1.35', { timeout: 2000 })
        .catch(async () => {
          await page.getByRole('button', { name: 'Menu' }).click()
          await version(page).selectOption('1.35')
        })
      await expect(playground.sentence).toHaveText(/^ ?403: /)
      await library.open()
      await library.name.fill(long)
      await library.save.click()
      await expect(library.dialog.getByRole('button', { name: 'Replace it' })).toBeVisible()
      await library.choose(unbroken, 'Rename')
      await expectNoSidewaysScrolling(page)
      await expectAccessible(page, 'dialog')
    })
  })
}
