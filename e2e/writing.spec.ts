import { expectAccessible, expectAccessibleInBothThemes } from './support/axe.ts'
import { expectHighlighted, expectNoSidewaysScrolling, highlightedLines } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

/** A request of bob that creates a ClusterRole, from its body. */
function making(body: string): string {
  return `POST /apis/rbac.authorization.k8s.io/v1/clusterroles HTTP/1.1\nContent-Type: application/yaml\n\n${body}`
}

function roleOf(resources: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: reader
rules:
- apiGroups: [""]
  resources: [${resources}]
  verbs: ["get"]
`
}

/** The rules that a role or binding would grant. */
function granted({ answer }: PlaygroundPage) {
  return answer.getByRole('list', { name: 'Rules that it would grant' }).getByRole('listitem')
}

/** Opens the list of those rules; it stays open from example to example. */
async function openGranted({ answer }: PlaygroundPage): Promise<void> {
  await answer.getByRole('button', { name: /^What it would grant/, expanded: false }).click()
}

test('each rule is beside the line that covers it, and both light up, also by keyboard', async ({
  playground,
  page,
}) => {
  const { policyText, policy, requestText, checks } = playground
  await playground.goToExample('write-escalates')
  await openGranted(playground)
  const [secrets, pods] = [granted(playground).first(), granted(playground).last()]
  await expect(secrets).toContainText(/get on secrets · line 9 of the request\s*Not held\./)
  await expect(pods).toContainText(
    /get on pods · line 9 of the request\s*Held by line 6 of pod-reader, bound in line 10/,
  )

  await playground.readyToWrite(policyText)
  await playground.readyToWrite(requestText('HTTP'))
  // A rule that bob does not hold lights up in the request only.
  await secrets.hover()
  await expectHighlighted(secrets)
  await expect.poll(() => highlightedLines(policy)).toEqual([])
  await expect
    .poll(() => highlightedLines(playground.request))
    .toEqual(['- apiGroups: [""]', 'resources: ["pods", "secrets"]', 'verbs: ["get"]'])

  await pods.getByRole('button', { name: 'line 6', exact: true }).click()
  await expect(policyText).toBeFocused()
  await page.mouse.move(0, 0)
  await expectHighlighted(pods)
  await expectHighlighted(secrets, false)
  await expect.poll(() => highlightedLines(policy)).toContain('- apiGroups: [""]')
  await expect(checks.last()).toContainText('escalate')
  await expectHighlighted(checks.last())

  await test.step('the keyboard alone goes from a rule to what covers it', async () => {
    await playground.answer.getByRole('button', { name: /^What it would grant/ }).focus()
    await page.keyboard.press('Tab')
    await expect(secrets.getByRole('button')).toBeFocused()
    await expectHighlighted(secrets)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(pods.getByRole('button', { name: 'line 6', exact: true })).toBeFocused()
    await expectHighlighted(pods)
    await page.keyboard.press('Enter')
    await expect(playground.policyText).toBeFocused()
  })
})

test('the body is edited until it is covered; one that is not an RBAC object is reported at its place', async ({
  playground,
}) => {
  const { answer, request, requestText, sentence } = playground
  await playground.goToExample('write-escalates')
  await expect(sentence).toHaveText(/^ ?403: .*it would grant get on secrets, which bob does not hold\.$/)
  await expect(answer).toContainText('or leave it out.')
  await openGranted(playground)
  await playground.writeRequest('HTTP', making(roleOf('"pods"')))
  await expect(sentence).toHaveText(/^ ?201: /)
  await expect(answer).toContainText('Its writer holds all that it grants: one rule.')
  await expect(granted(playground)).toHaveCount(1)
  await expect(playground.node(/^201: the object is stored/)).toBeVisible()

  await test.step('a body that is not an RBAC object', async () => {
    await playground.writeRequest('HTTP', making('kind: ClusterRole\nrules: [\n'))
    await expect(request.getByRole('list', { name: 'Problems in the request' })).toContainText(/Line [4-6]/)
    await expect(sentence).not.toHaveText(/^ ?201: /)
    await expect(granted(playground)).toHaveCount(0)
    await request
      .getByRole('button', { name: /^Line [4-6]$/ })
      .first()
      .click()
    await expect(requestText('HTTP')).toBeFocused()
    await expect(answer).not.toContainText('What it would grant')
  })
  await test.step('the expectation of the KEP for a delegation is beside the computed answer', async () => {
    for (const [id, code] of [
      ['kep-delegate-user-info', 201],
      ['kep-delegate-update', 403],
    ] as const) {
      await playground.goToExample(id)
      await expect(playground.sentence).toHaveText(new RegExp(`^ ?${code}: `))
      await playground.openAbout()
      await expect(playground.about).toContainText(
        new RegExp(`KEP-5284 expects ${code}: .*Computed: ${code}, as expected\\.`),
      )
    }
  })
})

test('axe finds nothing in what would be granted, and nothing scrolls sideways', async ({ playground, page }) => {
  for (const [at, id] of ['write-escalates', 'write-aggregation', 'write-cluster-admin'].entries()) {
    await test.step(id, async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await playground.goToExample(id)
      if (at === 0) await openGranted(playground)
      await expect(granted(playground).first()).toBeVisible()
      await expectNoSidewaysScrolling(page)
      await expectAccessible(page, '[data-pane=answer]')
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScrolling(page)
      await expectAccessibleInBothThemes(page, '[data-pane=answer]')
    })
  }
})
