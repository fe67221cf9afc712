import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expectNoSidewaysScrolling, greens } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'
const GROUP = 'apiGroup: rbac.authorization.k8s.io'

const POLICY = `${RBAC}
kind: ClusterRole
metadata: {name: reader}
rules:
- {apiGroups: [""], resources: [pods, configmaps], verbs: [get, list]}
- {apiGroups: [""], resources: [secrets], verbs: [get], resourceNames: [tls]}
- {nonResourceURLs: [/metrics], verbs: [get]}
---
${RBAC}
kind: ClusterRoleBinding
metadata: {name: readers}
roleRef: {${GROUP}, kind: ClusterRole, name: reader}
subjects:
- {${GROUP}, kind: User, name: jane}
- {${GROUP}, kind: Group, name: ops}
---
${RBAC}
kind: Role
metadata: {name: deployer, namespace: prod}
rules:
- {apiGroups: [apps], resources: [deployments], verbs: [get, delete]}
- {apiGroups: [""], resources: [serviceaccounts], verbs: [impersonate]}
---
${RBAC}
kind: RoleBinding
metadata: {name: deployers, namespace: prod}
roleRef: {${GROUP}, kind: Role, name: deployer}
subjects:
- {${GROUP}, kind: User, name: joe}
---
${RBAC}
kind: ClusterRoleBinding
metadata: {name: root}
roleRef: {${GROUP}, kind: ClusterRole, name: cluster-admin}
subjects:
- {kind: ServiceAccount, name: robot, namespace: prod}
`

const COMMAND = 'kubectl delete deployment web -n prod'

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Questions' })

/** A policy of the test, and a request that it refuses. */
async function begin({ goToScenario, sentence }: PlaygroundPage): Promise<void> {
  await goToScenario({ policy: POLICY, request: { form: 'kubectl', text: COMMAND } })
  await expect(sentence).toContainText('403: ')
}

async function openQuestions(page: Page, tab: 'Who can' | 'What can' | 'Whom can'): Promise<Locator> {
  await page.getByRole('button', { name: 'Questions', exact: true }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('tab', { name: tab, exact: true }).click()
  return dialog
}

/** A sentence that the dialog says to screen readers, too. */
const said = (dialog: Locator, words: string | RegExp): Locator => dialog.getByRole('status').filter({ hasText: words })

const row = (table: Locator, name: string | RegExp): Locator =>
  table.getByRole('row').filter({ has: table.page().getByRole('rowheader', { name }) })

test('who can: from a check of the page to its line, and to the flowchart and back', async ({ page, playground }) => {
  await begin(playground)
  const dialog = await openQuestions(page, 'Who can')
  const table = dialog.getByRole('table', { name: 'Who can' })
  await expect(said(dialog, '2 subjects may delete deployments.apps named web in namespace prod')).toBeVisible()
  await expect(row(table, /^joe/)).toContainText(
    'the rule in line 21 of Role deployer, bound by RoleBinding deployers in line 24',
  )
  await expect(table.getByRole('button', { name: /^Users/ })).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page, 'dialog')

  // Anything else, and nobody but the one who is bound to a role that every cluster has.
  await dialog.getByRole('combobox', { name: 'Resource' }).fill('nodes')
  await expect(said(dialog, '1 subject may delete nodes named web cluster-wide')).toBeVisible()
  await expect(row(table, /robot/)).toContainText('of ClusterRole cluster-admin')
  await expect(dialog.getByRole('list').filter({ hasText: 'nodes are not in namespaces' })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'What' }).selectOption('path')
  await dialog.getByRole('textbox', { name: 'Path' }).fill('/metrics')
  await expect(said(dialog, '3 subjects may get the path /metrics')).toBeVisible()

  // The address has the question: a reload asks it again, and Back closes it.
  await expect(page).toHaveURL(/&asks\/who&verb=get&path=%2Fmetrics$/)
  await page.reload()
  await expect(said(dialog, '3 subjects may get the path /metrics')).toBeVisible()
  await dialog.getByRole('button', { name: /^Check 1: / }).click()
  await row(table, /^joe/).getByRole('button', { name: /^joe/ }).click()
  await expect(dialog).toBeHidden()
  await expect(playground.sentence).toContainText('200: joe may delete deployments.apps named web in namespace prod')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(playground.sentence).toContainText('403: ')
  // It came with a link, so that the page’s own form is copied.
  expect(await playground.requestIn('kubectl')).toContain('kubectl delete deployments web -n prod')

  await openQuestions(page, 'Who can')
  await row(table, /^joe/).getByRole('button', { name: 'line 21' }).click()
  await expect(dialog).toBeHidden()
  await expect(playground.policy.getByText('resources: [deployments]').first()).toBeInViewport()
})

test('what can and whom can: tables, a verb and a way on the flowchart, what kubectl lists, and a policy with an error', async ({
  page,
  playground,
}) => {
  await begin(playground)
  const dialog = await openQuestions(page, 'What can')
  await dialog.getByRole('combobox', { name: 'Subject' }).fill('jane')
  const table = dialog.getByRole('table', { name: 'What can' })
  await expect(said(dialog, 'Rules allow jane something on 3 resources and 1 path.')).toBeVisible()
  await expect(row(table, 'secrets')).toContainText('everywhere, named tls')
  await expect(row(table, '/metrics')).toContainText('get')
  await table.getByRole('button', { name: 'Core API group (3)' }).click()
  await expect(row(table, 'secrets')).toHaveCount(0)
  await table.getByRole('button', { name: 'Core API group (3)' }).click()
  await expectAccessible(page, 'dialog')

  await dialog.getByRole('combobox', { name: 'Shown as' }).selectOption('list')
  const printed = await playground.copiedBy(() => dialog.getByRole('button', { name: /^Copy/ }).click())
  expect(printed.split('\n')).toEqual([
    'Resources    Non-Resource URLs   Resource Names   Verbs',
    'configmaps   []                  []               [get list]',
    'pods         []                  []               [get list]',
    '             [/metrics]          []               [get]',
    'secrets      []                  [tls]            [get]',
    '',
  ])

  await dialog.getByRole('combobox', { name: 'Shown as' }).selectOption('table')
  await row(table, 'secrets')
    .getByRole('button', { name: /^get secrets/ })
    .click()
  await expect(playground.sentence).toContainText('200: jane may get secrets named tls in namespace default')

  await test.step('whom can: whom joe becomes, who becomes the robot, and who can do everything', async () => {
    await begin(playground)
    await openQuestions(page, 'Whom can')
    await dialog.getByRole('combobox', { name: 'Subject' }).fill('joe')
    const by = dialog.getByRole('table', { name: 'By impersonation (1)' })
    await expect(by).toContainText(
      'joe may become any service account in namespace prod (legacy), to do anything that the target may do.',
    )
    await expect(said(dialog, '1 way by impersonation, no other ways, and a path to everything.')).toBeVisible()
    await expect(dialog.getByRole('table', { name: /^To everything/ })).toContainText(
      'joe can do everything: become service account prod/robot (legacy).',
    )
    await expectAccessible(page, 'dialog')

    await dialog.getByRole('combobox', { name: 'Question' }).selectOption('to')
    await dialog.getByRole('combobox', { name: 'Becomes' }).fill('prod/robot')
    await expect(by.or(dialog.getByRole('table', { name: /^By impersonation/ }))).toContainText(
      'joe may become service account prod/robot (legacy)',
    )
    await dialog.getByRole('combobox', { name: 'Question' }).selectOption('admin')
    const paths = dialog.getByRole('table', { name: /^To everything/ })
    await expect(
      paths.getByRole('row').filter({ hasText: 'service account prod/robot may do everything' }),
    ).toHaveCount(1)
    await paths
      .getByRole('row')
      .filter({ hasText: 'joe can do everything' })
      .getByRole('button', { name: /^Ask as User\/joe/ })
      .click()
    await expect(dialog).toBeHidden()
    expect(await playground.requestIn('HTTP')).toMatch(
      /^DELETE .*\/deployments\/web[\s\S]*Impersonate-User: system:serviceaccount:prod:robot/,
    )
    await expect(playground.sentence).toContainText('joe')
  })

  await test.step('a policy with an error is not asked, and nothing is green', async () => {
    await playground.goToScenario({ policy: POLICY.replace('kind: Role\n', 'kind: Role\nspec: [\n') })
    await expect(playground.answer.getByRole('list', { name: 'Errors' })).toBeVisible()
    await openQuestions(page, 'Who can')
    await expect(dialog.getByRole('alert').filter({ hasText: 'Not answered.' })).toBeVisible()
    for (const tab of ['What can', 'Whom can', 'Who can']) {
      await dialog.getByRole('tab', { name: tab, exact: true }).click()
      await expect(dialog.getByRole('table')).toHaveCount(0)
    }
    expect(await greens(page)).toEqual([])
    await dialog.getByRole('list', { name: 'Errors of the policy' }).getByRole('button').first().click()
    await expect(dialog).toBeHidden()
  })
})

test('the matrix: arrow keys, a cell that is refused, and Stop', async ({ page, playground }) => {
  await begin(playground)
  const dialog = await openQuestions(page, 'What can')
  await dialog.getByRole('combobox', { name: 'Shown as' }).selectOption('matrix')
  const grid = dialog.getByRole('grid', { name: 'Who may get' })
  const first = grid.getByRole('button', { name: 'User/jane, get configmaps: everywhere' })
  await expect(first).toHaveText('●')
  await expect(grid.getByRole('button', { name: 'User/joe, get deployments.apps: in some namespaces' })).toHaveText('◐')
  await expect(grid.getByRole('button', { name: 'User/jane, get secrets: for some names' })).toHaveText('○')
  await expectAccessible(page, 'dialog')
  await first.focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'End']) await page.keyboard.press(key)
  await expect(grid.getByRole('button', { name: 'User/joe, get deployments.apps: in some namespaces' })).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(playground.sentence).toContainText('403: joe may not get configmaps')

  await playground.write(playground.policyText, largePolicy())
  await expect(playground.policyText).toHaveAccessibleDescription(/400 bindings/, { timeout: 20_000 })
  await page.getByRole('button', { name: 'Questions', exact: true }).click()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(said(dialog, /^Stopped/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Begin again' }).click()
  await expect(dialog.getByRole('grid')).toBeVisible({ timeout: 40_000 })
  await expect(dialog.getByRole('button', { name: '7,950 more subjects' })).toBeVisible()
  await expect(said(dialog, /^What 8,000 subjects may do with/)).toBeVisible()

  // The policy is changed while a matrix is on its way: the next one is about the policy on the page.
  await dialog.getByRole('combobox', { name: 'Namespace' }).fill('prod')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(playground.policyText).toHaveAccessibleDescription(/3 bindings/, { timeout: 20_000 })
  await page.getByRole('button', { name: 'Questions', exact: true }).click()
  await expect(grid.getByRole('button', { name: 'User/joe, get deployments.apps: in prod' })).toHaveText('◐')
})

/** Many subjects, each in a group that has many roles. */
function largePolicy(): string {
  const role = (at: number) =>
    `${RBAC}\nkind: ClusterRole\nmetadata: {name: r${at}}\nrules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"], resourceNames: [n${at}]}]\n`
  const bind = (at: number, subjects: string) =>
    `${RBAC}\nkind: ClusterRoleBinding\nmetadata: {name: b${at}}\nroleRef: {${GROUP}, kind: ClusterRole, name: r${at}}\nsubjects: [${subjects}]\n`
  const users = Array.from({ length: 7999 }, (_, at) => `{${GROUP}, kind: User, name: u${at}}`)
  const all = `{${GROUP}, kind: Group, name: 'system:authenticated'}`
  const count = Array.from({ length: 400 }, (_, at) => at)
  return count.flatMap((at) => [role(at), bind(at, at === 0 ? [...users, all].join(',\n') : all)]).join('---\n')
}

test('the keyboard alone opens the questions, asks, and puts an answer on the flowchart', async ({
  page,
  playground,
}) => {
  await begin(playground)
  const opener = page.getByRole('button', { name: 'Questions', exact: true })
  await opener.focus()
  await page.keyboard.press('Alt+Q')
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('tab', { name: 'Who can' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('tab', { name: 'Who can' })).toBeVisible()
  const answer = dialog.getByRole('button', { name: /^joe: show on the flowchart/ })
  await expect(answer).toBeVisible()
  for (let stop = 0; stop < 20; stop++) {
    if (await answer.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(answer).toBeFocused()
  await page.keyboard.press('Enter')
  await playground.hears('On the flowchart')
  await expect(opener).toBeFocused()
  await expect(playground.sentence).toContainText('200: joe may delete')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the questions fit and are accessible, and an answer is a tap away', async ({ page, playground }) => {
    await begin(playground)
    await page.keyboard.press('Alt+Q')
    const dialog = dialogOf(page)
    await dialog.getByRole('tab', { name: 'Who can' }).tap()
    await expect(dialog.getByRole('table', { name: 'Who can' })).toBeVisible()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'dialog')
    await expectNoSidewaysScrolling(page)
    await dialog.getByRole('tab', { name: 'Whom can' }).tap()
    await dialog.getByRole('combobox', { name: 'Subject' }).fill('joe')
    await expect(dialog.getByRole('table').first()).toContainText('joe may become')
    await expectAccessible(page, 'dialog')
    await expectNoSidewaysScrolling(page)
    await dialog.getByRole('tab', { name: 'What can' }).tap()
    await dialog.getByRole('combobox', { name: 'Subject' }).fill('joe')
    const verb = dialog.getByRole('button', { name: /^delete deployments\.apps in prod/ })
    await expect(verb).toBeVisible()
    await expectAccessible(page, 'dialog')
    await expectNoSidewaysScrolling(page)
    await dialog.getByRole('combobox', { name: 'Shown as' }).selectOption('matrix')
    await expect(dialog.getByRole('grid')).toBeVisible()
    await expectAccessible(page, 'dialog')
    await expectNoSidewaysScrolling(page)
    await dialog.getByRole('combobox', { name: 'Shown as' }).selectOption('table')
    await verb.tap()
    await expect(playground.sentence).toContainText('200: joe may delete')
  })
})
