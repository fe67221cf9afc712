import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const POLICY = `# Who deploys what.
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: deploy, namespace: prod}
rules:
- apiGroups: [apps]   # not extensions
  resources:
  - deployments
  verbs: [get, delte] # to clean up
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: deployers, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deploy}
subjects:
- {kind: ServiceAccount, name: deployer, namespace: ci}
`

const MESSAGE =
  'Error from server (Forbidden): deployments.apps "web" is forbidden: User "system:serviceaccount:ci:deployer" cannot delete resource "deployments" in API group "apps" in the namespace "prod"'

/** Fills the request from the message of a 403, and waits for the refusal. */
async function refused(page: Page, playground: PlaygroundPage): Promise<void> {
  await page.getByRole('button', { name: 'From a cluster' }).click()
  const dialog = page.getByRole('dialog', { name: 'What the cluster said' })
  await dialog.getByRole('textbox', { name: 'What the cluster said' }).fill(MESSAGE)
  await dialog.getByRole('button', { name: 'Fill the request' }).click()
  await expect(playground.sentence).toContainText('403: service account ci/deployer may not delete')
}

const handle = ({ changes }: PlaygroundPage): Locator => changes.getByRole('button', { name: /^What would do it/ })
const change = ({ changes }: PlaygroundPage, name: string): Locator =>
  changes.getByRole('region', { name, exact: true })

test('a pasted 403 becomes a mended policy by two clicks, and undo brings every byte back', async ({
  page,
  playground,
}) => {
  await playground.write(playground.policyText, POLICY)
  await refused(page, playground)
  await handle(playground).click()
  const mend = change(playground, 'Mend a mistake')
  await expect(mend).toContainText('Write delete for delte in line 9.')
  await expect(mend).toContainText(
    'Beside this, service account ci/deployer may also delete any deployments.apps in namespace prod.',
  )
  const lines = mend.getByRole('group', { name: 'Changed lines of the policy' })
  await expect(lines).toContainText('removed:   verbs: [get, delte] # to clean up')
  await expect(lines).toContainText('added:   verbs: [get, delete] # to clean up')
  await expectAccessible(page, '[data-pane=answer]')

  await mend.getByRole('button', { name: 'Apply' }).click()
  await expect(playground.sentence).toContainText('200: service account ci/deployer may delete')
  await expect(playground.changes.getByRole('button', { name: 'Apply' })).toHaveCount(0)
  expect(await playground.textOf(playground.policyText)).toBe(POLICY.replace('delte', 'delete'))
  await expectAccessible(page, '[data-pane=answer]')

  await mend.getByRole('button', { name: 'Undo' }).click()
  await expect(playground.sentence).toContainText('403: ')
  expect(await playground.textOf(playground.policyText)).toBe(POLICY)
  await expect(mend.getByRole('button', { name: 'Apply' })).toBeVisible()
  await test.step('it can be copied: the policy after it, and the commands for a cluster', async () => {
    const copied = (name: RegExp) => playground.copiedBy(() => mend.getByRole('button', { name }).click())
    expect(await copied(/^Copy policy/)).toBe(POLICY.replace('delte', 'delete'))
    expect(await copied(/^Copy kubectl/)).toMatch(/^kubectl patch role\/deploy -n prod --type=json -p '\[.*\]'\n$/)
  })
  await test.step('its line leads to the editor', async () => {
    await mend.getByRole('button', { name: 'line 9' }).click()
    await expect(page.locator('.view-line').filter({ hasText: 'delte' }).first()).toBeInViewport()
  })
})

test('the request is changed where it is granted elsewhere, and undo brings it back', async ({ page, playground }) => {
  await playground.write(playground.policyText, POLICY.replace('delte', 'delete').replaceAll('prod', 'staging'))
  await refused(page, playground)
  await handle(playground).click()
  const other = change(playground, 'Change the request')
  await expect(other).toContainText('Send the request to namespace staging, where it is granted.')
  await other.getByRole('button', { name: 'Apply' }).click()
  await expect(playground.sentence).toContainText('200: service account ci/deployer may delete')
  await expect(playground.sentence).toContainText('staging')
  await other.getByRole('button', { name: 'Undo' }).click()
  await expect(playground.sentence).toContainText('403: ')
  await expect(playground.sentence).toContainText('prod')
})

test('a setting is changed where the default roles would do', async ({ playground }) => {
  const [, binding = ''] = POLICY.split('---\n')
  const policy = binding.replace('kind: Role, name: deploy', 'kind: ClusterRole, name: edit')
  await playground.readyToWrite(playground.policyText)
  // In a document of version 1 no default role counts.
  await playground.paste(`version: 1
requestor: {username: "system:serviceaccount:ci:deployer"}
request: {kubectl: kubectl delete deployment web -n prod}
policy: ${JSON.stringify(policy)}
`)
  await expect(playground.sentence).toContainText('403: service account ci/deployer may not delete')
  await handle(playground).click()
  const setting = change(playground, 'Change a setting')
  await expect(setting).toContainText('Let the default roles count that bindings name.')
  await setting.getByRole('button', { name: 'Apply' }).click()
  await expect(playground.sentence).toContainText('200: service account ci/deployer may delete')
  await setting.getByRole('button', { name: 'Undo' }).click()
  await expect(playground.sentence).toContainText('403: ')
})

test('the keyboard alone applies a change and undoes it, and a screen reader hears both', async ({
  page,
  playground,
}) => {
  await playground.write(playground.policyText, POLICY)
  await refused(page, playground)
  await handle(playground).focus()
  await page.keyboard.press('Enter')
  const apply = change(playground, 'Mend a mistake').getByRole('button', { name: 'Apply' })
  await expect(apply).toHaveAccessibleDescription('Mend a mistake')
  await apply.focus()
  await page.keyboard.press('Enter')
  await playground.hears('Applied')
  await expect(playground.sentence).toContainText('200: ')
  const undo = change(playground, 'Mend a mistake').getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await playground.hears('Undone')
  await expect(playground.sentence).toContainText('403: ')
  await expect(apply).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the changes fit, and apply with a tap', async ({ page, playground }) => {
    await playground.policyText.fill(POLICY)
    await expect(playground.policyText).toHaveAccessibleDescription(/1 role, 1 binding/)
    // By then all that comes above the button has come.
    await expect(handle(playground)).toBeVisible()
    await refused(page, playground)
    await handle(playground).tap()
    const mend = change(playground, 'Mend a mistake')
    await expect(mend).toBeVisible()
    await expectNoSidewaysScrolling(page)
    await mend.getByRole('button', { name: 'Apply' }).tap()
    await expect(playground.sentence).toContainText('200: ')
    await expectNoSidewaysScrolling(page)
  })
})
