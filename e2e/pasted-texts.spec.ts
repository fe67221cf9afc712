import type { Page } from '@playwright/test'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

/** One role, which nearly grants what the texts ask for. */
const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: controller}
rules:
  - apiGroups: [""]
    resources: ["pods"]
    verbs: ["get"]
  - apiGroups: ["rbac.authorization.k8s.io"]
    resources: ["clusterroles"]
    verbs: ["create"]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: controller}
subjects: [{kind: User, name: dana, apiGroup: rbac.authorization.k8s.io}]
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: controller}
`

const refused = (verb: string) =>
  `pods is forbidden: User "dana" cannot ${verb} resource "pods" in API group "" in the namespace "prod"`

const EVENT = {
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  stage: 'ResponseComplete',
  auditID: 'a1',
  requestURI: '/api/v1/namespaces/prod/pods/web',
  verb: 'delete',
  user: { username: 'dana', groups: ['system:authenticated'] },
  objectRef: { resource: 'pods', namespace: 'prod', name: 'web', apiVersion: 'v1' },
  responseStatus: { code: 403, message: refused('delete').replace('pods is', 'pods "web" is') },
  annotations: { 'authorization.k8s.io/decision': 'forbid', 'authorization.k8s.io/reason': '' },
}

/** A text, and the beginning of the sentence that answers it. */
const TEXTS: Readonly<Record<string, readonly [string, string | RegExp]>> = {
  'a plain 403': [refused('list'), '403: dana may not list pods in namespace prod'],
  'a 403 that a terminal wrapped': [
    `│ Error: pods is forbidden: User\n│ "dana" cannot watch resource "pods" in API\n│ group "" in the namespace "prod"\n`,
    '403: dana may not watch pods in namespace prod',
  ],
  'a Status': [
    JSON.stringify({ kind: 'Status', apiVersion: 'v1', message: refused('create'), reason: 'Forbidden', code: 403 }),
    '403: dana may not create pods in namespace prod',
  ],
  'a 403 of the impersonation filter': [
    'users "eve" is forbidden: User "dana" cannot impersonate resource "users" in API group "" at the cluster scope',
    /No: dana may not impersonate/,
  ],
  'a write that grants too much': [
    'clusterroles.rbac.authorization.k8s.io "web" is forbidden: user "dana" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:["apps"], Resources:["deployments"], Verbs:["get"]}',
    /403: dana may create clusterroles.* but not this one/,
  ],
  'a signer that admission refused': [
    'certificatesigningrequests.certificates.k8s.io "c" is forbidden: user not permitted to approve requests with signerName "example.com/web"',
    'No: dana may not approve signers.certificates.k8s.io named example.com/web',
  ],
  'the admission of OpenShift': [
    'pods "web" is forbidden: unable to validate against any security context constraint: [provider "anyuid": Forbidden: not usable by user or serviceaccount]',
    'No: dana may not use securitycontextconstraints.security.openshift.io',
  ],
  'an event in the wrapper of AKS': [
    JSON.stringify({ category: 'kube-audit', properties: { log: JSON.stringify(EVENT), stream: 'stdout' } }),
    '403: dana may not delete pods named web in namespace prod',
  ],
  'a kubectl command': ['$ kubectl get secrets -n prod', '403: dana may not list secrets in namespace prod'],
  'whoami and a 403': [
    `ATTRIBUTE   VALUE\nUsername    dana\nGroups      [oncall system:authenticated]\n\n${refused('patch')}\n`,
    '403: dana may not patch pods in namespace prod',
  ],
}

async function openDebug({ page, playground }: { page: Page; playground: PlaygroundPage }, isPhone: boolean) {
  await playground.open()
  if (isPhone) await page.getByRole('button', { name: 'Menu' }).click()
  await page
    .getByRole('button', { name: 'Debug', exact: true })
    .or(page.getByRole('radio', { name: 'Debug' }))
    .click()
}

/** Pastes a text; its sentence and a change that would allow it follow. */
async function expectAnswered({ page, playground }: { page: Page; playground: PlaygroundPage }, kind: string) {
  const [text = '', sentence = ''] = TEXTS[kind] ?? []
  await test.step(kind, async () => {
    await page.getByRole('textbox', { name: 'Paste anything' }).focus()
    await playground.paste(text)
    await expect(playground.sentence).toContainText(sentence)
    await expect(playground.answer.getByRole('button', { name: /^(?:Add|Bind|Change|Mend)\b/ }).first()).toBeVisible()
  })
}

test.describe('at 1280×720', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test('each kind of text has its answer and a change, one paste after the other', async ({ page, playground }) => {
    await openDebug({ page, playground }, false)
    await page.getByRole('textbox', { name: 'Paste anything' }).focus()
    await playground.paste(POLICY)
    await test.step('the example’s requestor does not ask under it', async () => {
      await page.getByRole('textbox', { name: 'Paste anything' }).focus()
      await playground.paste('kubectl get pods -n prod')
      await expect(page.getByRole('status', { name: 'What was pasted' })).toContainText('enter who asks')
      await expect(playground.policyText).toContainText('name: controller')
    })
    for (const kind of Object.keys(TEXTS)) await expectAnswered({ page, playground }, kind)
    // The groups that whoami named are those who ask.
    await expect(page.getByRole('main')).toContainText('oncall')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('an untouched example gives way, and the texts have their answers', async ({ page, playground }) => {
    await openDebug({ page, playground }, true)
    await page.getByRole('textbox', { name: 'Paste anything' }).focus()
    await playground.paste('kubectl get pods -n prod')
    const said = page.getByRole('status', { name: 'What was pasted' })
    await expect(said).toContainText('the example gave way, and there is no policy yet')
    await page.getByRole('textbox', { name: 'Paste anything' }).focus()
    await playground.paste(POLICY)
    for (const kind of Object.keys(TEXTS)) await expectAnswered({ page, playground }, kind)
    await test.step('what its change changes comes into view', async () => {
      await playground.answer.getByRole('button', { name: /^(?:Other ways \(|What it changes)/ }).click()
      await expect(page.getByRole('button', { name: /^What would do it/, expanded: true })).toBeInViewport({ ratio: 1 })
    })
  })
})
