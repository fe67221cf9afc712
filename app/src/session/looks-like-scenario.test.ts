import { readScenarioDocument, writeScenarioDocument } from '@authz-playground/engine/scenario-file'
import { EXAMPLES } from '@authz-playground/examples'
import { describe, expect, it } from 'vitest'
import { looksLikeScenario } from './looks-like-scenario.ts'
import { sharedOf } from './shared.ts'

describe('a scenario document', () => {
  it.each([
    'version: 1\nrequest:\n  kubectl: kubectl get pods\n',
    '# mine\r\n---\r\n"version": 1\r\nrequests: []\r\n',
    '{"version": 1, "request": {"http": "GET /api"}, "policy": "kind: Role"}',
    'version: 99\nrequest: {}\npolicy: |\n  kind: Role\n',
  ])('is recognised in %j', (text) => expect(looksLikeScenario(text)).toBe(true))

  it.each([
    '',
    'kind: Role\nversion: 1\nrequest: {}\n',
    'version: 1\n',
    'spec:\n  version: 1\n  request: x\n',
    '{"spec": {"version": 1, "request": {}}}',
    '{"version": 1, "request":',
    '{"kind": "Role", "version": 1, "request": {}}',
    'versions: 1\nrequested: {}\n',
    'version:1\nrequest:1\n',
    '[1]',
    'null',
  ])('is not seen in %j', (text) => expect(looksLikeScenario(text)).toBe(false))

  it('is recognised in every file that the page saves, and in no policy', () => {
    for (const example of EXAMPLES) {
      const text = writeScenarioDocument(sharedOf({ scenario: example.scenario }, example).document)
      expect(looksLikeScenario(text), example.id).toBe(true)
      expect(looksLikeScenario(JSON.stringify(readScenarioDocument(text).document)), example.id).toBe(false)
      expect(looksLikeScenario(example.scenario.policy), example.id).toBe(false)
    }
  })
})
