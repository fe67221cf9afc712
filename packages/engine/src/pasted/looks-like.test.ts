import { describe, expect, it } from 'vitest'
import { looksLikeDesign, looksLikeScenario } from './looks-like.ts'

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
    '{"version": 1, "spec": {"request": {}}}',
    '{"version": 1, "toString": {}}',
    '{"kind": "Role", "version": 1, "request": {}}',
    'versions: 1\nrequested: {}\n',
    'version:1\nrequest:1\n',
    '[1]',
    'null',
  ])('is not seen in %j', (text) => expect(looksLikeScenario(text)).toBe(false))
})

describe('a design as a text', () => {
  it.each([
    'design: mine\nfrom: constrained\n',
    '# mine\r\n---\r\n"design": mine\r\nsteps: {}\r\n',
    'title: Mine\ndecide: {all: [A]}\ndesign: mine\n',
    '{"design": "mine", "decide": {"all": ["A"]}}',
  ])('is recognised in %j', (text) => expect(looksLikeDesign(text)).toBe(true))

  it.each([
    '',
    'design: mine\n',
    'from: constrained\n',
    'version: 2\ndesign: legacy\nrequest: {}\nfrom: x\n',
    'design: legacy\ngoals: []\nsteps: {}\n',
    'kind: Role\ndesign: a\nsteps: {}\n',
    'spec:\n  design: a\n  from: b\n',
    '{"design": "mine", "from":',
    '[1]',
  ])('is not seen in %j', (text) => expect(looksLikeDesign(text)).toBe(false))
})
