import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMAND_LINE } from './built.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'

const ROLE = `${RBAC}
kind: ClusterRole
metadata: {name: as-jane}
rules:
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane]}
- {verbs: ["impersonate-on:user-info:list", list], apiGroups: [""], resources: [pods]}
`

const BINDING = `${RBAC}
kind: ClusterRoleBinding
metadata: {name: as-jane}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as-jane}
subjects: [{kind: User, name: deputy}, {kind: User, name: jane}]
`

/** A scenario document in which deputy lists pods as jane, which is allowed. Without expectations. */
const SCENARIO_TEXT = `version: 1
title: The deputy lists pods
requestor: {username: deputy}
request:
  http: |
    GET /api/v1/namespaces/prod/pods HTTP/1.1
    Impersonate-User: jane
policy: |
${`${ROLE}---\n${BINDING}`.replace(/^/gm, '  ').trimEnd()}
`

/** A scenario of a vectors file. */
const VECTOR = {
  id: 'healthz',
  policy: '',
  requestor: { username: 'jane', groups: ['system:masters'] },
  requests: [{ method: 'GET', url: '/healthz' }],
  expect: [{ checks: [], code: 200 }],
  compare: ['code'],
}

const folder = mkdtempSync(join(tmpdir(), 'cli-'))

beforeAll(() => {
  writeFileSync(join(folder, 'scenario.yaml'), `${SCENARIO_TEXT}expect: [{code: 403}]\n`)
  writeFileSync(join(folder, 'many.ndjson'), `${JSON.stringify(VECTOR)}\n`.repeat(2000))
  mkdirSync(join(folder, 'rbac', 'deep'), { recursive: true })
  writeFileSync(join(folder, 'rbac', 'deep', 'role.yaml'), ROLE)
  writeFileSync(join(folder, 'binding'), BINDING)
  symlinkSync(join(folder, 'binding'), join(folder, 'rbac', 'binding.yaml'))
  symlinkSync(join(folder, 'rbac'), join(folder, 'rbac', 'again'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const { PATH } = process.env
  return spawn(process.execPath, [COMMAND_LINE, ...args], {
    cwd: folder,
    env: { ...env, ...(PATH && { PATH }) },
  })
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
}

async function run(args: readonly string[], { stdin = '', env = {} } = {}) {
  const child = start(args, env)
  child.stdin?.end(stdin)
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('without pipes')
  const [out, err, status] = await Promise.all([text(stdout), text(stderr), ended(child)])
  return { status, out, err }
}

describe('the program as a process', { timeout: 60_000 }, () => {
  it('exits with the status of its command, and separates errors from answers', async () => {
    const [answered, different, unread] = await Promise.all([
      run(['run', 'scenario.yaml']),
      run(['check', 'scenario.yaml']),
      run(['check', 'none.yaml']),
    ])
    expect([answered.status, different.status, unread.status]).toEqual([0, 1, 2])
    expect(unread.err).toBe('none.yaml: error: There is no such file or folder.\n')
    expect(answered.err + different.err).toBe('')
  })

  it('reads standard input, and a folder with links in it', async () => {
    const words = ['--user', 'deputy', '--as', 'jane', '--request', 'GET /api/v1/pods']
    const [document, policy] = await Promise.all([
      run(['run', '-'], { stdin: SCENARIO_TEXT }),
      run(['run', '--policy', 'rbac', ...words]),
    ])
    expect(document.out).toContain('200: deputy may list pods')
    expect(policy).toMatchObject({ status: 0, err: '', out: expect.stringContaining('rbac/deep/role.yaml:6 rule 2') })
  })

  it.each(['run', 'observe'])('refuses a folder as standard input of %s', (command) => {
    const input = openSync(folder, 'r')
    const { status, stderr } = spawnSync(process.execPath, [COMMAND_LINE, command, '-'], {
      stdio: [input, 'pipe', 'pipe'],
      encoding: 'utf8',
    })
    closeSync(input)
    expect(stderr).toMatch(/error: This is a folder, and a file is expected\.\n$/)
    expect(status).toBe(2)
  })

  it('has no colours in a pipe unless they are forced', async () => {
    const [plain, forced] = await Promise.all([
      run(['run', 'scenario.yaml']),
      run(['run', 'scenario.yaml'], { env: { FORCE_COLOR: '1' } }),
    ])
    expect(plain.out).not.toContain('\u001b[')
    expect(forced.out).toContain('\u001b[')
  })

  it('stops silently when the reader closes the pipe', async () => {
    const child = start(['run', 'many.ndjson', '-o', 'json'])
    const { stdout, stderr } = child
    if (stdout === null || stderr === null) throw new Error('without pipes')
    stdout.once('data', () => stdout.destroy())
    const [err, status] = await Promise.all([text(stderr), ended(child)])
    expect([err, status]).toEqual(['', 0])
  })
})
