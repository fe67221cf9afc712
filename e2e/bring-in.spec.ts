import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { openFiles, written } from './support/files.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import { expect, test } from './support/test.ts'

const MESSAGE = 'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "prod"'

const EVENT = {
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  level: 'Metadata',
  auditID: 'a1',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/namespaces/prod/pods?limit=500',
  verb: 'list',
  user: { username: 'deputy', groups: ['ops', 'system:authenticated'] },
  impersonatedUser: { username: 'jane', groups: ['devs', 'system:authenticated'] },
  authenticationMetadata: { impersonationConstraint: 'impersonate:user-info' },
  objectRef: { resource: 'pods', namespace: 'prod', apiVersion: 'v1' },
  responseStatus: { metadata: {}, status: 'Failure', message: MESSAGE, reason: 'Forbidden', code: 403 },
  annotations: { 'authorization.k8s.io/decision': 'forbid', 'authorization.k8s.io/reason': '' },
}

const ALLOWED = {
  ...EVENT,
  auditID: 'a2',
  requestURI: '/api/v1/nodes',
  objectRef: { resource: 'nodes', apiVersion: 'v1' },
  responseStatus: { metadata: {}, code: 200 },
  annotations: {
    'authorization.k8s.io/decision': 'allow',
    'authorization.k8s.io/reason':
      'RBAC: allowed by ClusterRoleBinding "see-nodes" of ClusterRole "node-viewer" to User "jane"',
  },
}

const dialogIn = (page: Page): Locator => page.getByRole('dialog', { name: 'What the cluster said' })
const noteIn = (page: Page, source: string): Locator => page.getByRole('region', { name: `Filled from ${source}` })

test('a 403 message fills the request, and the note lists what is missing', async ({ page, playground }) => {
  await playground.open()
  await page.getByRole('button', { name: 'From a cluster' }).click()
  const dialog = dialogIn(page)
  await expectAccessible(page, 'dialog')
  await dialog.getByRole('textbox', { name: 'What the cluster said' }).fill(`Error from server (Forbidden): ${MESSAGE}`)
  await expect(dialog.getByText('From a 403 message: jane, list pods in namespace prod, 403.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fill the request' }).click()
  const note = noteIn(page, 'a 403 message')
  await expect(note).toBeVisible()
  await expect(playground.sentence).toContainText('403: jane may not list pods in namespace prod')
  // The example’s policy is not the cluster’s, so nothing is compared with it.
  await expect(note).not.toContainText('the playground')
  await note.getByText('Not reported: ').click()
  await expect(note.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)

  await note.getByRole('button', { name: 'Go to the requestor' }).click()
  await expect(page.getByRole('combobox', { name: 'Who asks' })).toBeFocused()
  expect((await playground.textOf(playground.policyText)).trim()).toBe('')

  await page.keyboard.press('Escape')
  await note.getByRole('button', { name: 'Close this note' }).click()
  await expect(note).toBeHidden()
})

test('an audit event that is pasted into the request is read at once, and undo goes back', async ({
  page,
  playground,
}) => {
  await playground.open()
  const before = await playground.sentence.textContent()
  await playground.showForm('HTTP')
  const http = playground.request.getByRole('textbox', { name: 'HTTP request' })
  await playground.readyToWrite(http)
  await http.focus()
  await playground.paste(JSON.stringify(EVENT, undefined, 2))
  const note = noteIn(page, 'an audit event')
  await expect(note).toBeVisible()
  expect(await playground.textOf(http)).toBe(
    'GET /api/v1/namespaces/prod/pods?limit=500 HTTP/1.1\nImpersonate-User: jane\nImpersonate-Group: devs\n',
  )
  await expect(note).not.toContainText('the playground')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(playground.sentence).toHaveText(before ?? '')
  await expect(note).toBeHidden()
})

test('a request whose object is not named is decided as its check', async ({ page, playground }) => {
  await playground.open()
  await page.getByRole('button', { name: 'From a cluster' }).click()
  const said = dialogIn(page).getByRole('textbox', { name: 'What the cluster said' })
  await said.fill('Forbidden (user=kim, verb=get, resource=nodes, subresource(s)=[proxy])')
  await dialogIn(page).getByRole('button', { name: 'Fill the request' }).click()
  const note = noteIn(page, 'a 403 message')
  await expect(playground.sentence).toContainText('No: kim may not get nodes/proxy cluster-wide')
  await note.getByText('Not reported').click()
  await expect(note).toContainText('The text does not name the object of get nodes.')
})

test('one check of the impersonation filter is decided as the check that it is', async ({ page, playground }) => {
  await playground.open()
  await page.getByRole('button', { name: 'From a cluster' }).click()
  const said = dialogIn(page).getByRole('textbox', { name: 'What the cluster said' })
  await said.fill(MESSAGE.replace('list', 'impersonate-on:user-info:list'))
  await dialogIn(page).getByRole('button', { name: 'Fill the request' }).click()
  await expect(playground.sentence).toContainText('No: jane may not use impersonate-on:user-info:list on pods')
  await expect(noteIn(page, 'a 403 message')).toContainText('The text reports one check of the impersonation filter')
})

test('of the events of a file one is chosen, and a rule that is missing here is named', async ({
  page,
  playground,
}) => {
  const lines = [EVENT, ALLOWED].map((event) => JSON.stringify(event)).join('\n')
  const paths = await written({ 'audit.log': lines })
  await playground.open()
  await page.getByRole('button', { name: 'From a cluster' }).click()
  const dialog = dialogIn(page)
  await openFiles(page, dialog.getByRole('button', { name: 'Choose files' }), paths)
  await expect(dialog.getByText('2 requests, 1 of them refused. Choose one.')).toBeVisible()
  const requests = dialog.getByRole('list', { name: 'Requests' }).getByRole('button')
  await expect(requests).toHaveCount(2)
  await expectAccessible(page, 'dialog')
  await dialog.getByRole('checkbox', { name: 'Only refused requests' }).check()
  await expect(requests).toHaveCount(1)
  await dialog.getByRole('checkbox', { name: 'Only refused requests' }).uncheck()
  await requests.filter({ hasText: 'nodes' }).click()
  const note = noteIn(page, 'an audit event')
  await expect(note.getByRole('status')).toContainText('The cluster answered “allowed”, the playground 403.')
  await expect(note.getByRole('status')).toContainText('kubectl get clusterrolebinding see-nodes -o yaml')
})

test('what tells nothing gets a reason, and fills nothing', async ({ page, playground }) => {
  await playground.open()
  await page.getByRole('button', { name: 'From a cluster' }).click()
  const dialog = dialogIn(page)
  await dialog
    .getByRole('textbox', { name: 'What the cluster said' })
    .fill('pods "web" is forbidden: exceeded quota: q')
  await expect(dialog.getByRole('status')).toContainText('ResourceQuota refused this request')
  await expect(dialog.getByRole('button', { name: 'Fill the request' })).toBeDisabled()
})

test('dialog and note fit a phone', async ({ page, playground }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await playground.open()
  await page.getByRole('button', { name: 'From a cluster' }).click()
  await dialogIn(page).getByRole('textbox', { name: 'What the cluster said' }).fill(JSON.stringify(EVENT))
  await expectNoSidewaysScrolling(page)
  await dialogIn(page).getByRole('button', { name: 'Fill the request' }).click()
  await expect(noteIn(page, 'an audit event')).toBeVisible()
  await expectNoSidewaysScrolling(page)
})
