import { describe, expect, it } from 'vitest'
import { looksLikeScenario } from './looks-like-scenario.ts'

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
})
