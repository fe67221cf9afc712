import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './support/axe.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import { expect, test } from './support/test.ts'

const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: deploy, namespace: prod}
rules:
- apiGroups: [apps]   # not extensions
  resources: [deployment]
  verbs: [get, delte] # to clean up
- apiGroups: [""]
  resources: [pods]
  verbs: [lst]
- apiGroups: [""]
  resources: [configmaps]
  verbs: [get]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: deployers, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deploy}
subjects:
- {kind: ServiceAccount, name: deployer, namespace: ci}
`

const MENDED = POLICY.replace('deployment', 'deployments').replace('delte', 'delete').replace('lst', 'list')

/** The button with the number of mistakes; it opens the list. */
const button = (page: Page, words: string): Locator =>
  page.getByRole('button', { name: `Mistakes: ${words}`, exact: true })
const list = (page: Page): Locator => page.getByRole('region', { name: 'Mistakes in the policy' })

/** Moves the cursor to a line of the editor, without the mouse. */
async function toLine(page: Page, line: number): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Home')
  for (let at = 1; at < line; at++) await page.keyboard.press('ArrowDown')
}

test('the list mends mistakes one by one and all at once, and undo brings every byte back', async ({
  page,
  playground,
}) => {
  await expect(button(page, 'none')).toBeVisible()
  await playground.write(playground.policyText, POLICY)
  await button(page, '3 warnings').click()
  const item = list(page).getByRole('listitem').filter({ hasText: '“deployment” is the singular' })
  await expect(item).toContainText('Write “deployments”.')
  await item.getByRole('button', { name: 'Mend', exact: true }).click()
  await playground.hears('Mended')
  await expect(list(page).getByRole('heading', { name: '2 warnings' })).toBeVisible()
  await expect(list(page).getByRole('heading', { name: 'Mistakes in the policy' })).toBeFocused()
  await list(page).getByRole('button', { name: 'Undo' }).click()
  await expect(list(page).getByRole('heading', { name: '3 warnings' })).toBeVisible()
  await list(page).getByRole('button', { name: 'Mend all (3)' }).click()
  await expect(list(page)).toContainText('No mistakes were found.')
  await playground.hears('Mended 3')
  await page.keyboard.press('Escape')
  expect(await playground.textOf(playground.policyText)).toBe(MENDED)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(button(page, '3 warnings')).toBeVisible()
  expect(await playground.textOf(playground.policyText)).toBe(POLICY)
  await test.step('a place of the list is shown in the editor', async () => {
    await button(page, '3 warnings').click()
    await list(page).getByRole('button', { name: 'line 10' }).click()
    await expect(list(page)).toBeHidden()
    await expect(playground.policyText).toBeFocused()
  })
  await test.step('F8 goes to the next mistake, and says it with the name of its rule', async () => {
    await expect(button(page, '3 warnings')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('F8')
    await playground.hears('Line 6: “deployment” is the singular')
    await expect(page.getByRole('tooltip').filter({ hasText: 'misspelt-resource' })).toBeVisible()
  })
  await test.step('errors are in the list, with what mends them, so that it is never without mistakes', async () => {
    await playground.write(playground.policyText, POLICY.replace('[get, delte]', 'get, delete'))
    await page.getByRole('button', { name: /^Mistakes: 1 error/ }).click()
    const error = list(page).getByRole('listitem').first()
    await expect(error).toContainText('verbs')
    await error.getByRole('button', { name: 'Mend', exact: true }).click()
    await expect(list(page).getByRole('heading', { name: '2 warnings' })).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await playground.textOf(playground.policyText)).toBe(POLICY.replace('delte', 'delete'))
  })
  await test.step('the list of errors in the answer mends those that can only mean one thing', async () => {
    await playground.write(playground.policyText, POLICY.replace('---\n', ''))
    const error = playground.answer.getByRole('list', { name: 'Errors' }).getByRole('listitem').first()
    await expect(error).toContainText('put a line with --- before it')
    await error.getByRole('button', { name: 'Mend' }).click()
    await expect(button(page, '3 warnings')).toBeVisible()
    expect(await playground.textOf(playground.policyText)).toBe(POLICY)
  })
})

test('the keyboard alone mends by the lightbulb, silences, and undoes both', async ({ page, playground }) => {
  // So wide that no line wraps: the keys go from row to row.
  await page.setViewportSize({ width: 1920, height: 1080 })
  await playground.write(playground.policyText, POLICY)
  await expect(button(page, '3 warnings')).toBeVisible()
  await toLine(page, 7)
  await page.keyboard.press('ControlOrMeta+.')
  const menu = page.getByRole('listbox', { name: /Action|Fix/i })
  await expect(menu.getByRole('option')).toHaveText([
    'Write “delete”',
    'Mend all 2 of misspelt-verb',
    'Silence misspelt-verb',
  ])
  await page.keyboard.press('Enter')
  await expect(button(page, '2 warnings')).toBeVisible()
  await expect(playground.policyText).toBeFocused()
  await toLine(page, 10)
  await page.keyboard.press('ControlOrMeta+.')
  await expect(menu.getByRole('option', { name: 'Silence misspelt-verb' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(button(page, '1 warning')).toBeVisible()
  expect(await playground.textOf(playground.policyText)).toBe(
    POLICY.replace('delte', 'delete').replace(
      '  verbs: [lst]',
      '  # lint:ignore misspelt-verb intended\n  verbs: [lst]',
    ),
  )
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(button(page, '2 warnings')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(button(page, '3 warnings')).toBeVisible()
  expect(await playground.textOf(playground.policyText)).toBe(POLICY)
})

test('the list is accessible in both themes, and nothing of it is on the page of who only learns', async ({
  page,
  playground,
}) => {
  await playground.goToScenario({ policy: POLICY })
  await button(page, '3 warnings').click()
  await expect(list(page).getByRole('button', { name: 'Mend all (3)' })).toBeEnabled()
  await expectAccessibleInBothThemes(page, '[data-pane=policy]')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: 'Learn' })
    .or(page.getByRole('link', { name: 'Learn' }))
    .first()
    .click()
  await expect(playground.sentence).toBeVisible()
  await expect(page.getByRole('button', { name: /^Mistakes/ })).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the list fits, is accessible in both themes and mends with a tap', async ({ page, playground }) => {
    await playground.policyText.fill(POLICY)
    await button(page, '3 warnings').tap()
    const all = list(page).getByRole('button', { name: 'Mend all (3)' })
    await expect(all).toBeEnabled()
    await expectNoSidewaysScrolling(page)
    await expectAccessibleInBothThemes(page, '[data-pane=policy]')
    await all.tap()
    await expect(list(page)).toContainText('No mistakes were found.')
    await expect(playground.policyText).toHaveValue(MENDED)
    await list(page).getByRole('button', { name: 'Undo' }).tap()
    await expect(playground.policyText).toHaveValue(POLICY)
  })
})
