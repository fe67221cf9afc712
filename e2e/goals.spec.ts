import { linkHash, writeScenarioDocument } from '@authz-playground/engine/documents'
import { FIRST } from '@authz-playground/examples/first'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { dropOn, openFiles, written } from './support/files.ts'
import { expectNoSidewaysScrolling, highlightedLines } from './support/looks.ts'
import { type PlaygroundPage, playgroundOn } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: deploy, namespace: staging}
rules:
- {verbs: [get, list, delete], apiGroups: [apps], resources: [deployments]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: deployers, namespace: staging}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deploy}
subjects: [{kind: ServiceAccount, name: deployer, namespace: ci}]
`
const AS_DANA = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: as-dana}
rules:
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [dana]}
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [uids], resourceNames: ["1234"]}
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [userextras/example.com/reason], resourceNames: ["two words, one comma"]}
- {verbs: ["impersonate-on:user-info:list", list], apiGroups: [""], resources: [pods]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: everybody}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as-dana}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: "system:authenticated"}]
`
const GOALS = [
  'ci/deployer can delete deployments in staging',
  'ci/deployer cannot delete deployments in prod',
  'nobody else can delete deployments in staging',
  'at most 3 rules',
]
const DOCUMENT = {
  title: 'Deployments of staging',
  explanation: '',
  expect: [],
  goals: GOALS,
  scenario: { ...FIRST.scenario, policy: POLICY },
}

const goalsOf = (page: Page): Locator => page.getByRole('region', { name: 'Goals', exact: true })
const list = (page: Page): Locator => goalsOf(page).getByRole('list', { name: 'Goals', exact: true })
const rows = (page: Page): Locator => list(page).getByRole('listitem')
const row = (page: Page, text: string): Locator => rows(page).filter({ hasText: text })
const field = (page: Page): Locator => goalsOf(page).getByRole('textbox', { name: 'Goal', exact: true })

/** Follows a link to the document on the open page. */
async function openGoals({ page }: PlaygroundPage, goals: readonly string[] = GOALS): Promise<void> {
  const hash = linkHash({ document: { ...DOCUMENT, goals } })
  await page.evaluate((wanted) => {
    location.hash = wanted
  }, hash)
  await expect(rows(page)).toHaveCount(goals.length)
}

async function expectCount(page: Page, words: string): Promise<void> {
  await expect(goalsOf(page).getByRole('button', { name: /^Goals/ })).toContainText(words)
}

test('a document with goals is opened, its policy broken and mended: each goal says whether it holds, and why not', async ({
  playground,
  page,
}) => {
  const [file = ''] = await written({ 'staging.yaml': writeScenarioDocument(DOCUMENT) })
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await openFiles(page, page.getByRole('dialog').getByRole('button', { name: 'Open a file' }), [file])
  await expectCount(page, '4 of 4 hold')
  await expect(rows(page).getByRole('img', { name: 'Holds' })).toHaveCount(4)

  await playground.writePolicy(POLICY.replace(', delete', ''))
  await expectCount(page, '2 of 4 hold')
  await playground.hears('2 of 4 goals hold')
  const failing = row(page, 'ci/deployer can delete deployments in staging')
  await expect(failing.getByRole('img', { name: 'Does not hold' })).toBeVisible()
  await expect(failing).toContainText(
    'service account ci/deployer may not delete deployments.apps in namespace staging',
  )
  await expect(failing).toContainText('Line 5 comes closest: all but the verb.')

  await failing.getByRole('button', { name: 'ci/deployer can delete deployments in staging' }).hover()
  await expect
    .poll(() => highlightedLines(playground.policy))
    .toContainEqual(expect.stringContaining('verbs: [get, list]'))
  await failing.getByRole('button', { name: 'Line 5' }).click()
  await expect(playground.policyText).toBeFocused()

  const before = await playground.requestIn('HTTP')
  await failing.getByRole('button', { name: 'ci/deployer can delete deployments in staging' }).click()
  await playground.hears('Undo goes back.')
  await expect(playground.sentence).toContainText('403')
  await expect(playground.sentence).toContainText('may not delete')
  expect(await playground.requestIn('HTTP')).toContain('DELETE /apis/apps/v1/namespaces/staging/deployments/')
  await expectCount(page, '2 of 4 hold')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  expect(await playground.requestIn('HTTP')).toBe(before)

  await playground.writePolicy(POLICY)
  await expectCount(page, '4 of 4 hold')
  await playground.hears('4 of 4 goals hold')

  await test.step('while the policy has an error no goal is decided, and the error is said once', async () => {
    await playground.writePolicy('kind: Role\n  x: [')
    await expect(rows(page).getByRole('img', { name: 'Not decided' })).toHaveCount(4)
    await expectCount(page, '0 of 4 hold')
    await expect(goalsOf(page).getByText(/Line 2: This “:” makes the text before it a key/)).toHaveCount(1)
  })
  await test.step('Learn shows goals only where there are some, and the present view none', async () => {
    await page.getByRole('button', { name: 'Learn', exact: true }).click()
    await expect(playground.sentence).toBeVisible()
    await playground.goToExample('docs-user-delete')
    await expect(goalsOf(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'This should stay so' })).toHaveCount(0)
    await openGoals(playground)
    await expectCount(page, '4 of 4 hold')
    await page.keyboard.press('Alt+p')
    await expect(page.getByRole('heading', { name: 'Deployments of staging' })).toBeVisible()
    await expect(goalsOf(page)).toBeHidden()
  })
})

test('“This should stay so” adds the goal that says what the page shows, or says why none can', async ({
  playground,
  page,
}) => {
  await test.step('an empty list says what goals are, and offers two ways to have some', async () => {
    await goalsOf(page).getByRole('button', { name: 'Goals', exact: true }).click()
    await expect(goalsOf(page)).toContainText('A goal is a sentence about the policy that is to stay true')
    await expectAccessible(page, '[data-pane=goals]')
    await goalsOf(page).getByRole('button', { name: 'This should stay so' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).getByRole('button', { name: /my-controller/ })).toBeFocused()
  })
  const keep = playground.answer.getByRole('button', { name: 'This should stay so' })
  await expect(rows(page)).toHaveText([/default\/my-controller as .*: 200, by impersonate:user-info/])
  await expectCount(page, '1 of 1 holds')
  await keep.click()
  await playground.hears('It is among the goals already.')
  await expect(rows(page)).toHaveCount(1)

  await playground.writeRequest(
    'HTTP',
    'POST /api/v1/namespaces/default/pods HTTP/1.1\nContent-Type: application/json\n\n{"kind":"Pod"}',
  )
  await keep.click()
  await expect(playground.answer).toContainText('No goal can say it. The request has a body')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(rows(page)).toHaveCount(0)

  await test.step('a request with a UID and extra is a goal that says why it fails, and shows that request', async () => {
    await playground.goToScenario({
      policy: AS_DANA,
      request: {
        form: 'http',
        text: [
          'GET /api/v1/namespaces/prod/pods HTTP/1.1',
          'Impersonate-User: dana',
          'Impersonate-Uid: 1234',
          'Impersonate-Extra-Example.com%2fReason: two words, one comma',
        ].join('\n'),
      },
    })
    await expect(playground.sentence).toContainText('200')
    await playground.answer.getByRole('button', { name: 'This should stay so' }).click()
    await playground.hears('Added to the goals')
    const goal =
      'as dana with UID 1234 and extra example.com/reason="two words, one comma", GET /api/v1/namespaces/prod/pods: 200, by impersonate:user-info'
    await expect(rows(page)).toContainText([goal])
    await expectCount(page, '1 of 1 holds')

    await playground.writePolicy(AS_DANA.replace('"1234"', '"5678"'))
    await expectCount(page, '0 of 1 hold')
    await expect(rows(page)).toContainText('Line 6 comes closest: all but the name.')

    await playground.writeRequest('HTTP', 'GET /api/v1/namespaces/prod/pods HTTP/1.1\nImpersonate-Group: devs')
    await playground.answer.getByRole('button', { name: 'This should stay so' }).click()
    await expect(rows(page).last()).toContainText(
      'as a user without a name in group devs, GET /api/v1/namespaces/prod/pods: 400',
    )
    await expectCount(page, '1 of 2 hold')
    await rows(page)
      .first()
      .getByRole('button', { name: /UID 1234/ })
      .click()
    await playground.hears('Undo goes back.')
    const shown = await playground.requestIn('HTTP')
    expect(shown).toContain('Impersonate-Uid: 1234\nImpersonate-Extra-example.com%2Freason: two words, one comma')

    await rows(page).first().hover()
    await page.getByRole('button', { name: 'Edit goal 1' }).click()
    await field(page).fill('dana with extra ')
    await expect(page.getByRole('option', { name: /^example\.com\/reason="two words, one comma"/ })).toBeVisible()
    await field(page).fill('dana with extra reason can get pods in prod')
    await expect(rows(page).first()).toContainText('“reason” is found where an extra as KEY=VALUE is expected.')
  })
})

test('a goal is written with proposals at any width, and what is not understood is said at its place', async ({
  playground,
  page,
}) => {
  await openGoals(playground, [...GOALS, 'ci/deployer can watch deployments in staging', 'ci/deployer can'])
  await expectCount(page, '4 of 6 hold')
  for (const [width, list, writing] of [
    [1440, 'light', 'dark'],
    [360, 'dark', 'light'],
    [1024, 'dark', 'light'],
  ] as const) {
    await test.step(`${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScrolling(page)
      await page.emulateMedia({ colorScheme: list })
      await expectAccessible(page, '[data-pane=goals]')
      await row(page, 'at most 3 rules').scrollIntoViewIfNeeded()
      await row(page, 'at most 3 rules').hover()
      await page.getByRole('button', { name: 'Edit goal 4' }).click()
      await expect(field(page)).toBeFocused()
      await field(page).fill('at most 3 ')
      await expect(page.getByRole('option', { name: /^rules/ })).toBeVisible()
      await expectNoSidewaysScrolling(page)
      await page.emulateMedia({ colorScheme: writing })
      await expectAccessible(page, '[data-pane=goals]')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(field(page)).toHaveCount(0)
    })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await openGoals(playground, [GOALS[0] ?? ''])
  await rows(page).first().hover()
  await page.getByRole('button', { name: 'Edit goal 1' }).click()
  await expect(field(page)).toBeFocused()
  await field(page).fill('ci/deployer can delte deployments in staging')
  await expect(rows(page)).toContainText('“delte” is not a verb of RBAC. Did you mean “delete”?')
  await expect(rows(page).getByRole('img', { name: 'Not decided' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
  await expectCount(page, '1 of 1 holds')

  await goalsOf(page).getByRole('button', { name: 'Add a goal' }).click()
  const proposals = page.getByRole('listbox', { name: 'Proposals' })
  await expect(proposals.getByRole('option').first()).toContainText('Somebody can do something')
  await page.keyboard.type('ci/dep')
  await expect(proposals.getByRole('option').first()).toHaveText(/^ci\/deployer\s*service account$/)
  await page.keyboard.press('ArrowDown')
  await expect(proposals.getByRole('option', { selected: true })).toContainText('ci/deployer')
  await page.keyboard.press('Enter')
  await page.keyboard.type('cannot get secrets in st')
  await expect(proposals.getByRole('option').first()).toHaveText(/^staging/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(field(page)).toHaveValue('ci/deployer cannot get secrets in staging ')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await expectCount(page, '2 of 2 hold')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(rows(page)).not.toHaveText([/./, /ci\/deployer cannot get secrets in staging/])
})

test('goals are kept over a reload, and in links and files', async ({ playground, page, context }) => {
  await openGoals(playground)
  await goalsOf(page).getByRole('button', { name: 'Add a goal' }).click()
  await page.keyboard.type('lint finds nothing')
  await page.keyboard.press('Enter')
  await expectCount(page, '5 of 5 hold')
  const share = page.getByRole('dialog', { name: 'Share', exact: true })
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const link = await playground.copiedBy(() => share.getByRole('button', { name: 'Copy link' }).click())
  await share.getByRole('button', { name: 'Edit as text' }).click()
  const text = await playground.textOf(page.getByRole('textbox', { name: 'Scenario document' }))
  expect(text).toContain('- lint finds nothing')
  await page.reload()
  await expectCount(page, '5 of 5 hold')

  const other = playgroundOn(await context.newPage())
  await other.page.goto(link)
  await expectCount(other.page, '5 of 5 hold')
  await expect(rows(other.page).last()).toContainText('lint finds nothing')
})

test('the keyboard alone plays, writes, moves and removes goals', async ({ playground, page }) => {
  await openGoals(playground)
  await expectCount(page, '4 of 4 hold')
  await row(page, 'in prod')
    .getByRole('button', { name: /cannot delete/ })
    .focus()
  await page.keyboard.press('Alt+ArrowUp')
  await playground.hears('Goal 1 of 4')
  await expect(rows(page).first()).toContainText('in prod')
  await expect(
    rows(page)
      .first()
      .getByRole('button', { name: /cannot delete/ }),
  ).toBeFocused()
  await page.keyboard.press('F2')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('uction')
  await page.keyboard.press('Enter')
  await expect(rows(page).first()).toContainText('in production')
  await expect(
    rows(page)
      .first()
      .getByRole('button', { name: /in production/ }),
  ).toBeFocused()
  await page.keyboard.press('Delete')
  await playground.hears('Goal removed')
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Remove goal 1' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(rows(page)).toHaveCount(4)
})

test('a file with goals alone adds them to the scenario, and is refused as a whole where a sentence is not understood', async ({
  playground,
  page,
}) => {
  await openGoals(playground, [GOALS[0] ?? ''])
  const [good = '', bad = ''] = await written({
    'goals.yaml': `version: 1\ngoals:\n${GOALS.map((goal) => `- ${goal}\n`).join('')}`,
    'bad.yaml': 'version: 1\ngoals:\n- at most 9 rules\n- ci/deployer can delte pods in prod\n',
  })
  await dropOn(playground, playground.policy, 'Replace the policy', [bad])
  await expect(page.getByText('The goals of “bad.yaml” were not added.')).toContainText(
    'Line 4, column 19: “delte” is not a verb of RBAC. Did you mean “delete”?',
  )
  await expect(rows(page)).toHaveCount(1)
  await openFiles(page, playground.policy.getByRole('button', { name: 'Open files' }), [good])
  await playground.hears('3 goals added')
  await expectCount(page, '4 of 4 hold')
  expect(await playground.textOf(playground.policyText)).toBe(POLICY)
})
