import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { publint } from 'publint'
import { build } from 'vite'
import { root } from '../scripts/files.mjs'
import { pnpm } from '../scripts/install.mjs'
import { libraries } from '../scripts/packages/libraries.ts'
import { servePlainly } from './support/plain-server.ts'
import { serveRegistry } from './support/registry.ts'

const runFile = promisify(execFile)

/** An empty project of somebody’s, into which the packages are installed as they would be published. */
const project = mkdtempSync(join(tmpdir(), 'project-'))

const packages = libraries.map(({ name, folder }) => ({
  folder,
  name: `@authz-playground/${name}`,
  installed: join(project, 'node_modules', '@authz-playground', name),
}))

/** Runs a command in the project. Throws with what it printed when it fails. */
async function run(command: string, ...args: readonly string[]): Promise<string> {
  const shell = process.platform === 'win32'
  // Playwright asks for colours.
  const env = { ...process.env, FORCE_COLOR: '0' }
  const { stdout } = await runFile(command, args, { cwd: project, shell, env })
  return stdout
}

function put(path: string, text: string): void {
  mkdirSync(join(project, path, '..'), { recursive: true })
  writeFileSync(join(project, path), text)
}

// All in one worker: they are packed and installed once.
test.describe.configure({ mode: 'default', timeout: 180_000 })

test.beforeAll(async () => {
  const tarballs = mkdtempSync(join(tmpdir(), 'tarballs-'))
  const [command = '', ...first] = pnpm()
  const shell = process.platform === 'win32'
  for (const { folder } of packages) {
    // Builds first, as publishing does.
    await runFile(command, [...first, 'pack', '--pack-destination', tarballs], { cwd: folder, shell })
  }
  const folders = packages.map(({ folder }) => folder)
  const registry = await serveRegistry(tarballs, folders)
  put('package.json', '{ "name": "project", "private": true, "type": "module" }')
  const options = ['--registry', registry.address, '--cache', join(tarballs, 'cache'), '--no-audit', '--no-fund']
  await run('npm', 'install', ...options, ...packages.map(({ name }) => name))
  registry.close()
  rmSync(tarballs, { recursive: true, force: true })
})

test.afterAll(() => rmSync(project, { recursive: true, force: true }))

for (const { name, installed } of packages) {
  test(`${name} holds what it needs, and nothing else`, async () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const kinds = new Set(files.map((file) => file.name.replace(/^.*?(\.d\.ts|\.js)$/, '*$1')))
    const manifest: { readonly exports: object } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    // Beside modules: what is imported as it is.
    const plain = Object.values(manifest.exports).filter((entry) => typeof entry === 'string')
    const wanted = ['*.d.ts', '*.js', 'LICENSE', 'README.md', ...plain.map((path) => path.replace('./', ''))]
    expect([...kinds].sort()).toEqual(wanted.sort())
    expect(JSON.stringify(manifest)).not.toContain('workspace:')
    expect(manifest).toMatchObject({ license: 'Apache-2.0', sideEffects: false })
    const { messages } = await publint({ pkgDir: installed, pack: false, strict: true })
    expect(messages).toEqual([])
  })
}

for (const [what, path] of [
  ['this repository', join(root, 'README.md')],
  ...packages.map(({ name, installed }) => [name, join(installed, 'README.md')] as const),
] as const) {
  test(`the examples in the README of ${what} run as they are written, and print what it says`, async () => {
    const examples = readFileSync(path, 'utf8').matchAll(
      /```js\n([\s\S]*?)```(?:\n\nIt prints\n\n```\n([\s\S]*?)```)?/g,
    )
    const printed: string[] = []
    for (const [, code = '', prints = ''] of examples) {
      put('example.js', code)
      expect(await run(process.execPath, 'example.js')).toBe(prints)
      printed.push(prints)
    }
    expect(printed).not.toEqual([])
    expect(printed).not.toContain('')
  })
}

for (const [module, moduleResolution] of [
  ['NodeNext', 'NodeNext'],
  ['ESNext', 'Bundler'],
] as const) {
  test(`TypeScript finds types that hold together, resolving modules as ${moduleResolution} does`, async () => {
    put(
      'typed.ts',
      `import { type Decided, decider, readRequest, type Scenario, type Trace } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/conditions'
import { readScenarioDocument } from '@authz-playground/engine/document'
import { readVectors } from '@authz-playground/engine/vectors'

export function codes(text: string): readonly number[] {
  const scenario: Scenario | undefined = readScenarioDocument(text).document?.scenario
  const decided: Decided | undefined = scenario && decider(readRequest)(scenario)
  const trace: Trace | undefined = decided?.trace
  return trace === undefined ? [] : [trace.outcome.code]
}

export const known = [CEL.read, readVectors]
// @ts-expect-error: a scenario has more than this
decider(readRequest)({ version: 1 })
`,
    )
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'ES2023',
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    }
    put('tsconfig.json', JSON.stringify({ compilerOptions, files: ['typed.ts'] }))
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    expect(await run(process.execPath, tsc, '-p', 'tsconfig.json').catch(({ stdout }) => stdout)).toBe('')
  })
}

test('a page that Vite builds decides with the engine, and loads conditions only when it asks for them', async ({
  page,
}) => {
  put(
    'page/index.html',
    '<!doctype html><title>A page</title><p role="status"></p><script type="module" src="main.js"></script>',
  )
  put(
    'page/main.js',
    `import { decider, readRequest } from '@authz-playground/engine'
import { readScenarioDocument } from '@authz-playground/engine/document'

const { document: found } = readScenarioDocument('version: 1\\nrequestor: {username: deputy}\\nrequest: {http: GET /healthz}\\n')
const { trace } = decider(readRequest)(found.scenario)
const { CEL } = await import('@authz-playground/engine/conditions')
document.querySelector('[role=status]').textContent = trace.outcome.message + ('problems' in CEL.read('1 +') ? ' CEL reads.' : '')
`,
  )
  const outDir = join(project, 'page', 'dist')
  await build({ root: join(project, 'page'), configFile: false, logLevel: 'error', base: './', build: { outDir } })
  const server = await servePlainly(outDir)
  await page.goto(server.address)
  await expect(page.getByRole('status')).toHaveText('forbidden: User "deputy" cannot get path "/healthz" CEL reads.')
  server.close()
  const first = readFileSync(join(outDir, 'index.html'), 'utf8')
  expect(readdirSync(join(outDir, 'assets')).filter((file) => !first.includes(file)).length).toBeGreaterThan(0)
})
