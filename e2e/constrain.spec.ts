import { gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { dropOn, openFiles, written } from './support/files.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'
const GROUP = 'apiGroup: rbac.authorization.k8s.io'
const LEGACY_LINE = '- {apiGroups: [""], resources: [users, groups], verbs: [impersonate]}'

const POLICY = `${RBAC}
kind: ClusterRole
metadata: {name: portal}
rules:
${LEGACY_LINE}
- {apiGroups: [authentication.k8s.io], resources: ["*"], verbs: [impersonate]}
---
${RBAC}
kind: ClusterRoleBinding
metadata: {name: portal}
roleRef: {${GROUP}, kind: ClusterRole, name: portal}
subjects:
- {kind: ServiceAccount, name: my-controller, namespace: default}
---
${RBAC}
kind: ClusterRole
metadata: {name: reader}
rules:
- {apiGroups: [""], resources: [pods], verbs: [get, list]}
---
${RBAC}
kind: ClusterRoleBinding
metadata: {name: readers}
roleRef: {${GROUP}, kind: ClusterRole, name: reader}
subjects:
- {${GROUP}, kind: User, name: jane}
`

const COMMAND = 'kubectl get pods -n test --as jane'

const event = (id: number, as: object = {}, { uri = '/api/v1/namespaces/prod/pods', verb = 'list' } = {}): string =>
  JSON.stringify({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Metadata',
    auditID: `event-${id}`,
    stage: 'ResponseComplete',
    requestURI: uri,
    verb,
    user: { username: 'system:serviceaccount:default:my-controller', groups: ['system:authenticated'] },
    impersonatedUser: { username: 'jane', groups: ['system:authenticated'], ...as },
    responseStatus: { code: 200 },
    requestReceivedTimestamp: '2026-11-23T10:00:00.000000Z',
    annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
  })

const GET = event(2, {}, { uri: '/api/v1/namespaces/prod/pods/web', verb: 'get' })
const LOG = `${event(1)}\n${GET}\n${event(3, { extra: { scopes: ['all'] } })}\nnonsense\n`

const dialogIn = (page: Page): Locator => page.getByRole('dialog', { name: 'From impersonate to constrained' })
const tabIn = (page: Page, name: string): Locator => dialogIn(page).getByRole('tab', { name, exact: true })
const rulesIn = (page: Page): Locator => dialogIn(page).getByRole('textbox', { name: 'Rules to add' })

/** A policy in which the requestor of the first example may be anybody, and a request that it sends as jane. */
async function begin({ goToScenario, sentence }: PlaygroundPage): Promise<void> {
  await goToScenario({ policy: POLICY, request: { form: 'kubectl', text: COMMAND } })
  await expect(sentence).toContainText('200: ')
}

async function openByKey(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Answer', exact: true }).press('Alt+i')
  await expect(dialogIn(page)).toBeVisible()
}

/** Opens the view, with a log of some files. */
async function openWith(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await openByKey(page)
  await openFiles(page, dialogIn(page).getByRole('button', { name: 'Choose a log' }), await written(files))
  await expect(dialogIn(page).getByRole('list', { name: 'Requests' })).toBeVisible()
}

test('from an answer of legacy and a dropped log to the text of a pull request', async ({ page, playground }) => {
  await begin(playground)
  await playground.answer.getByRole('button', { name: 'Constrain it' }).click()
  const dialog = dialogIn(page)
  await expect(dialog.getByText('1 request with impersonation')).toBeVisible()
  await expect(dialog.getByText('list pods as jane, in namespace test')).toBeVisible()

  await dropOn(playground, dialog.getByText('or drop it here'), 'or drop it here', await written({ 'audit.log': LOG }))
  await expect(dialog.getByText('3 requests, 3 different.')).toBeVisible()
  await playground.hears('Read: 3 requests, 3 different')
  await expect(dialog.getByText('get and list pods as jane, in namespace prod')).toBeVisible()
  const unread = dialog.getByRole('list', { name: 'Not read' })
  await expect(unread).toContainText('1 × The line reports no request: audit.log:4')
  const requests = dialog.getByRole('list', { name: 'Requests' }).getByRole('listitem')
  await expect(requests).toHaveCount(3)
  await expect(requests.first()).toContainText('cannot go over')
  await expect(requests.first()).toContainText('a key without a domain')
  await expectAccessible(page, 'dialog')

  await tabIn(page, 'Rules').click()
  await expect(rulesIn(page)).toBeAttached()
  await expectAccessible(page, 'dialog')
  const markdown = await playground.copiedBy(() =>
    dialog.getByRole('button', { name: 'Copy Markdown for the pull request' }).click(),
  )
  expect(markdown).toContain('## From `impersonate` to constrained impersonation')
  expect(markdown).toContain('could do anything as anybody; now it may')
  expect(markdown).toContain('impersonate-on:user-info:get')
  expect(markdown).toContain(`-${LEGACY_LINE}`)
  expect(markdown).toContain('audit.log:4')

  await test.step('a request is shown before and after', async () => {
    await tabIn(page, 'Impersonators').click()
    await dialog.getByRole('button', { name: /^Show on the chart, before and after: get pods named web/ }).click()
    const before = dialog.getByRole('region', { name: 'Today' })
    const after = dialog.getByRole('region', { name: 'With the new rules' })
    await expect(before).toContainText('Impersonation was allowed by the legacy verb impersonate')
    await expect(after).toContainText('Impersonation was allowed by impersonate:user-info')
    await expectAccessible(page, 'dialog')
  })
  await test.step('a small window has cards instead of a table, and nothing scrolls sideways', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const name of ['Rules', 'The way there', 'Before and after', 'Impersonators']) {
      await tabIn(page, name).click()
      await expectNoSidewaysScrolling(page)
    }
    await expectAccessible(page, 'dialog')
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('a request of the log becomes the request of the page', async () => {
    await dialog.getByRole('button', { name: /^Use as the request: get pods named web/ }).click()
    await expect(dialog).toBeHidden()
    await expect(playground.sentence).toContainText(/200: .* may get pods named web in namespace prod as jane/)
  })
})

test('a switch opens more, and the rules are applied and taken back as one step', async ({ page, playground }) => {
  await begin(playground)
  await openWith(page, { 'audit.log': LOG })
  await tabIn(page, 'Rules').click()
  const dialog = dialogIn(page)
  const rules = () => playground.copiedBy(() => dialog.getByRole('button', { name: 'Copy rules to add' }).click())
  expect(await rules()).toContain('[jane]')
  const anyUser = dialog.getByRole('checkbox', { name: 'Any user' })
  await expect(anyUser).toHaveAccessibleDescription(/may also use impersonate:user-info on users/)
  await anyUser.check()
  await expect.poll(rules).not.toContain('[jane]')

  // It stays as it was chosen.
  await page.keyboard.press('Escape')
  await openByKey(page)
  await expect(anyUser).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Replace the legacy rules' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Replace the legacy rules' }).click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('button', { name: 'Replace the legacy rules' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Replace the legacy rules' }).click()
  await expect(dialog.getByText('The policy is changed.')).toBeVisible()
  await page.keyboard.press('Escape')
  const changed = await playground.textOf(playground.policyText)
  expect(changed).not.toContain(LEGACY_LINE)
  expect(changed).toContain('impersonate-on:user-info:list')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  expect(await playground.textOf(playground.policyText)).toBe(POLICY)
})

test('reading a large log shows how far it is, and stops', async ({ page, playground }) => {
  await begin(playground)
  await openByKey(page)
  const dialog = dialogIn(page)
  const lines = Array.from({ length: 250_000 }, (_, id) => event(id)).join('\n')
  const [path = ''] = await written({ 'large.log': lines })
  await openFiles(page, dialog.getByRole('button', { name: 'Choose a log' }), [path])
  await expect(dialog.getByRole('progressbar', { name: 'Reading' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.getByText(/^Stopped: \d+ % of it was read\./)).toBeVisible()
  await expect(dialog.getByRole('table', { name: 'Impersonators' })).toHaveAttribute('aria-busy', 'false')
  // What comes later adds up.
  const [small = ''] = await written({ 'small.log': GET })
  await openFiles(page, dialog.getByRole('button', { name: 'Add another log' }), [small])
  await expect(dialog.getByText('large.log, small.log')).toBeVisible()
  await expect(dialog.getByText('get and list pods as jane')).toBeVisible()
})

test('a second log, compressed, shows who still falls through; one that is damaged counts as far as it was read', async ({
  page,
  playground,
}) => {
  await begin(playground)
  await openWith(page, { 'audit.log': `${event(1)}\n${GET}\n` })
  const dialog = dialogIn(page)
  await tabIn(page, 'The way there').click()
  await expect(dialog.getByText('Nothing that was observed would fail without the legacy rules.')).toBeVisible()
  const refused = event(9, {}, { uri: '/api/v1/namespaces/prod/pods/web', verb: 'delete' })
  // Two members, as a log collector appends them.
  const second = Buffer.concat([gzipSync(`${event(1)}\n`), gzipSync(`${refused}\n`)])
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose the second log' }).click()
  await (await chooser).setFiles({ name: 'second.log.gz', mimeType: 'application/gzip', buffer: second })
  const fallen = dialog.getByRole('list', { name: 'Fell through' }).getByRole('listitem')
  await expect(fallen).toHaveCount(2)
  await expect(fallen.filter({ hasText: 'delete' })).toContainText('needs the legacy verb')
  await expect(fallen.filter({ hasText: 'list' })).toContainText('is allowed by the new rules')
  await expectAccessible(page, 'dialog')

  await test.step('damaged', async () => {
    await tabIn(page, 'Impersonators').click()
    const lines = Array.from({ length: 5000 }, (_, id) => event(id)).join('\n')
    const cut = gzipSync(lines).subarray(0, -2000)
    const another = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Add another log' }).click()
    await (await another).setFiles({ name: 'cut.log.gz', mimeType: 'application/gzip', buffer: cut })
    const unread = dialog.getByRole('list', { name: 'Not read' })
    await expect(unread).toContainText('The gzip stream is damaged or cut; what came before is read: cut.log.gz')
  })
})

test('an example of an impersonator has its own log, and a policy with errors gets no rules', async ({
  page,
  playground,
}) => {
  await playground.goToExample('teleport-legacy')
  await openByKey(page)
  const dialog = dialogIn(page)
  await dialog.getByRole('button', { name: 'Read the log of this example' }).click()
  await expect(dialog.getByText('teleport.ndjson').first()).toBeVisible()
  await expect(dialog.getByRole('table', { name: 'Impersonators' })).toContainText('user-info')
  await expect(dialog.getByText(/could do anything as anybody; now it may/)).toBeVisible()

  await test.step('the first error leads to its line', async () => {
    await page.keyboard.press('Escape')
    await playground.goToScenario({ policy: `${POLICY}---\nkind: Role\nrules: 5\n` })
    await expect(playground.answer).toContainText('Not decided')
    await openByKey(page)
    await expect(dialog.getByRole('alert').filter({ hasText: 'No rules are made.' })).toBeVisible()
    await dialog.getByRole('button', { name: /^line/ }).click()
    await expect(dialog).toBeHidden()
  })
})

test('the lint and what the cluster said lead here', async ({ page, playground }) => {
  await begin(playground)
  await page.getByRole('button', { name: 'From a cluster' }).click()
  const cluster = page.getByRole('dialog', { name: 'What the cluster said' })
  await openFiles(page, cluster.getByRole('button', { name: 'Choose files' }), await written({ 'audit.log': LOG }))
  await cluster.getByRole('button', { name: 'make rules for the 3 with impersonation' }).click()
  const dialog = dialogIn(page)
  await expect(dialog.getByText('3 requests, 3 different.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Mistakes/ }).click()
  await page.getByRole('button', { name: 'Constrain impersonation' }).first().click()
  await expect(dialog.getByText('3 requests, 3 different.')).toBeVisible()
})
