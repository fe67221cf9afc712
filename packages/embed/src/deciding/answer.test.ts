import type { Scenario } from '@authz-playground/engine'
import { expect, it } from 'vitest'
import { scenarioAnswerer } from './answer.ts'

const SCENARIO: Scenario = {
  version: 2,
  design: 'own',
  designText: 'design: mine\ntitle: Mine\nfrom: legacy\n',
  policy: '',
  request: { form: 'http', text: 'GET /healthz HTTP/1.1\nImpersonate-User: jane' },
  requestor: { username: 'ctl' },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
}

it('says whose design decided, and nothing of the kind about those of the playground', async () => {
  const answer = scenarioAnswerer()
  const own = await answer(SCENARIO)
  expect(own).toMatchObject({
    state: 'decided',
    ofDesign: 'Decided by “Mine”, a design in a text: neither Kubernetes nor a KEP has it.',
  })
  expect(await answer({ ...SCENARIO, design: 'legacy' })).not.toHaveProperty('ofDesign')
})
