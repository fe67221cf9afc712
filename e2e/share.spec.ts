import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { KUBERNETES_VERSIONS, type Scenario } from '@authz-playground/engine'
import {
  linkHash,
  readScenarioDocument,
  type ScenarioDocument,
  writeScenarioDocument,
} from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { FIRST } from '@authz-playground/examples/first'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { dropOn, openFiles, pasteFiles, written } from './support/files.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import { literalPattern, type PlaygroundPage, playgroundOn } from './support/playground.ts'
import { expect, test } from './support/test.ts'
import { allArrived } from './support/watch.ts'

const OTHER = EXAMPLES.find(({ id }) => id === 'docs-user-delete') ?? FIRST
const shareIn = (page: Page): Locator => page.getByRole('dialog', { name: 'Share', exact: true })
const version = ({ page }: PlaygroundPage): Locator => page.getByRole('combobox', { name: 'Kubernetes', exact: true })
const titled = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^Example: ${literalPattern(title)}\\. `) })

async function openShare({ page }: PlaygroundPage): Promise<Locator> {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(shareIn(page)).toBeVisible()
  return shareIn(page)
}

/** The link that the dialog copies. */
function linkFrom(playground: PlaygroundPage, dialog: Locator): Promise<string> {
  return playground.copiedBy(() => dialog.getByRole('button', { name: 'Copy link' }).click())
}

function hashOf(rest: Partial<Omit<ScenarioDocument, 'scenario'>>, change: Partial<Scenario> = {}): string {
  const scenario = { ...FIRST.scenario, ...change }
  return linkHash({ document: { title: '', explanation: '', expect: [], ...rest, scenario } })
}

/** Follows a link on the open page, as if a person pasted it into the address bar. */
async function follow({ page }: PlaygroundPage, hash: string): Promise<void> {
  await page.evaluate((wanted) => {
    location.hash = wanted
  }, hash)
}

/** Opens a link in a tab of its own. */
async function arriveAt({ page }: PlaygroundPage, address: string): Promise<PlaygroundPage> {
  const other = playgroundOn(await page.context().newPage())
  await other.page.goto(address)
  await expect(other.sentence).toBeVisible()
  return other
}

const documentOf = (title: string): string =>
  writeScenarioDocument({ title, explanation: '', expect: [], scenario: FIRST.scenario })

const hasHash = ({ page }: PlaygroundPage): Promise<boolean> => page.evaluate(() => location.href.includes('#'))

test('the link of an example that was not changed is its name, at the address of the page, and may have a step', async ({
  playground,
  page,
}) => {
  await page.goto('/index.html')
  await playground.openExample(OTHER.id)
  await page.keyboard.press('Alt+R')
  const dialog = shareIn(page)
  const address = `${process.env.SITE_URL?.replace(/\/$/, '')}/index.html#example/${OTHER.id}`
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(address)
  expect(await linkFrom(playground, dialog)).toBe(address)
  const other = await arriveAt(playground, address)
  await expect(titled(other.page, OTHER.title)).toBeVisible()
  await expect(other.sentence).toHaveText(/^ ?403: /)
  expect(other.page.url()).toContain(address)
  await other.page.close()
  await page.keyboard.press('Escape')

  const { step } = playground
  await step.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  const at = await step.inputValue()
  await openShare(playground)
  await dialog.getByRole('checkbox', { name: /^Open at step 2 of / }).check()
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/#z1\//)
  const link = await linkFrom(playground, dialog)
  // The answer is held back until the request has arrived.
  const late = playgroundOn(await page.context().newPage())
  await late.page.goto(link)
  await expect(late.step).toHaveValue(at)
})

/** The answer to bob’s request in the policy without rules, under legacy impersonation. */
const NOBODY_LISTS = /^ ?403: .* may not list nodes cluster-wide as bob: no rule grants impersonate(?![-:])/

test('a link brings everything to another page: texts, settings, words', async ({ playground, page }) => {
  const policy = '# Müller & “Söhne” 🦊\n'
  await playground.writePolicy(policy)
  await playground.writeRequest('kubectl', 'kubectl get nodes --as=bob')
  await version(playground).selectOption('1.35')
  await page.getByRole('radio', { name: 'Legacy impersonation' }).check()
  await expect(playground.sentence).toHaveText(NOBODY_LISTS)
  const dialog = await openShare(playground)
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(`${FIRST.title} (edited)`)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Nobody lists nodes 🦊')
  await dialog.getByRole('textbox', { name: 'Explanation' }).fill('No rule grants `list`.')
  const link = await linkFrom(playground, dialog)
  await page.keyboard.press('Escape')

  // Another person, without stored data.
  await playground.openGallery()
  await playground.entry(OTHER.id).click()
  await page.getByRole('button', { name: 'Open the example' }).click()
  await expect(titled(page, OTHER.title)).toBeVisible()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(OTHER.id)
  const other = await arriveAt(playground, link)
  await expect(titled(other.page, 'Nobody lists nodes 🦊')).toBeVisible()
  await expect(other.page.getByText('No rule grants list.', { exact: true })).toBeVisible()
  await other.page.keyboard.press('Escape')
  await expect(other.sentence).toHaveText(NOBODY_LISTS)
  await expect(version(other)).toHaveValue('1.35')
  await expect(other.page.getByRole('radio', { name: 'Legacy impersonation' })).toBeChecked()
  expect(await other.textOf(other.policyText)).toBe(policy)
  expect(await other.requestIn('kubectl')).toBe('kubectl get nodes --as=bob')
  // The link made there is the same.
  expect(await linkFrom(other, await openShare(other))).toBe(link)
})

test('opening a link loses no work: one step of undo goes back to it, and a reload keeps later edits', async ({
  playground,
  page,
}) => {
  await playground.writePolicy('# hours of work\n')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('hours of work')
  const other = await arriveAt(playground, `/${hashOf({ title: 'Theirs' })}`)
  await expect(titled(other.page, 'Theirs')).toBeVisible()
  await other.page.getByRole('button', { name: 'Undo' }).click()
  await expect(titled(other.page, FIRST.title)).toBeVisible()
  expect(await other.textOf(other.policyText)).toBe('# hours of work\n')
  await expect(other.page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  await other.page.close()

  await follow(playground, hashOf({ title: 'Theirs', explanation: 'As it came.' }))
  await expect(titled(page, 'Theirs')).toBeVisible()
  // An explanation that came by a link is open, until Escape, its button or a press beside it.
  await expect(playground.about).toContainText('As it came.')
  await page.keyboard.press('Escape')
  await expect(playground.about).toBeHidden()
  await playground.openAbout()
  await page.getByRole('button', { name: 'About this scenario' }).click()
  await expect(playground.about).toBeHidden()
  await version(playground).selectOption(KUBERNETES_VERSIONS[0])
  await expect(page.getByRole('banner').getByText('edited', { exact: true })).toBeVisible()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Theirs')
  await page.reload()
  await expect(playground.sentence).toBeVisible()
  await expect(titled(page, 'Theirs')).toBeVisible()
  await playground.openAbout()
  await expect(playground.about).toContainText('Before the edit: As it came.')
  await expect(version(playground)).toHaveValue(KUBERNETES_VERSIONS[0])
})

/** Links that lead nowhere, and what the page says. */
const NO_LINKS = [
  ['an example that is not there', '#example/unheard-of', 'There is no example “unheard-of”, so nothing was opened.'],
  ['a part that is missing', hashOf({ title: 'x' }).slice(0, -7), 'This link is damaged'],
  ['a newer form', '#z9/abc', 'A newer playground may'],
  ['nothing', '#/', 'This link does not contain a scenario.'],
  ['a script', '#<script>alert(1)</script>', 'This link does not contain a scenario.'],
  ['an invalid name', '#example/%zz', 'This link is damaged'],
  ['an example called as objects call their own', '#example/constructor', 'There is no example “constructor”'],
] as const

test('links are followed on the open page, one after the other; those that lead nowhere get a sentence, and nothing changes', async ({
  playground,
  page,
}) => {
  await test.step('a place on the page is not a link', async () => {
    await page.getByRole('link', { name: 'Skip to the answer' }).press('Enter')
    await expect.poll(() => hasHash(playground)).toBe(true)
    await follow(playground, hashOf({ title: 'Theirs' }))
    await expect(titled(page, 'Theirs')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Dismiss' })).toBeHidden()
  })
  for (const title of ['One', 'Two', 'One']) {
    await follow(playground, hashOf({ title }))
    await expect(titled(page, title)).toBeVisible()
    await playground.hears(`Opened: ${title}`)
  }
  await version(playground).selectOption('1.35')
  for (const [what, hash, sentence] of NO_LINKS) {
    await test.step(what, async () => {
      await follow(playground, hash)
      const alert = page.getByRole('alert').filter({ hasText: sentence })
      await expect(alert).toBeVisible()
      await expect(titled(page, 'One')).toBeVisible()
      await expect(version(playground)).toHaveValue('1.35')
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(alert).toBeHidden()
    })
  }
  const [[, nowhere, sentence]] = NO_LINKS
  const other = await arriveAt(playground, `/${nowhere}`)
  await expect(other.page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
  await expect(other.sentence).toHaveText(/^ ?\d+: /)
})

test('what a link says is shown as text, however long it is; one that is too long says so, and a file does', async ({
  playground,
  page,
}) => {
  const script = '<img src=x onerror="document.title=1"><script>document.title=1</script>'
  await follow(playground, hashOf({ title: script, explanation: `${script} \`<b>list</b>\`` }))
  await expect(titled(page, script)).toBeVisible()
  await expect(playground.about).toContainText(`${script} <b>list</b>`)
  expect(await page.title()).toContain(script)
  await follow(playground, hashOf({ title: 'long '.repeat(100_000), explanation: 'w'.repeat(1_000_000) }))
  await expect(page.getByRole('button', { name: /^Example: long long/ })).toBeVisible()
  const header = await page.getByRole('banner').boundingBox()
  expect(header?.height).toBeLessThanOrEqual(104)
  await expectNoSidewaysScrolling(page)
  await (await openShare(playground)).getByRole('textbox', { name: 'Title' }).fill('short')
  await page.keyboard.press('Escape')
  await expect(titled(page, 'short')).toBeVisible()

  // Incompressible text.
  const noise = Array.from({ length: 3000 }, (_, at) => Math.abs(Math.sin(at)).toString(36).slice(2)).join('\n# ')
  await follow(playground, hashOf({ title: 'Long' }, { policy: `# ${noise}\n` }))
  await expect(titled(page, 'Long')).toBeVisible()
  const dialog = await openShare(playground)
  await expect(dialog.getByText(/^The link has \d+,\d{3} characters\./)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toBeHidden()
  expect((await linkFrom(playground, dialog)).length).toBeGreaterThan(8000)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save as file' }).click()
  expect((await saved).suggestedFilename()).toBe('long.yaml')
})

test('a file that was saved is opened again as it was, and errors of one have their lines', async ({
  playground,
  page,
}) => {
  await playground.writePolicy('# mine\n')
  const dialog = await openShare(playground)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Mine: a “file”')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save as file' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('mine-a-file.yaml')
  const text = await readFile(await file.path(), 'utf8')
  expect(readScenarioDocument(text).document).toMatchObject({
    title: 'Mine: a “file”',
    scenario: { policy: '# mine\n' },
  })
  await page.keyboard.press('Escape')
  await playground.openGallery()
  await playground.entry(OTHER.id).click()
  await page.getByRole('button', { name: 'Open the example' }).click()
  await expect(titled(page, OTHER.title)).toBeVisible()

  const folder = await mkdtemp(join(tmpdir(), 'share-'))
  const path = join(folder, 'mine.yaml')
  await writeFile(path, text)
  // In the dialog, and where policies are opened.
  await openFiles(page, (await openShare(playground)).getByRole('button', { name: 'Open a file' }), [path])
  await expect(shareIn(page)).toBeHidden()
  await expect(titled(page, 'Mine: a “file”')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titled(page, OTHER.title)).toBeVisible()
  await openFiles(page, playground.policy.getByRole('button', { name: 'Open files' }), [path])
  await expect(titled(page, 'Mine: a “file”')).toBeVisible()
  expect(await playground.textOf(playground.policyText)).toBe('# mine\n')

  const wrong = join(await mkdtemp(join(tmpdir(), 'share-')), 'wrong.yaml')
  await writeFile(wrong, 'version: 1\nrequestor: {username: jane}\nrequest:\n  kubctl: kubectl get pods\npolcy: ""\n')
  await openShare(playground)
  await openFiles(page, dialog.getByRole('button', { name: 'Open a file' }), [wrong])
  const alert = dialog.getByRole('alert').filter({ hasText: '“wrong.yaml” was not opened.' })
  await expect(alert).toBeVisible()
  await expect(alert).toContainText(/Line 4, column 3: “kubctl” is not a field of “request”\. Did you mean “kubectl”\?/)
  await expect(alert).toContainText(/Line 5, column 1: “polcy”/)
  await page.keyboard.press('Escape')
  await dropOn(playground, playground.policy, 'Drop to replace the policy', [wrong])
  await expect(page.getByRole('alert').filter({ hasText: 'Line 4, column 3' })).toBeVisible()
  await expect(titled(page, 'Mine: a “file”')).toBeVisible()
  expect(await playground.textOf(playground.policyText)).toBe('# mine\n')
})

test('a folder of manifests becomes one policy with the names of its files', async ({ playground, page }) => {
  const folder = join(await mkdtemp(join(tmpdir(), 'share-')), 'rbac')
  await mkdir(join(folder, 'more'), { recursive: true })
  await writeFile(join(folder, 'b.yaml'), role('b'))
  await writeFile(join(folder, 'a.yml'), `---\n${role('a')}`)
  await writeFile(join(folder, 'more', 'c.yaml'), role('c'))
  await writeFile(join(folder, 'README.md'), 'no policy')
  await writeFile(join(folder, 'kustomization.yaml'), 'resources: [a.yml]\n')
  await writeFile(join(folder, 'values.yaml'), 'replicas: 2\n')
  await writeFile(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: x\nversion: 0.1.0\n')
  await playground.readyToWrite(playground.policyText)
  await dropOn(playground, playground.policy, 'Drop to replace the policy', [folder])
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  expect(await playground.textOf(playground.policyText)).toBe(
    `# file: rbac/a.yml\n---\n${role('a')}---\n# file: rbac/b.yaml\n${role('b')}---\n# file: rbac/more/c.yaml\n${role('c')}`,
  )
  const leftOut = page.getByRole('alert').filter({ hasText: 'rbac/kustomization.yaml: ' })
  await expect(leftOut).toContainText(/rbac\/values\.yaml: .*helm template/)
  await expect(leftOut).toContainText(/rbac\/Chart\.yaml: .*helm template/)
  await openFiles(page, playground.policy.getByRole('button', { name: 'Open files' }), [
    join(folder, 'b.yaml'),
    join(folder, 'a.yml'),
  ])
  await playground.hears('In the policy now: b.yaml, a.yml')
  expect(await playground.textOf(playground.policyText)).toBe(
    `# file: b.yaml\n${role('b')}# file: a.yml\n---\n${role('a')}`,
  )
})

const role = (name: string): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: ${name}}\nrules: []\n`

test('a scenario and files that are pasted are taken, wherever the focus is', async ({ playground, page }) => {
  const { policyText } = playground
  await playground.readyToWrite(policyText)
  await policyText.focus()
  await playground.paste(
    'version: 1\ntitle: Pasted\nrequestor: {username: eve}\nrequest: {kubectl: kubectl get pods}\n',
  )
  await expect(titled(page, 'Pasted')).toBeVisible()
  await expect(playground.sentence).toHaveText(/^ ?403: eve may not list pods/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titled(page, FIRST.title)).toBeVisible()
  expect(await playground.textOf(policyText)).toBe(FIRST.scenario.policy)

  await pasteFiles(playground, { 'a.yaml': role('a'), 'b.yaml': role('b'), 'photo.png': 'no policy' })
  await playground.hears('In the policy now: a.yaml, b.yaml')
  expect(await playground.textOf(policyText)).toBe(`# file: a.yaml\n${role('a')}---\n# file: b.yaml\n${role('b')}`)
  await policyText.focus()
  await playground.paste('version: 1\nrequestor: {username: eve}\nrequest: {kubctl: kubectl get pods}\n')
  const note = page.getByRole('status', { name: 'What was pasted' })
  await expect(note).toContainText('The scenario was not opened.')
  await expect(note).toContainText('Line 3, column 11: ')
  await pasteFiles(playground, { 'mine.yaml': documentOf('From a file') })
  await expect(titled(page, 'From a file')).toBeVisible()
  // A text that is not a scenario is pasted as usual.
  await playground.write(policyText, '# mine\n')
  expect(await playground.textOf(policyText)).toBe('# mine\n')
})

test.describe('a page that has loaded all its parts', () => {
  test.use({ loadsAhead: true })

  test('files are saved, opened, dropped and pasted without a network', async ({ playground, page, context, site }) => {
    await playground.readyToWrite(playground.policyText)
    const dialog = await openShare(playground)
    await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/#/)
    await page.keyboard.press('Escape')
    await allArrived(site)
    await context.setOffline(true)

    const shown = await openShare(playground)
    await shown.getByRole('textbox', { name: 'Title' }).fill('Saved offline')
    const download = page.waitForEvent('download')
    await shown.getByRole('button', { name: 'Save as file' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    await page.keyboard.press('Escape')
    await playground.writePolicy('')
    const [path = ''] = await written({ 'saved.yaml': text })
    await openFiles(page, (await openShare(playground)).getByRole('button', { name: 'Open a file' }), [path])
    await expect(shareIn(page)).toBeHidden()
    expect(await playground.textOf(playground.policyText)).toBe(FIRST.scenario.policy)

    const [one = ''] = await written({ 'rbac/a.yaml': role('a'), 'rbac/b.yaml': role('b') })
    await dropOn(playground, playground.policy, 'Drop to replace the policy', [dirname(one)])
    await playground.hears('In the policy now: rbac/a.yaml, rbac/b.yaml')
    await expect(playground.sentence).toHaveText(/^ ?403: /)
    await dropOn(playground, playground.policy, 'Drop to replace the policy', [path])
    await expect(playground.sentence).toHaveText(/^ ?200: /)
    await pasteFiles(playground, { 'c.yaml': role('c') })
    await expect(playground.sentence).toHaveText(/^ ?403: /)
    await playground.policyText.focus()
    await playground.paste(text)
    await expect(playground.sentence).toHaveText(/^ ?200: /)
    await expect(titled(page, 'Saved offline')).toBeVisible()
    await context.setOffline(false)
  })
})

test('the whole scenario is edited as text, with completions and errors', async ({ playground, page }) => {
  const dialog = await openShare(playground)
  await dialog.getByRole('button', { name: 'Edit as text' }).click()
  const text = page.getByRole('dialog', { name: 'Scenario as text' })
  const editor = text.getByRole('textbox', { name: 'Scenario document' })
  const use = text.getByRole('button', { name: 'Use this text' })
  await expect(text.getByText('The page shows this scenario.')).toBeVisible()
  await expect(use).toBeDisabled()
  const before = await playground.textOf(editor)
  expect(readScenarioDocument(before).document).toMatchObject({ title: FIRST.title, scenario: FIRST.scenario })

  // Half-typed: nothing is used, and the editor knows which designs there are.
  await playground.write(editor, `${before.replace(/^design: .*\n/m, '')}design: `)
  await expect(text.getByRole('list', { name: 'Errors' })).toBeVisible()
  await expect(use).toBeDisabled()
  await page.keyboard.press('Control+Space')
  await expect(page.getByRole('option', { name: 'compound' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.type('lagacy')
  await expect(text.getByText('Did you mean “legacy”?')).toBeVisible()

  // The typed text is there again after the dialog was closed.
  await text.getByRole('button', { name: 'Close', exact: true }).click()
  await (await openShare(playground)).getByRole('button', { name: 'Edit as text' }).click()
  await expect(text.getByText('Did you mean “legacy”?')).toBeVisible()
  await playground.write(
    editor,
    before.replace(/^title: .*$/m, 'title: Mine').replace('version: "1.36"', 'version: "1.35"'),
  )
  await expect(text.getByText('Not on the page yet.')).toBeVisible()
  await expectAccessible(page, 'dialog')
  await use.click()
  await expect(text).toBeHidden()
  await expect(titled(page, 'Mine')).toBeVisible()
  await expect(version(playground)).toHaveValue('1.35')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titled(page, FIRST.title)).toBeVisible()
})

/** Looks at the page, or a part of it, in a large window with light colours and in a small one with dark ones. */
async function expectUsable(page: Page, within: string): Promise<void> {
  for (const [colorScheme, width, height] of [
    ['light', 1440, 900],
    ['dark', 360, 740],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    await expectNoSidewaysScrolling(page)
    await expectAccessible(page, within)
  }
}

test('the dialog fits and can be used by everybody', async ({ playground, page }) => {
  await playground.step.focus()
  await page.keyboard.press('Home')
  const dialog = await openShare(playground)
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/#/)
  await expect(dialog.getByRole('checkbox')).toBeVisible()
  await expectUsable(page, 'dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Mine')
  await dialog.getByRole('textbox', { name: 'Explanation' }).fill('What `list` needs.')
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused()
  await expect(titled(page, 'Mine')).toBeVisible()
  await expectUsable(page, 'header')
  await follow(playground, hashOf({ title: 'x' }).slice(0, -7))
  await expect(page.getByRole('alert').filter({ hasText: 'This link is damaged' })).toBeVisible()
  await expectUsable(page, '[role=alert]')
})
