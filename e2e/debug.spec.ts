import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { shownLines } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const teams = Array.from({ length: 11 }, (_, index) => `team-${index + 1}`)

/** A policy of some 150 lines, as a cluster exports it. Only `team-7` may write, and only with `patch`. */
const POLICY = teams
  .map(
    (team) => `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: deployer
  namespace: ${team}
rules:
  - apiGroups: ["apps"]
    resources: ["deployments"]
    verbs: ["get", "list", "watch"${team === 'team-7' ? ', "patch"' : ''}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: deployer, namespace: ${team}}
subjects: [{kind: ServiceAccount, name: deployer, namespace: ci}]
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
`,
  )
  .join('---\n')

const REFUSED =
  'Error from server (Forbidden): deployments.apps "web" is forbidden: User "system:serviceaccount:ci:deployer" cannot patch resource "deployments" in API group "apps" in the namespace "team-9"'

async function openDebug(page: Page, playground: PlaygroundPage): Promise<void> {
  await playground.open()
  await page
    .getByRole('button', { name: 'Debug', exact: true })
    .or(page.getByRole('radio', { name: 'Debug' }))
    .click()
}

test('an engineer goes from a pasted 403 to the line', async ({ page, playground }) => {
  await openDebug(page, playground)
  const box = page.getByRole('textbox', { name: 'Paste anything' })
  const said = page.getByRole('status', { name: 'What was pasted' })
  await box.focus()
  await playground.paste(POLICY)
  await expect(said).toContainText('A policy with 11 roles and 11 bindings: it replaced the policy.')
  await said.getByRole('button', { name: 'Clear it' }).click()
  await expect(playground.requestText('kubectl')).toBeVisible()

  await box.focus()
  await playground.paste(`$ kubectl patch deployment web\n${REFUSED}\n`)
  await expect(said).toContainText('A 403 message: the request and who asked were filled in; policy unchanged.')
  await expect(said).toContainText('"$ kubectl patch deployment web" was left out')
  await expect(playground.sentence).toContainText(
    /403: .*ci\/deployer may not patch deployments.apps named web in namespace team-9/,
  )
  await expect(playground.sentence).toContainText('no rule grants it')
  // The same question for the cluster that refused it, without changing anything there.
  await playground.openDrawer('On your cluster')
  await expect(playground.details).toContainText('--checks-only changes nothing')
  const script = await playground.copiedBy(() => page.getByRole('button', { name: 'Copy script' }).click())
  for (const words of [
    'kubectl',
    'kind: SubjectAccessReview',
    'user: system:serviceaccount:ci:deployer',
    'verb: patch',
  ]) {
    expect(script).toContain(words)
  }
  await expect(page.getByRole('combobox', { name: 'Who asks' })).toHaveValue('serviceaccount')
  // The policy names the subjects that may be meant.
  await page.getByRole('combobox', { name: 'Who asks' }).selectOption('A user')
  await page.getByRole('combobox', { name: 'Username' }).press('ArrowDown')
  await page.getByRole('option', { name: 'system:serviceaccount:ci:deployer' }).click()
  const account = page.getByRole('combobox', { name: 'Service account' })
  await expect(account).toHaveValue('deployer')
  // Who is not meant is pointed out, with who probably is.
  const whoAsks = page.getByRole('region', { name: 'Who asks' })
  await account.fill('deployr')
  await expect(whoAsks).toContainText('No binding of the policy names the service account “deployr” of namespace “ci”')
  await whoAsks.getByRole('button', { name: 'Ask as that one' }).click()
  await expect(account).toHaveValue('deployer')
  await expect(whoAsks).not.toContainText('No binding')
  await expectAccessible(page, '[data-pane=request]')

  // The policy: an outline to go to the role, in the whole window, and lines that stay where they are while one types.
  await page.getByRole('button', { name: 'Fill the window with the policy' }).click()
  await page.getByRole('button', { name: 'Outline of the policy' }).click()
  await page
    .getByRole('list', { name: 'Roles and bindings' })
    .getByRole('button', { name: /^Role team-9\/deployer/ })
    .click()
  await expect(page.getByRole('list', { name: 'Roles and bindings' })).toBeHidden()
  await playground.readyToWrite(playground.policyText)
  await expect.poll(async () => (await shownLines(playground.policy)).join('\n')).toContain('namespace: team-9')
  for (let line = 0; line < 8; line++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await playground.paste(', "create", "update", "patch", "delete", "deletecollection"')
  await expect(playground.sentence).toContainText(/200: .*ci\/deployer may patch/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Fill the window with the policy' })).toBeVisible()
  // A long line wraps, so that the beginning of every line stays in sight.
  await page.keyboard.press('End')
  await expect.poll(async () => (await shownLines(playground.policy)).join('\n')).toContain('verbs: ["get"')
  await playground.answer
    .getByRole('button', { name: /^line \d+$/ })
    .first()
    .click()
  await expect.poll(async () => (await shownLines(playground.policy)).join('\n')).toContain('namespace: team-9')
})

test('what was taken for the wrong thing is corrected, and undo goes back', async ({ page, playground }) => {
  await openDebug(page, playground)
  const said = page.getByRole('status', { name: 'What was pasted' })
  const sentence = (await playground.sentence.textContent()) ?? ''
  const policy = await playground.textOf(playground.policyText)

  // Into the policy, where it cannot be read.
  await playground.policyText.focus()
  await playground.paste(REFUSED)
  await expect(said).toContainText('A 403 message')
  // The policy of an example is nobody’s own: it gives way, and the next step is there to copy.
  expect((await playground.textOf(playground.policyText)).trim()).toBe('')
  const next = playground.policy.getByRole('region', { name: 'The next step' })
  expect(await playground.copiedBy(() => next.getByRole('button', { name: 'Copy the command' }).click())).toMatch(
    /^kubectl get roles\.rbac\.authorization\.k8s\.io,.* -A -o yaml$/,
  )
  await said.getByRole('button', { name: 'It is policy instead' }).click()
  await expect(said).toContainText('Taken for a policy')
  expect(await playground.textOf(playground.policyText)).toBe(REFUSED)
  await said.getByRole('button', { name: 'Take it back' }).click()
  await expect(playground.sentence).toHaveText(sentence)

  // A kubeconfig, whose token is nowhere on the page afterwards.
  const box = page.getByRole('textbox', { name: 'Paste anything' })
  await box.focus()
  await playground.paste(
    'apiVersion: v1\nkind: Config\ncontexts: [{name: prod, context: {cluster: c, user: u}}]\nclusters: []\nusers: [{name: u, user: {token: SECRET, as: jane}}]\n',
  )
  await expect(said).toContainText('Each of its requests impersonates jane')
  expect(await page.content()).not.toContain('SECRET')

  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect(playground.policy).toContainText('Without a policy RBAC allows nothing.')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()

  // The resources of a cluster, which commands use from then on; the policy stays.
  await box.focus()
  await playground.paste(
    '$ kubectl api-resources\nNAME SHORTNAMES APIVERSION NAMESPACED KIND\npods po v1 true Pod\nwidgets wd example.com/v1 false Widget\n\nkubectl get wd\n',
  )
  await expect(said).toContainText('A table of API resources: 2 resources, 1 that was not known')
  await expect(playground.sentence).toContainText('list widgets.example.com cluster-wide')
  expect(await playground.textOf(playground.policyText)).toContain(policy.trimEnd())
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect(playground.policy).toContainText('Without a policy RBAC allows nothing.')
  await playground.request.getByRole('button', { name: 'Begin with this example' }).click()
  // Nobody is assumed to ask.
  await expect(playground.sentence).toContainText('Not decided: it is not known who asks.')
  await page.getByRole('combobox', { name: 'Username' }).fill('jane')
  await expect(playground.sentence).toContainText('403: ')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(playground.policy).not.toContainText('Without a policy RBAC allows nothing.')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the box for anything is seen first, and the answer follows below the policy', async ({ page, playground }) => {
    await playground.open()
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('button', { name: 'Debug', exact: true }).tap()
    const box = page.getByRole('textbox', { name: 'Paste anything' })
    await expect(box).toBeInViewport()
    await box.focus()
    await playground.paste(POLICY)
    await box.focus()
    await playground.paste(REFUSED)
    await expect(playground.sentence).toContainText(/403: .*ci\/deployer may not patch/)
    await expect(box).toBeInViewport()
    const tops = await Promise.all(
      [playground.policy, playground.answer, playground.chart].map((one) => one.boundingBox()),
    )
    expect(tops.map((top) => top?.y ?? 0)).toEqual(tops.map((top) => top?.y ?? 0).toSorted((a, b) => a - b))
  })
})
