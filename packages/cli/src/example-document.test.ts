import { describe, expect, it } from 'vitest'
import { runArguments } from './testing.ts'

const CLAIM = `version: 1
title: Who may list as jane
quote: impersonate is one verb
source: kep
section: Summary
verdict: {kind: holds, sentence: "It answers {alone} alone."}
requestor: {username: root, groups: [system:masters]}
request: {http: "GET /api/v1/pods HTTP/1.1\\nImpersonate-User: jane"}
cases:
  alone:
    shows: without rules
    results:
      legacy: "403: 1 + 1"
      constrained: "403: 1 + 1"
`

const INTENT = `version: 1
title: The deputy may list pods as jane
sentence: And nothing else.
authorizationModes: [RBAC]
requestor: {username: deputy}
wanted:
- what: list pods as jane
  verb: list
  resource: {group: "", version: v1, resource: pods, kind: Pod}
  namespace: prod
  name: ""
  as: {username: jane, groups: []}
meant:
- {verbs: [list], resource: pods, namespace: prod, as: {users: [jane]}}
ways:
- designs: [legacy]
  policy: |
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata: {name: as-jane}
    rules:
    - {apiGroups: [""], resources: [users], verbs: [impersonate], resourceNames: [jane]}
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRoleBinding
    metadata: {name: as-jane}
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as-jane}
    subjects: [{kind: User, name: deputy, apiGroup: rbac.authorization.k8s.io}]
- designs: [constrained]
  cannot: It is not said here.
`

const check = (files: Readonly<Record<string, string>>) => runArguments(['check', ...Object.keys(files)], files)

describe('check', () => {
  it('compares the results of a claim, each at its line', async () => {
    const { out, err, status } = await check({ 'claim.yaml': CLAIM })
    expect([status, err]).toEqual([1, ''])
    expect(out).toContain('not as expected: claim.yaml:14:20 alone in constrained\n  result\n')
    expect(out).toContain('1 of 2 expectations hold\n')
    const more = await check({ 'claim.yaml': `${CLAIM}    expect: [{design: legacy, code: 200}]\n` })
    expect(more.out).toContain('not as expected: claim.yaml:15:14 legacy\n  code\n    expected 200\n    found    403\n')
  })

  it('compares an intent with what its rules let through, and whether its limits are right', async () => {
    const { out, err, status } = await check({ 'intent.yaml': INTENT })
    expect([status, err]).toEqual([1, ''])
    expect(out).toBe(`not as expected: intent.yaml:16:13 legacy
  says it
    expected "exactly"
    found    "too widely"
2 of 3 expectations hold
`)
    const said = INTENT.replace('[legacy]\n', '[legacy]\n  limit: It has no place for an action.\n')
    expect((await check({ 'intent.yaml': said })).out).toBe('3 of 3 expectations hold\n')
    const short = INTENT.replace('resourceNames: [jane]', 'resourceNames: [bob]')
    expect((await check({ 'intent.yaml': short })).out).toContain(
      'list pods as jane\n    expected 200\n    found    403\n',
    )
  })

  it('reports mistakes of both with their lines', async () => {
    const { err, status } = await check({
      'claim.yaml': CLAIM.replace('source: kep', 'source: kap').replace('legacy:', 'legcy:'),
      'intent.yaml': INTENT.replace('sentence', 'sentance'),
    })
    expect(status).toBe(2)
    expect(err).toContain('claim.yaml:4:9: error: There is no source “kap”.')
    expect(err).toContain('claim.yaml:13:14: error: Unknown design “legcy”. Did you mean “legacy”?')
    expect(err).toContain('intent.yaml:3:1: error: ')
  })
})
