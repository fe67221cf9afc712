import { FIRST } from '@authz-playground/examples/first'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import '../../../ui/tokens.css'
import '../../../ui/reset.css'
import { playground, showAudience, takePasted, workerApi } from '../../../session/index.ts'
import { RequestPane } from '../RequestPane.tsx'

/** The audit event of a request that the impersonation filter refused: a kube-apiserver does not write as whom it asked. */
const EVENT = {
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  level: 'Metadata',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/namespaces/prod/pods',
  verb: 'list',
  user: { username: 'jane', groups: ['system:authenticated'] },
  objectRef: { resource: 'pods', namespace: 'prod', apiVersion: 'v1' },
  responseStatus: {
    status: 'Failure',
    reason: 'Forbidden',
    code: 403,
    message:
      'pods is forbidden: User "jane" cannot impersonate-on:user-info:list resource "pods" in API group "" in the namespace "prod"',
  },
}

beforeEach(() => {
  void workerApi()
  showAudience('debug')
  playground.getState().open({ scenario: FIRST.scenario, exampleId: FIRST.id })
})
afterEach(cleanup)

const answer = () => {
  const { answer: now, answered, scenario } = playground.getState()
  return answered === scenario ? now : undefined
}

it('a request whose target the cluster did not report is decided once its name is written where the note leads', async () => {
  await render(<RequestPane />)
  await takePasted(JSON.stringify(EVENT))
  const note = page.getByRole('region', { name: 'Filled from an audit event' })
  const missing = note.getByText('The text does not name the impersonated user. Write the name after Impersonate-User')
  await expect.element(missing).toBeVisible()
  await expect.poll(() => answer()?.state).toBe('not-decided')

  await note.getByRole('button', { name: 'Go to the headers' }).first().click()
  await expect.element(page.getByRole('textbox', { name: 'HTTP request' })).toHaveFocus()
  await userEvent.keyboard(': alice')
  await expect.poll(() => answer()?.state).toBe('decided')
  expect(playground.getState().scenario.request.text).toContain('\nImpersonate-User: alice\n')
})
