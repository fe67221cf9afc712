import { describe, expect, it } from 'vitest'
import { BINDING, ROLE, runArguments, SCENARIO_TEXT } from '../testing.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'
const DEPLOYER = `${RBAC}
kind: Role
metadata: {name: deploy, namespace: staging}
rules:
- {verbs: [get, list, delete], apiGroups: [apps], resources: [deployments]}
---
${RBAC}
kind: RoleBinding
metadata: {name: deployers, namespace: staging}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deploy}
subjects: [{kind: ServiceAccount, name: deployer, namespace: ci}]
`
const GOALS = `version: 1
goals:
- ci/deployer can delete deployments in staging
- ci/deployer cannot delete deployments in prod
- deputy as jane, GET /api/v1/namespaces/prod/pods: 200, by impersonate:user-info
- under legacy, deputy as jane, GET /api/v1/namespaces/prod/pods: 403
- nobody else can delete deployments in staging
`
const FILES = {
  'rbac/goals.yaml': GOALS,
  'rbac/role.yaml': ROLE,
  'rbac/sub/binding.yaml': BINDING,
  'rbac/staging.yaml': DEPLOYER,
}
const check = (args: readonly string[], files: Readonly<Record<string, string>> = {}) =>
  runArguments(['check', ...args], { ...FILES, ...files })
const goals = (...sentences: readonly string[]) => ({
  'rbac/goals.yaml': `version: 1\ngoals:\n${sentences.map((one) => `- ${one}\n`).join('')}`,
})

describe('check of goals', () => {
  it('judges them by the manifests beside them', async () => {
    expect(await check(['rbac/goals.yaml'])).toMatchObject({ status: 0, err: '', out: '5 of 5 goals hold\n' })
  })

  it('judges them by the manifests beside them in the folder where the command runs', async () => {
    const files = { 'keep.yaml': GOALS, 'a/role.yaml': ROLE, 'b.yaml': BINDING, 'c.json': '', 'd.yaml': DEPLOYER }
    expect(await runArguments(['check', 'keep.yaml'], files)).toMatchObject({ status: 0, out: '5 of 5 goals hold\n' })
    const { err, status } = await runArguments(['check', 'goals.yaml'], { 'goals.yaml': GOALS })
    expect(err).toBe(
      'goals.yaml: error: Its folder has no policy beside these goals. Write --policy FILE or --policy FOLDER/.\n',
    )
    expect(status).toBe(2)
  })

  it('judges them by the policy of --policy, without the goals in its folder', async () => {
    const files = { 'keep.yaml': GOALS }
    expect(await check(['keep.yaml', '--policy', 'rbac/'], files)).toMatchObject({
      status: 0,
      out: '5 of 5 goals hold\n',
      err: 'rbac/goals.yaml: note: These goals were not read as a part of the policy. Run authz-playground check rbac/goals.yaml to judge them.\n',
    })
    const fewer = await check(['keep.yaml', '--policy', 'rbac/role.yaml,rbac/sub/binding.yaml'], files)
    expect(fewer).toMatchObject({ status: 1, err: '' })
    expect(fewer.out).toContain('does not hold: keep.yaml:3:3 ci/deployer can delete deployments in staging\n')
    expect(fewer.out).toContain('3 of 5 goals hold\n')
  })

  it('says why one fails, what nearly fits, and where', async () => {
    const { status, out } = await check(
      ['rbac/goals.yaml'],
      goals(
        'ci/deployer can watch deployments in staging',
        'ci/deployer cannot list deployments anywhere',
        'deputy as jane, GET /api/v1/namespaces/prod/pods: 403',
        'nobody can get deployments in staging',
        'at most 3 rules',
      ),
    )
    expect(out).toBe(
      `does not hold: rbac/goals.yaml:3:3 ci/deployer can watch deployments in staging
  service account ci/deployer may not watch deployments.apps in namespace staging: no rule allows it.
  nearly: rbac/staging.yaml:5 comes closest: all but the verb. It grants get, list and delete; the check asks for watch. It is bound in namespace staging, to service account ci/deployer.
does not hold: rbac/goals.yaml:4:3 ci/deployer cannot list deployments anywhere
  service account ci/deployer may list deployments.apps in namespace staging, by the rule in rbac/staging.yaml:5 of Role deploy, bound by RoleBinding deployers in rbac/staging.yaml:7.
does not hold: rbac/goals.yaml:5:3 deputy as jane, GET /api/v1/namespaces/prod/pods: 403
  403 is expected. 200: deputy may list pods in namespace prod as jane.
  rbac/role.yaml:6 rule 2 of ClusterRole as-jane
  rbac/sub/binding.yaml:1 ClusterRoleBinding as-jane
  rbac/role.yaml:5 rule 1 of ClusterRole as-jane
does not hold: rbac/goals.yaml:6:3 nobody can get deployments in staging
  service account ci/deployer can, too: by the rule in rbac/staging.yaml:5 of Role deploy, bound by RoleBinding deployers in rbac/staging.yaml:7.
1 of 5 goals hold
`,
    )
    expect(status).toBe(1)
  })

  it('judges goals beside expectations, and of a document without expectations', async () => {
    const sentences = 'goals:\n- "the request: 200"\n- deputy cannot delete pods anywhere\n'
    const files = {
      'a.yaml': `${SCENARIO_TEXT}expect: [{code: 200}]\n${sentences}`,
      'b.yaml': SCENARIO_TEXT + sentences,
    }
    expect(await check(['a.yaml', 'b.yaml'], files)).toMatchObject({
      status: 0,
      err: '',
      out: '1 of 1 expectation holds, 4 of 4 goals hold\n',
    })
    const failing = await check(['c.yaml'], {
      'c.yaml': `${SCENARIO_TEXT}goals:\n- deputy cannot list pods anywhere\n`,
    })
    expect(failing.out).toContain(
      '  deputy may list pods cluster-wide, by the rule in c.yaml:14 of ClusterRole as-jane',
    )
    expect(failing.status).toBe(1)
  })

  it('prints TAP and JUnit', async () => {
    const files = goals('ci/deployer can get pods in prod', 'ci/deployer can gett pods in prod', 'at most 9 rules')
    const tap = await check(['-o', 'tap', 'rbac/goals.yaml'], files)
    expect(tap.out).toContain('1..3\nnot ok 1 - rbac/goals.yaml:3:3 ci/deployer can get pods in prod\n  ---\n')
    expect(tap.out).toContain(
      '    service account ci/deployer may not get pods in namespace prod: no rule allows it.\n',
    )
    expect(tap.out).toContain('    rbac/goals.yaml:4:19: “gett” is not a verb of RBAC. Did you mean “get”?\n')
    expect(tap.out).toContain('ok 3 - rbac/goals.yaml:5:3 at most 9 rules\n')
    const { out, status } = await check(['-o', 'junit', 'rbac/goals.yaml'], files)
    expect(out).toContain('<testsuite name="rbac/goals.yaml" tests="3" failures="1" errors="1">')
    expect(out).toContain(
      '<failure message="service account ci/deployer may not get pods in namespace prod: no rule allows it.">',
    )
    expect(out).toContain('<error message="“gett” is not a verb of RBAC.">')
    expect(status).toBe(2)
  })

  it('says in every format that a goal is not judged because of a role that was not read', async () => {
    const binding = `${RBAC}
kind: ClusterRoleBinding
metadata: {name: company-admins}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: company-admin}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: dana}]
`
    const files = {
      ...goals('dana can get secrets in prod', 'nothing changes'),
      'rbac/company.yaml': binding,
      'start.yaml': ROLE,
    }
    const why =
      'What ClusterRoleBinding company-admins grants was not judged: no text has ClusterRole company-admin, and kube-apiserver does not create it.'
    const asked = (...format: readonly string[]) => check([...format, '--start', 'rbac/', 'rbac/goals.yaml'], files)
    const text = await asked()
    expect(text.status).toBe(2)
    expect(text.err).toContain(`rbac/goals.yaml:3:3: error: ${why}\n`)
    expect(text.out).toBe('1 of 1 goal holds, 1 could not be judged\n')
    for (const format of ['tap', 'junit']) {
      const { status, out } = await asked('-o', format)
      expect([format, status]).toEqual([format, 2])
      expect(out).toContain(why)
      expect(out).not.toContain('no rule allows it')
    }
  })

  it('is green only where everything is understood', async () => {
    const unread = async (files: Readonly<Record<string, string>>, ...args: string[]) => {
      const { status, err } = await check([...args, 'rbac/goals.yaml'], files)
      expect(status).toBe(2)
      return err
    }
    expect(await unread(goals('under legcy, deputy, GET /healthz: 403'))).toContain(
      'rbac/goals.yaml:3:9: error: Unknown design “legcy”.',
    )
    expect(await unread(goals('deputy, GET /healthz: 2000'))).toMatch(/rbac\/goals\.yaml:3:2\d: error: The sentence/)
    expect(await unread(goals('"deputy, kubectl gett pods -n prod: 200"'))).toContain('rbac/goals.yaml:3:20: error: ')
    expect(await unread(goals('"the request: 200"'))).toContain(
      'rbac/goals.yaml:3:3: error: A document with goals alone has no request',
    )
    expect(await unread(goals('nothing else changes'))).toContain(
      'rbac/goals.yaml:3:3: error: There is no policy to compare with. Write --start FILE or --start FOLDER/.',
    )
    expect(await unread({ 'rbac/goals.yaml': 'version: 1\ngoal: []\ngoals: [nothing changes]\n' })).toContain(
      'rbac/goals.yaml:2:1: error: “goal” is not a field',
    )
    expect(await unread({ 'rbac/role.yaml': ROLE.replace('rules:', 'rulez:') })).toMatch(
      /^rbac\/role\.yaml:4:1: error: .*rulez.*\n.*\n$/,
    )
    expect(
      await unread({ 'none.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: x}\n' }, '--policy', 'none.yaml'),
    ).toBe('rbac/goals.yaml: error: The policy of these goals has no roles and no bindings. Name another.\n')
    const chart = { 'rbac/Chart.yaml': 'name: x\n', 'rbac/templates/a.yaml': '{{ x }}' }
    expect(await unread(chart)).toContain('rbac/templates/: error: These templates of a Helm chart were not read')
  })

  it('compares with the policy of --start', async () => {
    const files = {
      'start.yaml': `${ROLE}---\n${BINDING}---\n${DEPLOYER.replace('list, delete', 'list')}`,
      ...goals('ci/deployer can delete deployments in staging', 'nothing else changes', 'nothing changes'),
    }
    const { out, status } = await check(['rbac/goals.yaml', '--start', 'start.yaml'], files)
    expect(out).toBe(`does not hold: rbac/goals.yaml:5:3 nothing changes
  service account ci/deployer may now also delete any deployments.apps in namespace staging.
2 of 3 goals hold
`)
    expect(status).toBe(1)
    const broken = await check(['rbac/goals.yaml', '--start', 'start.yaml'], {
      ...files,
      'start.yaml': 'kind: 3\n',
    })
    expect(broken.err).toContain('start.yaml:1:')
    expect(broken.status).toBe(2)
  })

  it('takes the cluster from the document and from flags', async () => {
    const files = goals('Group/system:authenticated can create selfsubjectaccessreviews', 'deputy, GET /version: 200')
    const text = `${files['rbac/goals.yaml']}cluster: {defaultRoles: true}\n`
    expect((await check(['rbac/goals.yaml'], files)).out).toContain('0 of 2 goals hold')
    expect((await check(['rbac/goals.yaml', '--default-roles'], files)).out).toContain('2 of 2 goals hold')
    expect((await check(['rbac/goals.yaml'], { 'rbac/goals.yaml': text })).out).toContain('2 of 2 goals hold')
    const request = goals('deputy as jane, GET /api/v1/namespaces/prod/pods: 200')
    expect((await check(['rbac/goals.yaml'], request)).status).toBe(0)
    expect((await check(['rbac/goals.yaml', '--design', 'legacy'], request)).status).toBe(1)
    expect((await check(['rbac/goals.yaml', '--design', 'legasy'], request)).err).toContain('Did you mean “legacy”?')
  })

  it('asks designs with conditions, which are decided in CEL', async () => {
    const sentence = 'deputy as jane, GET /api/v1/namespaces/prod/pods: 200'
    const files = goals(
      `under compiled, ${sentence}`,
      `under conditional, ${sentence}`,
      'under compiled, jane can list pods in prod',
    )
    const { out, err, status } = await check(['rbac/goals.yaml'], files)
    expect(err).toBe('')
    expect(out).toContain('2 of 3 goals hold')
    expect(out).toContain('does not hold: rbac/goals.yaml:4:3 under conditional, deputy as jane')
    expect(status).toBe(1)
  })

  it('says what is wrong with a document of goals that is not read, beside such flags, too', async () => {
    const goals = `version: 2\ngoals:\n${'- nobody else can get secrets\n'.repeat(1001)}`
    const { err, status } = await runArguments(['check', 'goals.yaml', '--policy', 'p.yaml'], {
      'goals.yaml': goals,
      'p.yaml': '# empty\n',
    })
    expect(err).toContain('“goals” has 1,001 entries, and at most 1,000 are read.')
    expect(err).not.toContain('No file here')
    expect(status).toBe(2)
  })

  it('refuses flags about documents with goals alone where there is none', async () => {
    const { err, status } = await check(['x.yaml', '--policy', 'rbac/'], { 'x.yaml': SCENARIO_TEXT })
    expect(err).toContain('--policy: error: No file here has goals alone')
    expect(status).toBe(2)
  })

  it('needs --policy for goals from standard input', async () => {
    const args = ['check', '-', '--policy', 'rbac/role.yaml,rbac/sub/binding.yaml,rbac/staging.yaml']
    expect(await runArguments(args, FILES, { stdin: GOALS })).toMatchObject({ status: 0, out: '5 of 5 goals hold\n' })
    const alone = await runArguments(['check', '-'], FILES, { stdin: GOALS })
    expect(alone.err).toContain('stdin: error: The policy of these goals is not known. Write --policy FILE')
    expect(alone.status).toBe(2)
  })

  it('says the errors of a policy once, however many goals there are', async () => {
    const files = { 'rbac/role.yaml': ROLE.replace('kind: ClusterRole', 'kind: ClusterRole\nnope: 1\nmore: 2') }
    const { out, err } = await check(['-o', 'tap', 'rbac/goals.yaml'], files)
    expect(err.match(/“nope” is not/g)).toHaveLength(1)
    expect(out.match(/rbac\/role\.yaml:3/g)?.length).toBeLessThanOrEqual(5)
  })
})

describe('other commands', () => {
  it('leave goals out of the policy of a folder, and say that a document has goals alone', async () => {
    const asked = ['run', '--policy', 'rbac/', '--user', 'deputy', '--request', 'GET /healthz']
    const { status, err } = await runArguments(asked, FILES)
    expect(err).toContain('rbac/goals.yaml: note: These goals were not read as a part of the policy.')
    expect(status).toBe(0)
    expect((await runArguments(['run', 'rbac/goals.yaml'], FILES)).err).toBe(
      'rbac/goals.yaml: error: This document has goals alone, and no request. Judge them with authz-playground check; or write request: beside the goals.\n',
    )
  })
})
