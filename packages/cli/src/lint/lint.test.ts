import { describe, expect, it } from 'vitest'
import { runArguments } from '../testing.ts'
import { SARIF, violations } from './sarif-schema.ts'

const VERSION = 'apiVersion: rbac.authorization.k8s.io/v1'
const GOOD = `${VERSION}
kind: ClusterRole
metadata: { name: reader }
rules:
  - apiGroups: [""]
    resources: [pods] # all of them
    verbs: [get, list]
`
const BAD = GOOD.replace('[pods]', '[pod]').replace('[get, list]', '["get, list", delte]')
const BINDING = `${VERSION}
kind: ClusterRoleBinding
metadata: { name: readers }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader }
subjects: [{ apiGroup: rbac.authorization.k8s.io, kind: User, name: jane }]
`
const FILES = {
  'rbac/role.yaml': GOOD,
  'rbac/binding.yaml': BINDING,
  'bad/role.yaml': BAD,
  'bad/Ö und %.yaml': `# 𝒜\n${BAD.replace('name: reader', 'name: other')}`,
  'note.yaml': `${GOOD}  - apiGroups: [""]\n    resources: [pods]\n    verbs: [get]\n`,
  'refused.yaml': GOOD.replace('    verbs: [get, list]\n', ''),
}

const lint = (...args: string[]) => runArguments(['lint', ...args], FILES)

describe('lint', () => {
  it('ends with 0 where nothing is wrong; files of one run may refer to each other', async () => {
    expect(await lint('rbac/')).toMatchObject({ status: 0, err: '', out: 'Nothing was found in 2 files.\n' })
  })

  it.each(['role.json', 'role.yaml'])('reads objects that are JSON on one line, in %s', async (name) => {
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reader' } }
    const rules = [{ apiGroups: [''], resources: ['pod'], verbs: ['get'] }]
    const list = { apiVersion: 'v1', kind: 'List', items: [{ ...role, rules }] }
    for (const object of [{ ...role, rules }, list]) {
      const { out, status } = await runArguments(['lint', name], { [name]: JSON.stringify(object) })
      expect(out).toContain('misspelt-resource')
      expect(status).toBe(1)
    }
  })

  it('warns of a role in no file, as every other command does', async () => {
    const { status, out } = await lint('rbac/binding.yaml')
    expect(status).toBe(1)
    expect(out).toContain(
      'rbac/binding.yaml:4:74: warning: role-not-found: There is no ClusterRole “reader” in this text',
    )
  })

  it('prints place, rule, message and fix, and ends with 1', async () => {
    expect(await lint('bad/role.yaml')).toMatchObject({
      status: 1,
      out: `bad/role.yaml:6:17: warning: misspelt-resource: “pod” is the singular; rules name the plural in lower case.
  Write “pods”. (--fix)
bad/role.yaml:7:13: warning: several-values-in-one: “get, list” is one verb for the API server, and matches nothing.
  Write each verb as a value of its own. (--fix)
bad/role.yaml:7:26: warning: misspelt-verb: No request has the verb “delte”.
  Did you mean “delete”? (--fix)
3 warnings in 1 file.
`,
    })
  })

  it('reads standard input', async () => {
    const { status, out } = await runArguments(['lint', '-'], {}, { stdin: BAD })
    expect([status, out.split('\n')[0]]).toEqual([1, expect.stringMatching(/^stdin:6:17: warning: misspelt-resource/)])
  })

  it('ends with 0 for notes, and takes severities by rule', async () => {
    expect((await lint('note.yaml')).status).toBe(0)
    expect((await lint('note.yaml', '--rule', 'covered-rule=error')).status).toBe(1)
    expect((await lint('note.yaml', '--rule', 'covered-rule=off')).out).toBe('Nothing was found in 1 file.\n')
  })

  it('judges verbs of impersonation by a design', async () => {
    const files = { 'kep.yaml': GOOD.replace('[get, list]', '["impersonate-on:list"]') }
    const judged = (...flags: string[]) => runArguments(['lint', 'kep.yaml', ...flags], files)
    expect((await judged()).out).toContain('The released API server does not ask for “impersonate-on:list”')
    expect((await judged('--design', 'legacy')).out).toContain('The design “')
    expect((await judged('--design', 'proposal')).out).not.toContain('impersonate-on:list')
    expect((await judged('--design', 'propsal')).err).toContain('Did you mean “proposal”?')
  })

  it('ends with 2 where the API server refuses an object, a rule is unknown, or no file is named', async () => {
    const refused = await lint('refused.yaml')
    expect([refused.status, refused.out]).toEqual([2, expect.stringContaining('refused.yaml:5:')])
    expect(await lint('note.yaml', '--rule', 'coverd-rule=off')).toMatchObject({
      status: 2,
      err: expect.stringContaining('Did you mean “covered-rule”?'),
    })
    expect((await lint()).status).toBe(2)
    expect((await lint('missing.yaml')).status).toBe(2)
  })
})

describe('lint --fix', () => {
  const MENDED = BAD.replace('[pod]', '[pods]').replace('["get, list", delte]', '["get", list, delete]')

  it('mends in place, keeps comments, and prints what is left', async () => {
    expect(await lint('--fix', 'bad/role.yaml', 'rbac/role.yaml')).toMatchObject({
      status: 0,
      written: { 'bad/role.yaml': MENDED },
      err: '1 file was changed: bad/role.yaml.\n',
      out: 'Nothing was found in 2 files.\n',
    })
  })

  it('mends errors in which only one thing can be meant, and what is seen then', async () => {
    const two = `${GOOD.replace('[get, list]', 'get,Lsit')}${BINDING}`
    const { status, written } = await runArguments(['lint', '--fix', 'two.yaml'], { 'two.yaml': two })
    expect([status, written]).toEqual([0, { 'two.yaml': `${GOOD}---\n${BINDING}` }])
  })

  it('prints the change with --diff, and writes nothing', async () => {
    const { out, written } = await lint('--diff', 'bad/role.yaml')
    expect(written).toEqual({})
    expect(out).toContain('--- bad/role.yaml\tbefore\n+++ bad/role.yaml\tafter\n')
    expect(out).toContain(`
-    resources: [pod] # all of them
-    verbs: ["get, list", delte]
+    resources: [pods] # all of them
+    verbs: ["get", list, delete]
`)
  })

  it('says with --diff which errors stay', async () => {
    const { status, out, err } = await lint('--diff', 'refused.yaml', 'bad/role.yaml')
    expect(out).toContain('+++ bad/role.yaml\tafter\n')
    expect(err).toMatch(/^refused\.yaml:\d+:\d+: error: /)
    expect(status).toBe(2)
  })

  it('calls no policy empty in which something is wrong', async () => {
    const { err } = await runArguments(['lint', 'x.yaml'], { 'x.yaml': BINDING.replace('rbac.auth', '"rb{ac.auth"') })
    expect(err).toBe('')
  })
})

describe('lint -o', () => {
  it('sarif, valid by its schema, with places and changes', async () => {
    const log = JSON.parse((await lint('-o', 'sarif', 'bad/', 'refused.yaml', 'note.yaml')).out)
    expect(violations(log, SARIF)).toEqual([])
    const { results, tool, artifacts } = log.runs[0]
    expect(artifacts[1].location.uri).toBe('bad/%C3%96%20und%20%25.yaml')
    const first = results.find((one: { ruleId: string }) => one.ruleId === 'misspelt-verb')
    expect(tool.driver.rules[first.ruleIndex].id).toBe('misspelt-verb')
    expect(first).toMatchObject({
      level: 'warning',
      locations: [{ physicalLocation: { region: { startLine: 7, startColumn: 26, endLine: 7, endColumn: 31 } } }],
      fixes: [{ artifactChanges: [{ replacements: [{ insertedContent: { text: 'delete' } }] }] }],
    })
    expect(results.filter((one: { level: string }) => one.level === 'error')).toMatchObject([{ ruleId: 'refused' }])
  })

  it('sarif of nothing', async () => {
    expect(violations(JSON.parse((await lint('-o', 'sarif', 'rbac/')).out), SARIF)).toEqual([])
  })

  it('json, with the fields that the README names', async () => {
    expect(JSON.parse((await lint('-o', 'json', 'bad/role.yaml')).out).files).toMatchObject([
      {
        file: 'bad/role.yaml',
        errors: [],
        findings: [
          {
            rule: 'misspelt-resource',
            severity: 'warning',
            line: 6,
            column: 17,
            endLine: 6,
            endColumn: 20,
            mendable: true,
          },
          { rule: 'several-values-in-one', page: 'docs/lint/several-values-in-one.md' },
          { rule: 'misspelt-verb', fix: 'Did you mean “delete”?' },
        ],
      },
    ])
  })

  it('junit, a failure for each warning', async () => {
    const { out } = await lint('-o', 'junit', 'bad/role.yaml', 'rbac/role.yaml', 'refused.yaml')
    expect(out).toContain('<testsuites name="authz-playground lint" tests="5" failures="3" errors="1">')
    expect(out).toContain('<testcase classname="bad/role.yaml" name="bad/role.yaml:7:26 misspelt-verb">')
    expect(out).toContain('<testcase classname="rbac/role.yaml" name="rbac/role.yaml"/>')
  })
})

describe('lint of scenarios', () => {
  const indented = BAD.replaceAll(/^(?=.)/gm, '  ')
  const document = (design: string) =>
    `version: 1\ntitle: ${design}\ndesign: ${design}\npolicy: |\n${indented}requestor: {username: jane}\nrequest: {http: GET /api/v1/pods}\n`
  const vector = { id: 'v', policy: BAD, requestor: { username: 'jane' }, requests: [{ method: 'GET', url: '/' }] }
  const files = {
    ...FILES,
    'two.yaml': `${document('constrained')}---\n${document('proposal')}`,
    'all/one.yaml': document('constrained'),
    'all/rbac.yaml': GOOD,
    'some.ndjson': `${JSON.stringify({ ...vector, policy: GOOD })}\n${JSON.stringify(vector)}\n`,
    'broken.yaml': `${document('constrained')}---\n${document('constrained').replace('title', 'tilte')}`,
  }
  const asked = (...args: string[]) => runArguments(['lint', ...args], files)
  const placesIn = ({ out }: { readonly out: string }) => out.match(/^[^ ]+:\d+:\d+(?=: warning)/gm)

  it('finds the mistakes in the policy of each document of a file, at its place in the file', async () => {
    const found = await asked('two.yaml')
    expect(found.status).toBe(1)
    expect(placesIn(found)).toEqual([
      'two.yaml:10:19',
      'two.yaml:11:15',
      'two.yaml:11:28',
      'two.yaml:24:19',
      'two.yaml:25:15',
      'two.yaml:25:28',
    ])
    expect(found.out).toContain('6 warnings in 1 file.')
    expect(found.out).not.toContain('--fix')
  })

  it('finds them in vectors, by the line of the vector, and in folders', async () => {
    expect(new Set(placesIn(await asked('some.ndjson')))).toEqual(new Set(['some.ndjson:2:1']))
    expect((await asked('all/')).out).toContain('3 warnings in 2 files.')
  })

  it('takes each under its own design, unless one is chosen', async () => {
    const policy = `${GOOD.replace('[""]', '[authentication.k8s.io]').replace('[pods]', '[users]').replace('[get, list]', '["impersonate:user-info"]')}`
    const of = (design: string) =>
      `version: 1\ndesign: ${design}\npolicy: |\n${policy.replaceAll(/^(?=.)/gm, '  ')}requestor: {username: jane}\nrequest: {http: GET /healthz}\n`
    const files = { 'released.yaml': of('constrained'), 'proposal.yaml': of('proposal') }
    const found = async (...args: string[]) => (await runArguments(['lint', ...args], files)).out
    expect(await found('released.yaml')).not.toContain('another design')
    expect(await found('proposal.yaml')).toBe(await found('--design', 'proposal', 'proposal.yaml'))
    expect(await found('released.yaml')).toBe(
      (await found('--design', 'constrained', 'proposal.yaml')).replaceAll('proposal', 'released'),
    )
  })

  it('asks the version and the gate of each scenario, and of flags for files and scenarios', async () => {
    const policy = `${GOOD.replace('[""]', '[authentication.k8s.io]').replace('[pods]', '[users]').replace('[get, list]', '["*"]')}  - {apiGroups: [apps], resources: [deployments], verbs: ["*"]}\n`
    const of = (cluster: string) =>
      `version: 1\ncluster: ${cluster}\npolicy: |\n${policy.replaceAll(/^(?=.)/gm, '  ')}requestor: {username: jane}\nrequest: {http: GET /healthz}\n`
    const files = {
      'role.yaml': policy,
      'now.yaml': of('{version: "1.36"}'),
      'old.yaml': of('{version: "1.34"}'),
      'off.yaml': of('{version: "1.36", constrainedImpersonation: false}'),
    }
    const status = async (...args: string[]) => {
      const { status, out } = await runArguments(['lint', ...args], files)
      expect(out).toMatch(/: wildcard-identity: /)
      return status
    }
    const OFF = '--feature-gates=ConstrainedImpersonation=false'
    for (const warned of ['role.yaml', 'now.yaml']) {
      expect(await status(warned)).toBe(1)
      expect(await status('--kubernetes-version', '1.34', warned)).toBe(0)
      expect(await status(OFF, warned)).toBe(0)
    }
    for (const noted of ['old.yaml', 'off.yaml']) expect(await status(noted)).toBe(0)
    expect(await status('--kubernetes-version', '1.37', 'old.yaml')).toBe(1)
    const { err } = await runArguments(['lint', '--kubernetes-version', '1.3', 'role.yaml'], files)
    expect(err).toContain('not a supported version')
  })

  it('mends no file with a policy inside, and shows what would change', async () => {
    const fixed = await asked('--fix', 'two.yaml')
    expect([fixed.status, fixed.written]).toEqual([2, {}])
    expect(fixed.err).toContain('this one has its policy inside')
    expect((await asked('--diff', 'all/one.yaml')).out).toContain('+    resources: [pods] # all of them\n')
  })

  it('says what cannot be read, and goes on with the others', async () => {
    const { status, out, err } = await asked('broken.yaml')
    expect([status, out.includes('3 warnings in 1 file.')]).toEqual([2, true])
    expect(err).toContain('broken.yaml:16:1: error:')
  })

  it('leaves no fixes in SARIF that would change the file around the policy', async () => {
    const log = JSON.parse((await asked('-o', 'sarif', 'two.yaml')).out)
    expect(violations(log, SARIF)).toEqual([])
    expect(log.runs[0].artifacts).toHaveLength(1)
    expect(JSON.stringify(log)).not.toContain('"fixes"')
  })
})
