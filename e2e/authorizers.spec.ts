import type { Scenario } from '@authz-playground/engine'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe.ts'
import { expectNoSidewaysScrolling, greens } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const DENIES = `- match:
    user: deputy
    resourceAttributes:
      verb: list
  answer: Deny
  reason: the deputy lists nothing
`

function rule(name: string, effect: string, condition: string): string {
  return `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata:
  name: ${name}
rule:
  entries:
  - effect: ${effect}
    condition: >-
      ${condition}
`
}

const READERS = rule('readers', 'Allow', 'action in ["get", "list"]')
const DEPUTY = rule(
  'deputy-as-jane',
  'Allow',
  'action == "constrainedimpersonate" && resource.username == "jane" && context.requestAttr.namespace == "prod"',
)

/** A deputy lists pods as jane under a design whose checks are answered with conditions. */
function asJane(policy: string, namespace = 'prod'): Scenario {
  return {
    version: 2,
    policy,
    request: { form: 'http', text: `GET /api/v1/namespaces/${namespace}/pods HTTP/1.1\nImpersonate-User: jane\n` },
    requestor: { username: 'deputy' },
    cluster: { version: '1.36', authorizationModes: ['RBAC', 'AccessRules'] },
    design: 'unified',
  }
}

/** Follows a link to a scenario. */
async function begin({ goToScenario, sentence }: PlaygroundPage, scenario: Scenario, title?: string): Promise<void> {
  await goToScenario(scenario, title)
  await expect(sentence).toBeVisible()
}

const modes = ({ page }: PlaygroundPage) => page.getByRole('combobox', { name: '--authorization-mode' })

test('a webhook’s table has a tab where its mode is on, and the line that denies is linked and marked', async ({
  playground,
  page,
}) => {
  const { answer, policy, sentence, timeline } = playground
  await begin(playground, {
    ...asJane(READERS),
    request: { form: 'http', text: 'GET /api/v1/pods HTTP/1.1\n' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  })
  const tab = policy.getByRole('tab', { name: 'Webhook' })
  await expect(policy.getByRole('tab', { name: 'Stored objects' })).toBeVisible()
  await expect(tab).toBeHidden()
  await modes(playground).selectOption('Webhook,RBAC')
  await tab.click()
  await policy.getByRole('button', { name: 'begin with a review that it denies' }).click()
  await expect(policy).toContainText('2 entries')
  const table = page.getByRole('textbox', { name: 'Webhook', exact: true })
  await playground.write(table, DENIES)
  await expect(sentence).toHaveText(/^ ?403: deputy may not list pods cluster-wide: an authorizer denies it/)
  await expect(answer).toContainText('which says: the deputy lists nothing')
  await expect(timeline.getByRole('button', { name: /^Check 1: .*Deny$/ })).toBeVisible()
  await policy.getByRole('tab', { name: 'Policy' }).click()
  // The reason, and what would have to change, both name the line.
  await answer.getByRole('button', { name: 'line 1 of the webhook’s table' }).first().click()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(table).toBeFocused()

  await page.keyboard.press('ControlOrMeta+Z')
  await expect(sentence).not.toContainText('an authorizer denies it')
  await test.step('an error in a table is shown with its line, and nothing is decided', async () => {
    await begin(
      playground,
      {
        ...asJane(READERS),
        webhook: DENIES,
        cluster: { version: '1.36', authorizationModes: ['RBAC'] },
        design: 'constrained',
      },
      'Table with an error',
    )
    await policy.getByRole('tab', { name: 'Webhook' }).click()
    await expect(policy).toContainText('--authorization-mode does not name it')
    await policy.getByRole('button', { name: 'Switch Webhook on' }).click()
    await expect(modes(playground)).toHaveValue('RBAC,Webhook')
    await playground.write(table, DENIES.replace('Deny', 'Denied'))
    await expect(sentence).toHaveText(/Not decided: the webhook’s table was not fully understood \(line 5\)/)
    await policy.getByRole('tab', { name: 'Policy' }).click()
    await answer.getByRole('button', { name: /^Webhook, line 5, column / }).click()
    await expect(table).toBeFocused()
  })
  await test.step('of several webhooks, the note of a check says which was skipped, and why', async () => {
    await playground.goToExample('webhook-skipped')
    await expect(sentence).toHaveText(/^ ?200: /)
    await playground.node(/May it do this as somebody else/).click()
    await expect(
      playground.chart
        .getByText('skipped, because match condition 1, in line 15 of the AuthorizationConfiguration, is false')
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
  })
})

test('a condition is shown as CEL, with its result and its line', async ({ playground, page }) => {
  const { answer, chart, checks, policy, sentence, timeline } = playground
  await begin(playground, asJane(`${READERS}---\n${DEPUTY}`))
  await expect(sentence).toHaveText(/^ ?200: deputy may list pods in namespace prod as jane/)
  await expect(answer).toContainText('by constrainedimpersonate after one check, whose conditions held')
  await expect(checks).toHaveText([/Conditional.*Allow$/, /Allow$/])
  const conditions = timeline.getByRole('list', { name: 'Conditions of check 1' })
  await expect(conditions).toContainText('Allow, only if')
  await expect(conditions).toContainText(
    'impersonatedUser.username == "jane" && impersonatedRequest.namespace == "prod"',
    { useInnerText: false },
  )
  await expect(conditions).toContainText('true')
  await conditions.getByRole('button', { name: /^entry 1 of ClusterAccessRule deputy-as-jane, line 17$/ }).click()
  await expect(playground.policyText).toBeFocused()
  await expect(policy).toContainText('2 access rules')
  await expect(chart.getByText('Allow', { exact: true }).first()).toBeVisible()

  const copied = await playground.copiedBy(() =>
    answer.getByRole('button', { name: 'Copy answer as Markdown' }).click(),
  )
  expect(copied).toContain('- Allow, only if (line 17)')
  expect(copied).toContain('  impersonatedUser.username == "jane"\n  && impersonatedRequest.namespace == "prod"\n')

  await playground.writeRequest('HTTP', 'GET /api/v1/namespaces/test/pods HTTP/1.1\nImpersonate-User: jane\n')
  await expect(sentence).toHaveText(/^ ?403: .*no condition holds that grants constrainedimpersonate/)
  await expect(timeline.getByRole('list', { name: 'Conditions of check 1' })).toContainText('false')
  expect((await greens(page)).filter((one) => /Allow/.test(one))).toEqual([])
  await test.step('access rules without their mode say so, and one click switches it on', async () => {
    await begin(
      playground,
      { ...asJane(READERS), cluster: { version: '1.36', authorizationModes: ['RBAC'] } },
      'Without the mode',
    )
    await expect(policy).toContainText('1 warning: line 4')
    await policy.getByRole('button', { name: 'Switch AccessRules on' }).click()
    await expect(modes(playground)).toHaveValue('RBAC,AccessRules')
    await expect(policy).not.toContainText('1 warning')
  })
  await test.step('bad CEL is an error with line and column, and nothing is green', async () => {
    await begin(playground, asJane(READERS), 'Bad CEL')
    await playground.writePolicy(READERS.replace('action in', 'principal.nam == "deputy" &&\n      action in'))
    await expect(sentence).toHaveText(/Not decided: the policy was not fully understood \(line 9\)/)
    const problem = answer.getByRole('button', { name: 'Policy, line 9, column 7' })
    await expect(problem).toBeVisible()
    await expect(answer).toContainText('has no field “nam”')
    expect(await greens(page)).toEqual([])
    await problem.click()
    await expect(playground.policyText).toBeFocused()
  })
})

test('authorizers are put into any order by keyboard, which is kept across a reload', async ({ playground, page }) => {
  await page.getByRole('button', { name: 'Order of authorizers' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Order of authorizers' })
  await dialog.getByRole('button', { name: 'Ask Webhook', exact: true }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Ask Webhook earlier' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Ask AccessRules', exact: true }).press('Enter')
  await expect(dialog).toContainText('--authorization-mode=Webhook,RBAC,AccessRules')
  await dialog.getByRole('button', { name: 'Do not ask RBAC' }).press('Enter')
  await expect(dialog).toContainText('--authorization-mode=Webhook,AccessRules')
  await page.keyboard.press('Escape')
  await expect(modes(playground)).toHaveValue('Webhook,AccessRules')
  await playground.policy.getByRole('tab', { name: 'Webhook' }).click()
  await playground.write(page.getByRole('textbox', { name: 'Webhook', exact: true }), DENIES)
  await expect(playground.policy).toContainText('1 entry')

  await page.reload()
  await expect(modes(playground)).toHaveValue('Webhook,AccessRules')
  await playground.policy.getByRole('tab', { name: 'Webhook' }).click()
  expect(await playground.textOf(page.getByRole('textbox', { name: 'Webhook', exact: true }))).toBe(DENIES)
})

test('conditions and the order of authorizers are accessible in both themes, and nothing is wider than a phone', async ({
  playground,
  page,
}) => {
  await begin(playground, asJane(`${READERS}---\n${DEPUTY}`))
  await expect(playground.timeline.getByRole('list', { name: 'Conditions of check 1' })).toBeVisible()
  await expectAccessibleInBothThemes(page, '[data-pane=folded]')
  await page.getByRole('button', { name: 'Order of authorizers' }).click()
  await expect(page.getByRole('dialog', { name: 'Order of authorizers' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'dialog')
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 360, height: 740 })
  await expect(playground.timeline.getByRole('list', { name: 'Conditions of check 1' })).toBeVisible()
  await expectNoSidewaysScrolling(page)
  await expectAccessible(page, '[data-pane=folded]')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Order of authorizers' }).click()
  await expectNoSidewaysScrolling(page)
})
