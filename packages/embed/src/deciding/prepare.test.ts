import type { Scenario } from '@authz-playground/engine'
import { expect, it } from 'vitest'
import { prepareScenarios } from './prepare.ts'

const SCENARIO: Scenario = {
  version: 2,
  design: 'own',
  policy: '',
  request: { form: 'http', text: 'GET /healthz HTTP/1.1\nImpersonate-User: jane' },
  requestor: { username: 'ctl' },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
}

it('decides by the design of the scenario’s text, whose mistakes have their lines', async () => {
  const prepare = prepareScenarios()
  const ready = await prepare({ ...SCENARIO, designText: 'design: mine\ntitle: Mine\nfrom: legacy\n' })
  const decided = 'decide' in ready ? ready.decide() : undefined
  expect([decided?.state, decided?.design.title, decided?.trace?.outcome.code]).toEqual(['decided', 'Mine', 403])
  const wrong = await prepare({ ...SCENARIO, designText: 'design: mine\nfrom: legasy\n' })
  const errors = 'decide' in wrong ? wrong.decide().errors : []
  expect(errors.map(({ range }) => [range.source, range.line])).toEqual([['designText', 2]])
})

it('knows no design where the text of one’s own is missing, nor one of another name', async () => {
  const prepare = prepareScenarios()
  expect(await prepare(SCENARIO)).toEqual({ problems: [expect.stringMatching(/^Unknown design “own”/)] })
  expect(await prepare({ ...SCENARIO, design: 'none' })).toEqual({
    problems: [expect.stringMatching(/^Unknown design “none”/)],
  })
})
