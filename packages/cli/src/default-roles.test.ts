import { describe, expect, it } from 'vitest'
import { runArguments } from './testing.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1\n'
const bound = (role: string, subject: string, kind: 'Role' | 'ClusterRole' = 'ClusterRole') =>
  `${RBAC}kind: RoleBinding\nmetadata: {name: dev, namespace: prod}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ${kind}, name: ${role}}\nsubjects: [{kind: User, name: ${subject}, apiGroup: rbac.authorization.k8s.io}]\n`
const TO_EVERYBODY = `---\n${RBAC}kind: ClusterRoleBinding\nmetadata: {name: oops}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: admin}\nsubjects: [{kind: Group, name: "system:authenticated", apiGroup: rbac.authorization.k8s.io}]\n`

const FILES = {
  'dana.yaml': bound('edit', 'dana'),
  'eve.yaml': bound('edit', 'eve'),
  'everybody.yaml': `${bound('edit', 'dana')}${TO_EVERYBODY}`,
  'admin.yaml': TO_EVERYBODY,
  'gone.yaml': bound('gone', 'dana'),
  'gone-eve.yaml': bound('gone', 'eve'),
  'goals.yaml': 'version: 1\ngoals:\n- dana cannot get secrets in prod\n- nobody can get secrets in prod\n',
  'elsewhere.yaml': 'version: 2\ngoals:\n- nobody can get secrets in staging\n- eve cannot get secrets in prod\n',
  'as.yaml': 'version: 2\ngoals:\n- dana as eve cannot get secrets in prod\n',
}
const run = (...args: readonly string[]) => runArguments(args, FILES)

describe('a role that every cluster has, and that a binding names', () => {
  it('is in a comparison', async () => {
    const moved = await run('diff', 'dana.yaml', 'eve.yaml')
    expect(moved.status).toBe(1)
    expect(moved.out).toContain('eve gains rights, dangerous ones among them; dana loses rights.')
    const opened = await run('diff', 'dana.yaml', 'everybody.yaml')
    expect(opened.status).toBe(1)
    expect(opened.out).toContain('group system:authenticated may now get, list and watch')
    expect((await run('diff', 'dana.yaml', 'eve.yaml', '--default-roles=false')).status).toBe(0)
  })

  it('breaks goals', async () => {
    const { status, out } = await run('check', 'goals.yaml', '--policy', 'everybody.yaml')
    expect(status).toBe(1)
    expect(out).toContain('0 of 2 goals hold')
  })

  it('is in the answers to questions', async () => {
    const who = await run('who-can', 'get', 'secrets', '-n', 'prod', '--policy', 'dana.yaml')
    expect(who.status).toBe(0)
    expect(who.out).toContain('dana')
    expect((await run('what-can', 'dana', '--policy', 'dana.yaml')).out).toContain('secrets')
    const whom = await run('whom-can', 'dana', '--policy', 'dana.yaml')
    expect(whom.out).toContain('service account')
    expect(whom.err).not.toContain('role-not-found')
  })
})

describe('a role that was not read', () => {
  const NOT_JUDGED = 'What RoleBinding prod/dev grants was not judged: no text has ClusterRole gone'

  it('leaves a comparison open, unless both policies bind it alike', async () => {
    for (const [old, now] of [
      ['gone.yaml', 'gone-eve.yaml'],
      ['dana.yaml', 'gone.yaml'],
    ] as const) {
      const { status, out, err } = await run('diff', old, now)
      expect(status).toBe(2)
      expect(out).not.toContain('Nothing changes')
      expect(err).toContain(NOT_JUDGED)
    }
    const json = await run('diff', 'gone.yaml', 'gone-eve.yaml', '-o', 'json')
    expect(json.status).toBe(2)
    expect(json.out).toContain(NOT_JUDGED)
    expect((await run('diff', 'gone.yaml', 'gone-eve.yaml', '-o', 'markdown')).out).toContain('was not judged')
    expect((await run('diff', 'gone.yaml', 'gone.yaml')).status).toBe(0)
  })

  it('leaves goals open that it may break, and no others', async () => {
    const { status, out } = await run('check', 'goals.yaml', '--policy', 'gone.yaml')
    expect(status).toBe(2)
    expect(out).not.toContain('2 of 2 goals hold')
    expect((await run('check', 'as.yaml', '--policy', 'gone.yaml')).status).toBe(2)
    expect((await run('check', 'elsewhere.yaml', '--policy', 'gone.yaml')).status).toBe(0)
  })

  it('is named below a refusal that it may change, and below no other answer', async () => {
    const list = (namespace: string) =>
      ['--policy', 'gone.yaml', '--user', 'dana', '--', 'kubectl', 'get', 'pods', '-n', namespace] as const
    for (const [command, status] of [
      ['run', 0],
      ['explain', 2],
      ['fix', 2],
    ] as const) {
      const text = await run(command, ...list('prod'))
      expect(text.status, command).toBe(status)
      expect(text.out + text.err, command).toContain(NOT_JUDGED)
      const json = await run(command, '-o', 'json', ...list('prod'))
      expect(json.status, command).toBe(status)
      expect(JSON.parse(json.out), command).toMatchObject({
        diagnostics: [
          { message: expect.stringContaining('There is no ClusterRole') },
          { severity: command === 'run' ? 'warning' : 'error', message: expect.stringContaining(NOT_JUDGED) },
        ],
      })
      const elsewhere = await run(command, ...list('staging'))
      expect(elsewhere.status, command).toBe(0)
      expect(elsewhere.out + elsewhere.err, command).not.toContain('was not judged')
    }
    expect((await run('run', '-o', 'markdown', ...list('prod'))).out).toContain(
      'What RoleBinding `prod/dev` grants was',
    )
    const allowed = await run(
      'explain',
      '--policy',
      'gone.yaml,admin.yaml',
      '--group',
      'system:authenticated',
      ...list('prod').slice(2),
    )
    expect(allowed.out).toContain('200')
    expect(allowed.status).toBe(0)
  })

  it('leaves questions open that it may answer, and no others', async () => {
    const ask = (namespace: string) => run('who-can', 'get', 'secrets', '-n', namespace, '--policy', 'gone.yaml')
    const here = await ask('prod')
    expect(here.status).toBe(2)
    expect(here.err).toContain(NOT_JUDGED)
    expect((await ask('staging')).status).toBe(0)
    for (const [open, known] of [
      [
        ['what-can', 'dana'],
        ['what-can', 'eve'],
      ],
      [
        ['whom-can', 'dana'],
        ['whom-can', 'eve'],
      ],
      [['whom-can', '--to', 'eve'], []],
      [['whom-can', '--cluster-admin'], []],
    ] as const) {
      const { status, out } = await run(...open, '--policy', 'gone.yaml')
      expect(status, open.join(' ')).toBe(2)
      expect(out, open.join(' ')).not.toMatch(/\b(?:nobody|none|nothing)\.$/im)
      if (known.length > 0) expect(out).toContain('as far as roles were read')
      if (known.length > 0) expect((await run(...known, '--policy', 'gone.yaml')).status).toBe(0)
    }
  })
})
