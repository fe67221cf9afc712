import { describe, expect, it } from 'vitest'
import { runArguments, SCENARIO_TEXT, VECTOR } from './testing.ts'

describe('replay', () => {
  it('prints a script for the scenario of a file', async () => {
    const { status, out, err } = await runArguments(['replay', 's.yaml'], { 's.yaml': SCENARIO_TEXT })
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toMatch(/^#!\/usr\/bin\/env bash\n# The deputy lists pods\n/)
    expect(out).toMatch(/^# {3}- ClusterRole as-jane$/m)
    expect(out.match(/^review /gm)).toHaveLength(3)
    expect(out).toMatch(/as_requestor get --raw=\/api\/v1\/namespaces\/prod\/pods --as=jane/)
  })

  it('prints one for a scenario in words, under the settings of flags', async () => {
    const words = ['--user', 'jane', '--request', 'GET /api/v1/pods', '--kubernetes-version', '1.35']
    const { status, out } = await runArguments(['replay', ...words])
    expect(status).toBe(0)
    expect(out).toMatch(/^expect_version 1\.35$/m)
  })

  it.each([
    ['two files', ['s.yaml', 's.yaml'], 'replay s.yaml: error: A script replays one scenario. Name one file.'],
    ['a vectors file', ['v.ndjson'], 'v.ndjson: error: This is a vectors file'],
    ['a document that cannot be read', ['bad.yaml'], 'bad.yaml:2:1: error: “requester” is not a field'],
    ['a policy that was not understood', ['partly.yaml'], 'partly.yaml:'],
  ])('prints none for %s', async (_, args, said) => {
    const files = {
      's.yaml': SCENARIO_TEXT,
      'v.ndjson': JSON.stringify(VECTOR),
      'bad.yaml': 'version: 1\nrequester: {username: a}\nrequest: {http: GET /}\nrequestor: {username: a}\n',
      'partly.yaml': SCENARIO_TEXT.replace('kind: ClusterRole\n', 'kind: ClusterRule\n').replace('verbs:', 'verb:'),
    }
    const { status, out, err } = await runArguments(['replay', ...args], files)
    expect(err).toContain(said.replace('replay s.yaml', 's.yaml'))
    expect([status, out]).toEqual([2, ''])
  })
})
