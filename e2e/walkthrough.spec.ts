import { expect, test } from './support/test.ts'

// The documentation's page "Constrained Impersonation", section "Impersonate a user for specific actions".

const STEP_1 = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: impersonate-jane-identity
rules:
- apiGroups: ["authentication.k8s.io"]
  resources: ["users"]
  resourceNames: ["jane.doe@example.com"]
  verbs: ["impersonate:user-info"]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: impersonate-jane-identity
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: impersonate-jane-identity
subjects:
- kind: ServiceAccount
  name: my-controller
  namespace: default
`

const STEP_2 = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: impersonate-list-watch-pods
  namespace: default
rules:
- apiGroups: [""]
  resources: ["pods"]
  verbs:
  - "impersonate-on:user-info:list"
  - "impersonate-on:user-info:watch"
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: impersonate-list-watch-pods
  namespace: default
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: impersonate-list-watch-pods
subjects:
- kind: ServiceAccount
  name: my-controller
  namespace: default
`

const JANES_OWN = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: read-pods
rules:
- apiGroups: [""]
  resources: ["pods"]
  verbs: ["get", "list", "watch"]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: jane-reads-pods
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: read-pods
subjects:
- apiGroup: rbac.authorization.k8s.io
  kind: User
  name: jane.doe@example.com
`

const COMMAND = 'kubectl get pods -n default --as=jane.doe@example.com'

test('the docs page, from paste to answer', async ({ playground }) => {
  const { sentence, checks, policy } = playground

  await test.step('without a policy nobody may do anything', async () => {
    await playground.writePolicy('')
    await playground.writeRequest('kubectl', COMMAND)
    await expect(policy).toContainText('Without a policy RBAC allows nothing.')
    await expect(sentence).toHaveText(
      '403: service account default/my-controller may not list pods in namespace default as jane.doe@example.com: ' +
        'no rule grants impersonate-on:user-info:list on pods in namespace default.',
    )
  })

  await test.step('step 1 grants the identity, and the action is missing', async () => {
    await playground.writePolicy(STEP_1)
    await expect(policy).toContainText('1 role, 1 binding')
    await expect(sentence).toContainText('no rule grants impersonate-on:user-info:list on pods in namespace default')
    await expect(playground.headline).toHaveText('403 at question 1: may it do this as somebody else?')
    await expect(checks).toHaveText([
      /May service account default\/my-controller use impersonate-on:user-info:list on pods in namespace default\?\s*NoOpinion/,
      /May service account default\/my-controller impersonate users named jane\.doe@example\.com cluster-wide\?\s*NoOpinion/,
    ])
  })

  await test.step('step 2 grants the action, and jane has no permission of her own', async () => {
    await playground.append(playground.policyText, STEP_2)
    await expect(policy).toContainText('2 roles, 2 bindings')
    await expect(sentence).toHaveText(
      '403: jane.doe@example.com may not list pods in namespace default: service account default/my-controller may act as ' +
        'jane.doe@example.com, but no rule grants jane.doe@example.com the request itself.',
    )
    await expect(checks).toHaveText([
      /impersonate-on:user-info:list.*Allow/,
      /impersonate:user-info.*Allow/,
      /NoOpinion/,
    ])
  })

  await test.step('with what jane may do herself the request goes through', async () => {
    await playground.append(playground.policyText, JANES_OWN)
    await expect(policy).toContainText('3 roles, 3 bindings')
    await expect(sentence).toHaveText(
      '200: service account default/my-controller may list pods in namespace default as jane.doe@example.com.',
    )
    await expect(playground.headline.getByRole('img', { name: 'Allowed' })).toBeVisible()
    await expect(checks).toHaveText([
      /^Check 1: May service account default\/my-controller use impersonate-on:user-info:list on pods in namespace default\?\s*Allow$/,
      /^Check 2: May service account default\/my-controller use impersonate:user-info on users\.authentication\.k8s\.io named jane\.doe@example\.com cluster-wide\?\s*Allow$/,
      /^Check 3: May jane\.doe@example\.com list pods in namespace default\?\s*Allow$/,
    ])
  })

  await test.step('each check says in the API server’s words what allowed it', async () => {
    await expect(playground.timeline).toContainText(
      'RBAC: allowed by RoleBinding "impersonate-list-watch-pods/default" of Role "impersonate-list-watch-pods" to ServiceAccount "my-controller/default"',
    )
    await expect(playground.timeline).toContainText(
      'RBAC: allowed by ClusterRoleBinding "impersonate-jane-identity" of ClusterRole "impersonate-jane-identity" to ServiceAccount "my-controller/default"',
    )
    await expect(playground.timeline).toContainText(
      'RBAC: allowed by ClusterRoleBinding "jane-reads-pods" of ClusterRole "read-pods" to User "jane.doe@example.com"',
    )
  })
})

test('a click on a decision shows the rule that made it, and one on what decided goes to its line', async ({
  playground,
}) => {
  const { policy, checks, timeline, policyText, page } = playground
  await playground.readyToWrite(playground.policyText)
  const janesRule = policy.getByText('["get", "list", "watch"]')
  await expect(janesRule).toBeHidden()
  await checks.nth(2).click()
  await expect(janesRule).toBeVisible()
  await expect(checks.nth(2)).toBeFocused()
  // With nothing selected, copying takes the line that the cursor is in.
  const line = (): Promise<string> => playground.copiedBy(() => page.keyboard.press('ControlOrMeta+C'))

  await timeline
    .getByRole('button', { name: /^rule 1, line / })
    .first()
    .click()
  await expect(policyText).toBeFocused()
  expect(await line()).toBe('- apiGroups: [""]\n')

  await timeline
    .getByRole('button', { name: /^subject, line / })
    .nth(1)
    .click()
  await expect(policyText).toBeFocused()
  expect(await line()).toBe('- kind: ServiceAccount\n')

  await playground.answer
    .getByRole('button', { name: /^line \d+$/ })
    .last()
    .click()
  await expect(policyText).toBeFocused()
  expect(await line()).toBe('apiVersion: rbac.authorization.k8s.io/v1\n')
  await test.step('completes verbs and explains rules in the policy', async () => {
    await playground.writePolicy('apiVersion: rbac.authorization.k8s.io/v1\nkind: Cl')
    await page.keyboard.press('Control+Space')
    await expect(page.getByRole('option', { name: /^ClusterRole/ }).first()).toBeVisible()
    await page.keyboard.press('Escape')

    await playground.writePolicy(STEP_1)
    await expect(policy).toContainText('1 role, 1 binding')
    await page.keyboard.press('ControlOrMeta+Home')
    await policy.getByText('"impersonate:user-info"').hover()
    await expect(page.getByRole('tooltip').filter({ hasText: 'my-controller' })).toBeVisible()
    await expect(policyText).toBeVisible()
  })
})

test('shows what the client, the audit log and the metrics get, and copies it, a review and the answer', async ({
  playground,
}) => {
  const { details, timeline } = playground
  await test.step('the answer as Markdown', async () => {
    const text = await playground.copiedBy(() =>
      playground.answer.getByRole('button', { name: 'Copy answer as Markdown' }).click(),
    )
    expect(text).toContain(
      '**200: service account `default/my-controller` may `list` `pods` in namespace `default` as `jane.doe@example.com`.**',
    )
    expect(text).toContain('| # | Access review | Decision | Reason | Rule |')
    expect(text.match(/^\| \d \|/gm)).toHaveLength(3)
    expect(text).toMatch(/^```mermaid\n(---\n[^`]*---\n)?flowchart /m)
    await playground.hears('Copied')
  })
  await playground.openDrawer('Response')
  await expect(details.getByText('HTTP/1.1 200 OK')).toBeVisible()

  await playground.openDrawer('Audit event')
  const audit = await playground.copiedBy(() => details.getByRole('button', { name: 'Copy Audit event' }).click())
  expect(audit).toContain('kind: Event\n')
  expect(audit).toContain('apiVersion: audit.k8s.io/v1\n')
  expect(audit).toMatch(/^user:\n {2}username: system:serviceaccount:default:my-controller\n/m)
  expect(audit).toMatch(/^impersonatedUser:\n {2}username: jane\.doe@example\.com\n/m)
  expect(audit).toMatch(/^authenticationMetadata:\n {2}impersonationConstraint: impersonate:user-info\n/m)
  expect(audit).toMatch(/^verb: list\n/m)
  await expect(details.getByText('impersonationConstraint: impersonate:user-info')).toBeVisible()

  await playground.openDrawer('Metrics')
  const metrics = await playground.copiedBy(() => details.getByRole('button', { name: 'Copy Metrics' }).click())
  expect(metrics).toMatch(/^apiserver_impersonation_attempts_total\{mode="user-info",decision="allowed"\} \+1$/m)
  await test.step('each review as it was sent', async () => {
    await timeline.getByRole('button', { name: 'SubjectAccessReview' }).first().click()
    const review = await playground.copiedBy(() =>
      timeline.getByRole('button', { name: 'Copy SubjectAccessReview of check 1' }).click(),
    )
    expect(review).toContain('apiVersion: authorization.k8s.io/v1\n')
    expect(review).toContain('kind: SubjectAccessReview\n')
    expect(review).toMatch(/verb: impersonate-on:user-info:list\n/)
    expect(review).toMatch(/user: system:serviceaccount:default:my-controller\n/)
    expect(review).toMatch(/allowed: true\n/)
  })
  await test.step('the 403 as the API server words it', async () => {
    await playground.goToScenario({ policy: STEP_1 + STEP_2 })
    await expect(playground.sentence).toContainText('403')
    const response = await playground.copiedBy(() => details.getByRole('button', { name: 'Copy Response' }).click())
    const [head, body] = response.split('\n\n')
    expect(head).toBe('HTTP/1.1 403 Forbidden\nContent-Type: application/json')
    expect(JSON.parse(body ?? '')).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message:
        'pods is forbidden: User "jane.doe@example.com" cannot list resource "pods" in API group "" in the namespace "default"',
      reason: 'Forbidden',
      details: { kind: 'pods' },
      code: 403,
    })
  })
})
