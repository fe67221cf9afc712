import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { dropOn, openFiles, written } from './support/files.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import { expect, test } from './support/test.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'
const GROUP = 'apiGroup: rbac.authorization.k8s.io'
const policy = (verbs: string, subject: string) => `${RBAC}
kind: Role
metadata: {name: deployer, namespace: prod}
rules:
- {apiGroups: [apps], resources: [deployments], verbs: [${verbs}]}
---
${RBAC}
kind: RoleBinding
metadata: {name: deployers, namespace: prod}
roleRef: {${GROUP}, kind: Role, name: deployer}
subjects:
- {${GROUP}, kind: User, name: ${subject}}
`
const OLD = policy('get', 'jane')
const NEW = policy('get, patch', 'jane')
const GAIN = 'jane may now patch any deployments.apps in namespace prod'

test.use({ audience: 'debug' })

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'What changed in the policy' })

async function openDiff(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Compare the policy with…' }).click()
  return dialogOf(page)
}

test('an earlier state of the page, with the line in the editor and the Markdown', async ({ page, playground }) => {
  // A step of undo of its own, however fast the next one comes.
  const [old = ''] = await written({ 'old.yaml': OLD })
  await openFiles(page, page.getByRole('button', { name: 'Open files' }), [old])
  await expect(playground.policyText).toBeVisible()
  await playground.writePolicy(NEW)
  const dialog = await openDiff(page)
  const from = dialog.getByRole('combobox', { name: 'From' })
  const title = await from
    .getByRole('option', { name: /^On this page, until \d\d:\d\d/ })
    .first()
    .textContent()
  await from.selectOption(title ?? '')
  await expect(dialog.getByRole('status').filter({ hasText: `${GAIN}; nobody loses anything.` })).toBeVisible()
  const gains = dialog.getByRole('region', { name: 'Gains' })
  await expect(gains.getByRole('listitem').first()).toContainText('Pods can be run')
  await expectAccessible(page, 'dialog')
  const copied = await playground.copiedBy(() => dialog.getByRole('button', { name: 'Copy as Markdown' }).click())
  expect(copied).toContain('| Who | May now | By |')
  expect(copied).toContain('| `jane` | `patch` any `deployments.apps` in namespace `prod`')
  await gains.getByRole('button', { name: 'line 5' }).click()
  await expect(dialog).toBeHidden()
})

test('a file, chosen or dropped, also with errors', async ({ page, playground }) => {
  await playground.writePolicy(NEW)
  const dialog = await openDiff(page)
  const files = await written({ 'old.yaml': OLD, 'others.yaml': policy('get, patch', 'bob'), 'broken.yaml': 'kind: [' })
  const [old = '', others = '', broken = ''] = files
  await openFiles(page, dialog.getByRole('button', { name: 'Choose a file' }), [old])
  await expect(dialog.getByText(GAIN).first()).toBeVisible()
  await openFiles(page, dialog.getByRole('button', { name: 'Choose a file' }), [broken])
  await expect(dialog.getByRole('alert').filter({ hasText: 'broken.yaml has errors:' })).toContainText('Line 1')
  await dropOn(
    playground,
    dialog.getByText('The policy on the page is compared'),
    'The policy on the page is compared',
    [others],
  )
  await expect(dialog.getByRole('region', { name: 'Losses' })).toContainText(
    'bob may no longer get and patch any deployments',
  )
})

test('the same policy in two versions of Kubernetes, by the keyboard', async ({ page, playground }) => {
  await playground.writePolicy(`${RBAC}
kind: ClusterRole
metadata: {name: connect}
rules:
- {apiGroups: [""], resources: [pods/exec], verbs: [get]}
---
${RBAC}
kind: ClusterRoleBinding
metadata: {name: connect}
roleRef: {${GROUP}, kind: ClusterRole, name: connect}
subjects:
- {${GROUP}, kind: User, name: jane}
`)
  const dialog = await openDiff(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const before = dialog.getByRole('combobox', { name: 'Kubernetes before' })
  await expect(dialog.getByRole('combobox', { name: 'Kubernetes after' })).toHaveValue('1.36')
  await before.focus()
  await page.keyboard.type('1.34')
  await expect(before).toHaveValue('1.34')
  const lost = 'jane may no longer connect by GET to any pods/exec in any namespace without create'
  await expect(dialog.getByRole('status').filter({ hasText: `From Kubernetes 1.34 to 1.36: ${lost}` })).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Losses' })).toContainText(lost)
  await expectNoSidewaysScrolling(page)
  await expectAccessible(page, 'dialog')
  await dialog.getByRole('combobox', { name: 'Kubernetes after' }).selectOption('1.34')
  await expect(dialog.getByRole('status').filter({ hasText: 'Nothing changes: the texts are the same.' })).toBeVisible()
})

test('a role that was not read leaves the comparison open, and says so', async ({ page, playground }) => {
  const [role = '', binding = ''] = NEW.split('---\n')
  await playground.writePolicy(binding)
  const dialog = await openDiff(page)
  const [whole = ''] = await written({ 'whole.yaml': `${role}---\n${binding}` })
  await openFiles(page, dialog.getByRole('button', { name: 'Choose a file' }), [whole])
  await expect(dialog.getByText('Not all was judged.')).toBeVisible()
  const said = dialog.getByRole('listitem').filter({ hasText: 'What RoleBinding prod/deployers grants was not judged' })
  await expect(said).toContainText('Add the role to the policy, or mend its name.')
  await expectAccessible(page, 'dialog')
  await said.getByRole('button', { name: 'line 1' }).click()
  await expect(dialog).toBeHidden()
})

test('a saved scenario, on a phone', async ({ page, playground }) => {
  await playground.writePolicy(OLD)
  await page.getByRole('button', { name: 'Your scenarios' }).click()
  const library = page.getByRole('dialog', { name: 'Your scenarios' })
  await library.getByRole('textbox', { name: 'Save the scenario on the page as' }).fill('before')
  await library.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(library.getByText('Saved as “before”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await playground.writePolicy(NEW)
  const dialog = await openDiff(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const from = dialog.getByRole('combobox', { name: 'From' })
  const title = await from.getByRole('option', { name: /^Saved: before/ }).textContent()
  await from.selectOption(title ?? '')
  await expect(dialog.getByRole('status').filter({ hasText: GAIN })).toBeVisible()
  await expectNoSidewaysScrolling(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
