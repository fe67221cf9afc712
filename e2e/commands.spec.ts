import { expectAccessible } from './support/axe.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader, namespace: prod}
rules:
- {apiGroups: [""], resources: [pods], verbs: [get, list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects:
- {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: deputy}
rules:
- {apiGroups: [authentication.k8s.io], resources: [users], verbs: ["impersonate:user-info"], resourceNames: [jane]}
- {apiGroups: [authorization.k8s.io], resources: [selfsubjectaccessreviews], verbs: ["impersonate-on:user-info:create"]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: deputy}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: deputy}
subjects:
- {kind: User, name: deputy, apiGroup: rbac.authorization.k8s.io}
`

/** Follows a link to a scenario in which deputy sends a command. */
function ask({ goToScenario }: PlaygroundPage, text: string): Promise<void> {
  return goToScenario({ policy: POLICY, requestor: { username: 'deputy' }, request: { form: 'kubectl', text } }, text)
}

test('kubectl auth can-i is answered as it is meant, with its review as the second tab', async ({
  page,
  playground,
}) => {
  await ask(playground, 'kubectl auth can-i get pods -n prod --as jane')
  const { answer, chart, timeline } = playground
  await expect(playground.sentence).toContainText('Yes: jane may get pods in namespace prod.')
  await expect(answer).toContainText('Where the user may create the review, kubectl prints, with exit status 0:')
  await expect(answer.getByText('yes', { exact: true })).toBeVisible()
  await expect(timeline).toContainText('jane get pods')
  await expectAccessible(page, '[data-pane=answer]')

  const review = answer.getByRole('tab', { name: 'What it sends' })
  await review.click()
  await expect(playground.sentence).toContainText('selfsubjectaccessreviews.authorization.k8s.io')
  await expect(answer).toContainText('Impersonate-User: jane')
  await expect(answer).toContainText('"resourceAttributes":{"namespace":"prod","verb":"get","resource":"pods"}')
  await expect(chart).toContainText('impersonate-on:user-info')

  await review.press('ArrowLeft')
  await expect(playground.sentence).toContainText('Yes: jane may get pods in namespace prod.')
  await test.step('no is an answer, with what nearly fits and what would do it', async () => {
    await ask(playground, 'kubectl auth can-i delete pods -n prod --as jane')
    await expect(playground.sentence).toContainText('No: jane may not delete pods in namespace prod')
    await expect(playground.answer).toContainText('kubectl prints, with exit status 1:')
    await expect(playground.answer).toContainText('all but the verb')
    await playground.unfold('What would do it')
    await playground.changes
      .getByRole('region', { name: 'Add to a rule', exact: true })
      .getByRole('button', { name: 'Apply' })
      .click()
    await expect(playground.sentence).toContainText('Yes: jane may delete pods in namespace prod.')
  })
  await test.step('an impersonation that is refused is the error of kubectl', async () => {
    await ask(playground, 'kubectl auth can-i get pods -n prod --as bob')
    await expect(playground.sentence).toContainText('403:')
    await expect(playground.answer).toContainText('kubectl prints, with exit status 1:')
    await expect(playground.answer).toContainText(
      'Error from server (Forbidden): users.authentication.k8s.io "bob" is forbidden',
    )
    await expect(playground.answer.getByRole('tab')).toHaveCount(0)
  })
  await test.step('nothing is green while a flag is not understood', async () => {
    await ask(playground, 'kubectl auth can-i get pods -n prod --foo')
    await expect(playground.sentence).toContainText('Not decided')
    await expect(playground.answer).not.toContainText('exit status')
  })
})

test('who-can, --list and whoami print what kubectl prints, and subjects of the policy are offered where one is typed', async ({
  page,
  playground,
}) => {
  await test.step('subjects are offered by the keyboard too', async () => {
    await playground.goToScenario({ policy: POLICY })
    await playground.showForm('Form')
    const user = page.getByRole('region', { name: 'As whom' }).getByRole('combobox', { name: 'Impersonate-User' })
    await user.focus()
    await user.press('ArrowDown')
    await expect(page.getByRole('option', { name: /^jane/ })).toBeVisible()
    await user.press('ControlOrMeta+A')
    await user.pressSequentially('jan')
    await user.press('ArrowDown')
    await user.press('Enter')
    await expect(user).toHaveValue('jane')
    await page.getByText('Groups, uid, extra').click()
    await expect(page.getByRole('combobox', { name: 'Group 1', exact: true })).toHaveAttribute('list', /./)
  })
  await test.step('who-can is answered with the subjects and their lines', async () => {
    await ask(playground, 'kubectl who-can get pods -n prod')
    await expect(playground.sentence).toContainText('The policy says who may get pods in namespace prod.')
    await expect(playground.answer).toContainText('User jane')
    await expect(playground.answer).toContainText(
      'the rule in line 5 of Role reader, bound by RoleBinding reader in line 7',
    )
    await expect(playground.answer.getByRole('img', { name: 'Answered' }).first()).toBeVisible()
    await expect(playground.answer.getByRole('img', { name: 'Allowed' })).toHaveCount(0)
  })
  await ask(playground, 'kubectl auth can-i --list -n prod --as jane')
  await expect(playground.sentence).toContainText('403:')
  await ask(playground, 'kubectl auth whoami')
  await expect(playground.answer).toContainText('ATTRIBUTE')
  await expect(playground.answer).toContainText('Username')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScrolling(page)
})
