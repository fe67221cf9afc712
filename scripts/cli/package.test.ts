import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../files.mjs'
import { headersOf } from '../site-headers.mjs'
import { BUILT_CLI } from './built.ts'

const folder = mkdtempSync(join(tmpdir(), 'cli-'))
const program = join(folder, 'package', 'dist', 'authz-playground.mjs')

const SCENARIO = `version: 1
requestor: {username: deputy}
request: {http: GET /healthz}
expect: [{code: 403, checks: [NoOpinion get /healthz]}]
`

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: pods}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
`

beforeAll(() => {
  const checkout = join(folder, 'checkout')
  for (const name of ['LICENSE', 'NOTICE', 'README.md', 'package.json', 'src', 'tsconfig.json'])
    cpSync(join(root, 'packages/cli', name), join(checkout, name), { recursive: true })
  cpSync(BUILT_CLI, join(checkout, 'dist'), { recursive: true })
  const pack = ['pack', '--ignore-scripts', '--offline', '--pack-destination', folder]
  execFileSync('npm', pack, { cwd: checkout, stdio: 'ignore', shell: process.platform === 'win32' })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  execFileSync('tar', ['-xzf', tarball], { cwd: folder })
  writeFileSync(join(folder, 'scenario.yaml'), SCENARIO)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  return { status, stdout, stderr }
}

describe('the packed command line', () => {
  it('holds one program, with what draws pixels, courses and the site beside it, and needs nothing else', () => {
    const fonts = ['DejaVuSans-Bold.ttf', 'DejaVuSans.ttf', 'DejaVuSansMono-Bold.ttf', 'DejaVuSansMono.ttf']
    expect(readdirSync(join(folder, 'package'), { recursive: true }).map(String).sort()).toEqual([
      'LICENSE',
      'NOTICE',
      'README.md',
      'dist',
      ...[
        ...fonts,
        'LICENSE-DejaVu.txt',
        'authz-playground.mjs',
        'constrained-impersonation.yaml',
        'rbac-from-nothing.yaml',
        'resvg.wasm',
      ].map((name) => join('dist', name)),
      ...['', 'headers.json', 'index.html'].map((name) => join('dist', 'site', name)),
      ...['third-party.md', 'why-it-is-as-it-is.yaml'].map((name) => join('dist', name)),
      'package.json',
    ])
  })

  it('has the licence of each library inside, or names where it is', () => {
    const read = (name: string) => readFileSync(join(folder, 'package', name), 'utf8')
    const notices = read('dist/third-party.md').split(/^## /m).slice(1)
    const libraries = notices.map((notice) => / - (\S+)/.exec(notice) && notice.slice(0, notice.indexOf(' - ')))
    expect(libraries).toEqual(expect.arrayContaining(['@bufbuild/cel', 'fflate']))
    const withoutText = notices.filter((notice) => !/Copyright|\(Apache-2\.0\)/.test(notice))
    for (const notice of withoutText) expect(read('NOTICE')).toContain(notice.slice(0, notice.indexOf(' - ')))
  })

  it('answers with plain Node, in a folder of its own', () => {
    const { status, stdout, stderr } = run(['run', 'scenario.yaml'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('403: deputy may not get the path /healthz')
    // Nobody sees colours in a pipe.
    expect(stdout).not.toContain('\u001b')
  })

  it('checks, links, and evaluates conditions', () => {
    expect(run(['check', 'scenario.yaml'])).toMatchObject({ status: 0, stdout: '1 of 1 expectation holds\n' })
    expect(run(['link', '-', '--base', 'https://example.org/'], SCENARIO).stdout).toMatch(
      /^https:\/\/example\.org\/#z1\/\S+\n$/,
    )
    expect(run(['run', 'scenario.yaml', '--design', 'compiled', '-o', 'json'])).toMatchObject({ status: 0, stderr: '' })
  })

  it('judges goals, and checks and grades courses, also those that come with it', () => {
    const goals = 'version: 1\ngoals:\n- nobody can get secrets anywhere\n- "under compiled, jane, GET /healthz: 403"\n'
    writeFileSync(join(folder, 'goals.yaml'), goals)
    writeFileSync(join(folder, 'role.yaml'), ROLE)
    const judged = run(['check', 'goals.yaml', '--policy', 'role.yaml'])
    expect(judged).toEqual({ status: 0, stdout: '2 of 2 goals hold\n', stderr: '' })
    // All of them are files in the list above, and each is checked in packages/courses.
    expect(run(['course', 'check', 'rbac-from-nothing'])).toMatchObject({ status: 0, stderr: '' })
    expect(run(['course', 'grade', 'rbac-from-nothing', '-'], 'Dana: https://example.org/#h1/AAAA')).toMatchObject({
      status: 2,
      stdout: expect.stringContaining('stdin:1 Dana'),
    })
  })

  it('renders pixels with what lies beside it', () => {
    const themes = ['light', 'dark'].map((theme) => {
      const args = ['render', 'scenario.yaml', '-o', 'png', '--theme', theme, '--to', `out/${theme}.png`]
      expect(run(args)).toEqual({ status: 0, stdout: '', stderr: '' })
      return readFileSync(join(folder, 'out', `${theme}.png`))
    })
    const [light = Buffer.alloc(0), dark = Buffer.alloc(0)] = themes
    expect(light.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect(light.equals(dark)).toBe(false)
    // Bytes go through a pipe as they are.
    const args = [program, 'render', '-', '-o', 'png']
    const piped = spawnSync(process.execPath, args, { cwd: folder, input: SCENARIO })
    expect(light.equals(piped.stdout)).toBe(true)
  })

  it('serves the site that comes with it and a folder of courses, with their headers, until Ctrl-C', async () => {
    mkdirSync(join(folder, 'room'))
    writeFileSync(join(folder, 'room', 'own.yaml'), 'lessons: []')
    const child = spawn(process.execPath, [program, 'serve', 'room', '--port', '0'], { cwd: folder, env: {} })
    const ended = once(child, 'close')
    try {
      const [printed] = await once(child.stdout, 'data')
      const address = /http:\S+/.exec(String(printed))?.[0] ?? ''
      for (const [path, text] of [
        ['/', '<title>Playground</title>'],
        ['/courses/own.yaml', 'lessons: []'],
      ] as const) {
        const sent = await fetch(new URL(path, address))
        expect(await sent.text()).toContain(text)
        for (const [name, value] of Object.entries(headersOf(path))) expect(sent.headers.get(name), path).toBe(value)
      }
    } finally {
      child.kill('SIGINT')
    }
    expect(await ended).toEqual([0, null])
  })

  it('says its version', () => {
    expect(run(['--version'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })
})
