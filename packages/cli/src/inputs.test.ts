import { readLinkHash, writeScenarioDocument } from '@authz-playground/engine/documents'
import { describe, expect, it } from 'vitest'
import { runArguments } from './testing.ts'

const READS_AS = `design: reads-as
title: One verb, for reading
steps:
  R1: {is: 'impersonatedRequest.verb in ["get", "list", "watch"]', label: 'Does it only read?', cannot: act-as counts for reading alone}
  V: {stage: identity, ask: {verb: act-as, about: [target, groups, uid, extras], apiGroup: authentication.k8s.io}}
decide: {all: [R1, V]}
become: {groups: nodes, constraint: identity-verb, audit: authenticationMetadata}
readings:
  - id: verb
    text: Which verb?
    options:
      - {id: act-as, reading: act-as.}
      - {id: impersonate, reading: impersonate., change: {V.ask.verb: impersonate}}
`

/** ctl may do all that any of the designs asks for, and jane may list pods. */
const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: as}
rules:
- {apiGroups: ["*"], resources: ["*"], verbs: [act-as, impersonate, "impersonate:user-info", "impersonate-on:list", "impersonate-on:user-info:list"]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: as}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as}
subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: ctl}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: lister}
rules:
- {apiGroups: [""], resources: [pods], verbs: [list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: jane}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: lister}
subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: jane}]
`

const asJane = (...words: readonly string[]) =>
  [
    '--policy',
    'p.yaml',
    '--user',
    'ctl',
    '--request',
    'GET /api/v1/namespaces/prod/pods',
    '--as',
    'jane',
    ...words,
  ] as const

interface Printed {
  readonly answers: readonly {
    readonly code: number
    readonly checks: readonly { readonly verb: string; readonly apiGroup?: string }[]
  }[]
}

describe('a design in a file', () => {
  it('decides', async () => {
    const files = { 'p.yaml': POLICY, 'd.yaml': READS_AS }
    const { out, err, status } = await runArguments(['run', '--design', 'd.yaml', ...asJane()], files)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toContain('Impersonation was allowed by act-as after one check.')
  })

  it('has readings that are chosen', async () => {
    const files = { 'p.yaml': POLICY, 'd.yaml': READS_AS }
    const chosen = ['--assume', 'reads-as/verb=impersonate', '-o', 'json']
    const { out } = await runArguments(['run', '--design', 'd.yaml', ...chosen, ...asJane()], files)
    const [answer] = (JSON.parse(out) as Printed).answers
    expect(answer?.checks.map(({ verb }) => verb)).toEqual(['impersonate', 'list'])
  })

  it('is explained, and drawn', async () => {
    const files = { 'p.yaml': POLICY.replace('act-as, ', ''), 'd.yaml': READS_AS }
    const explained = await runArguments(['explain', '--design', 'd.yaml', ...asJane()], files)
    expect(explained.out).toContain('no rule grants act-as on users.authentication.k8s.io named jane')
    const scenario = `version: 2\nrequestor: {username: ctl}\nrequest: {http: "GET /api/v1/pods HTTP/1.1\\nImpersonate-User: jane"}\n`
    const drawn = await runArguments(['render', '--design', 'd.yaml', '-o', 'mermaid', 's.yaml'], {
      ...files,
      's.yaml': scenario,
    })
    expect(drawn.out).toContain('Does it only read?')
  })

  it('with a mistake decides nothing: its line is said', async () => {
    const files = { 'p.yaml': POLICY, 'd.yaml': 'design: x\nfrom: constraned\n' }
    const { out, err, status } = await runArguments(['run', '--design', 'd.yaml', ...asJane()], files)
    expect([status, out]).toEqual([2, ''])
    expect(err).toContain(
      'd.yaml:2:7: error: No design that can be begun with is called “constraned”. Did you mean “constrained”?',
    )
  })

  it('refuses by a guard: its reason is said whole, and that nothing was asked', async () => {
    const guard = `G: {is: '"x.io/a" in request.user.extra', cannot: "a claim is missing: x.io/a"}`
    const text = `design: x\nsteps: {${guard}, V: {ask: {verb: be, about: [target, groups, uid, extras]}}}\ndecide: {all: [G, V]}\n`
    const out = async (design: string) => {
      const files = { 'p.yaml': POLICY, 'd.yaml': design }
      return (await runArguments(['run', '--design', 'd.yaml', ...asJane()], files)).out
    }
    expect(await out(text)).toContain(' as jane: a claim is missing: x.io/a.\nNo check was made.\n')
    // A condition without a value is not false: its error is said.
    const withoutValue = text.replace('"x.io/a" in request.user.extra', '"a" in request.user.extra["x.io/a"]')
    expect(await out(withoutValue)).toContain('has no value: field not found: x.io/a.\nNo check')
  })

  it('with a doubt decides, and says it', async () => {
    const text = 'design: x\nsteps: {V: {ask: {verb: be, about: groups}}}\ndecide: {all: [V]}\n'
    const { err, status } = await runArguments(['run', '--design', 'd.yaml', ...asJane()], {
      'p.yaml': POLICY,
      'd.yaml': text,
    })
    expect([status, err]).toEqual([
      0,
      expect.stringContaining('d.yaml:3:9: warning: Nothing is asked on one of the ways'),
    ])
  })

  it('is no scenario', async () => {
    const { err, status } = await runArguments(['run', 'd.yaml'], { 'd.yaml': READS_AS })
    expect([status, err]).toEqual([
      2,
      expect.stringContaining('d.yaml: error: This file has a design, and no request.'),
    ])
  })

  it('is refused where a command takes none', async () => {
    const files = { 'p.yaml': POLICY, 'd.yaml': READS_AS }
    const lint = await runArguments(['lint', '--design', 'd.yaml', 'p.yaml'], files)
    expect([lint.status, lint.err]).toEqual([2, expect.stringContaining('This command takes no file with a design.')])
  })

  it('is in a link and in a page with its text, and decides there', async () => {
    const files = { 'p.yaml': POLICY, 'd.yaml': READS_AS }
    const link = await runArguments(
      ['link', '--base', 'https://example.org/', '--design', 'd.yaml', ...asJane()],
      files,
    )
    const read = await readLinkHash(link.out.trim().slice('https://example.org/'.length))
    const scenario = 'document' in read ? read.document.scenario : undefined
    expect([link.status, scenario?.design, scenario?.designText]).toEqual([0, 'own', READS_AS])
    const { out } = await runArguments(['run', 's.yaml'], {
      's.yaml':
        scenario === undefined ? '' : writeScenarioDocument({ title: '', explanation: '', expect: [], scenario }),
    })
    expect(out).toContain('Impersonation was allowed by act-as after one check.')
  })
})

describe('check judges a design', () => {
  const check = (text: string, ...words: readonly string[]) =>
    runArguments(['check', ...words, 'd.yaml'], { 'd.yaml': text })

  it('that is right: how large it is, and what it costs at most', async () => {
    const { out, err, status } = await check(READS_AS)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toBe(`right: d.yaml
  “One verb, for reading”: 2 steps, no modes, 1 open point with 2 combinations of readings.
  Before the request itself, which is one review more:
  For any target: at most 1 review, and 1 for each group and each value of an extra, 1 for the UID.
1 of 1 design is right
`)
  })

  it('with mistakes: each at its line and column', async () => {
    const { out, err, status } = await check('design: x\nfrom: legacy\nbecom: {}\ndecide: M\n')
    expect({ status, err }).toEqual({ status: 1, err: '' })
    expect(out).toBe(`not a design yet: d.yaml
  d.yaml:3:8: “becom” is not a field of a design. Did you mean “become”?
  d.yaml:4:9: There is no step “M”. The steps are U, G, X, I.
0 of 1 design is right
`)
  })

  it('with doubts: it is right, and they are warnings', async () => {
    const { out, err, status } = await check(`${READS_AS}target: {called: {user: x}}\n`)
    expect([status, err]).toEqual([
      0,
      expect.stringContaining('d.yaml:14:18: warning: “target.called” changes nothing'),
    ])
    expect(out).toContain('1 of 1 design is right')
  })

  it('of a folder, beside goals whose policy it is not', async () => {
    const goals = 'version: 2\ngoals:\n  - ctl cannot get secrets anywhere\n'
    const files = { 'f/p.yaml': POLICY, 'f/reads-as.design.yaml': READS_AS, 'f/goals.yaml': goals }
    const { out, err, status } = await runArguments(['check', 'f'], files)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toContain('1 of 1 goal holds, 1 of 1 design is right\n')
  })

  it('of a file with two: a second one is a mistake', async () => {
    const { out, status } = await check('design: a\nfrom: legacy\n---\ndesign: b\nfrom: legacy\n')
    expect([status, out]).toEqual([1, expect.stringContaining('d.yaml:4:1: A file contains one design')])
  })

  it('by the name of its file, too, whatever is in it', async () => {
    const { out, status } = await runArguments(['check', 'x.design.yaml'], { 'x.design.yaml': 'title: x\n' })
    expect([status, out]).toEqual([1, expect.stringContaining('x.design.yaml:1:1: “design” is missing.')])
  })

  it('in JSON on one line, which is no vectors file', async () => {
    const { out, status } = await runArguments(['check', 'd.json'], { 'd.json': '{"design":"x","from":"legacy"}' })
    expect([status, out]).toEqual([0, expect.stringContaining('right: d.json')])
  })

  it('in TAP and JUnit', async () => {
    const wrong = READS_AS.replace('[R1, V]', '[R1, W1]')
    expect((await check(wrong, '-o', 'tap')).out).toContain('not ok 1 - d.yaml\n  ---\n  message: |\n    d.yaml:6:20: ')
    expect((await check(wrong, '-o', 'junit')).out).toContain(
      '<testsuite name="d.yaml" tests="1" failures="1" errors="0">',
    )
  })
})

describe('a text of a million line breaks', () => {
  // What is quadratic takes longer than a test may.
  it.each([
    ['check', '\r'],
    ['check', '\n'],
    ['lint', '\r'],
    ['lint', '\n'],
  ])('is read by %s, where they are %j', async (command, lineBreak) => {
    const goals = `goals:\n${lineBreak.repeat(1_000_000)}- at most 3 rules\n`
    const { status, err, out } = await runArguments([command, 'g.yaml'], { 'g.yaml': goals })
    expect((err + out).split('\n')[0]).toMatch(/^g\.yaml/)
    expect(status).toBeGreaterThan(0)
  })
})
