import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, posix, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { publint } from 'publint'
import { build } from 'vite'
import { importsOf } from '../scripts/boundaries/imports.ts'
import { root } from '../scripts/files.mjs'
import { pnpm } from '../scripts/install.mjs'
import { libraries, publishedPackages } from '../scripts/packages/libraries.ts'
import { figureOf } from './support/host.ts'
import { servePlainly } from './support/plain-server.ts'
import { serveRegistry } from './support/registry.ts'

const runFile = promisify(execFile)

/** An empty project, into which the packages are installed as if they were published. */
const project = mkdtempSync(join(tmpdir(), 'project-'))

const packages = publishedPackages.map((name) => ({
  folder: join(root, 'packages', name),
  name: `@authz-playground/${name}`,
  installed: join(project, 'node_modules', '@authz-playground', name),
}))

const embed = '@authz-playground/embed'

const readmeOfEmbed = () => readFileSync(join(project, 'node_modules', embed, 'README.md'), 'utf8')

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>
  readonly sideEffects: unknown
}

/** The file that a relative name in a module or in a file of types refers to: the types of `a.js` are in `a.d.ts`. */
function besides(file: string, specifier: string): string {
  const named = posix.join(posix.dirname(file), specifier)
  return file.endsWith('.d.ts') ? named.replace(/\.js$/, '.d.ts') : named
}

/** Runs a command in the project. Throws with its output when it fails. */
async function run(command: string, ...args: readonly string[]): Promise<string> {
  const shell = process.platform === 'win32'
  // Playwright asks for colours. Installed programs are found by name.
  const PATH = `${join(project, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`
  const env = { ...process.env, PATH, FORCE_COLOR: '0' }
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
  // Builds, packs and installs everything.
  test.setTimeout(600_000)
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
  test(`${name} comes with its licence and a README, and without files for this repository only`, async () => {
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
    const manifest = readFileSync(join(installed, 'package.json'), 'utf8')
    expect(manifest).not.toContain('workspace:')
    expect(JSON.parse(manifest)).toMatchObject({ license: 'Apache-2.0', type: 'module' })
    const { messages } = await publint({ pkgDir: installed, pack: false, strict: true })
    expect(messages).toEqual([])
  })
}

for (const { name, dependencies, entries, bundled } of libraries) {
  const installed = join(project, 'node_modules', '@authz-playground', name)
  const read = (file: string) => readFileSync(join(installed, file), 'utf8')
  const files = () =>
    readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(installed, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))

  test(`the library ${name} holds modules and their types, and nothing else`, () => {
    const kinds = new Set(files().map((file) => file.replace(/^dist\/.*?(\.d\.ts|\.js)$/, '*$1')))
    const manifest: Manifest = JSON.parse(read('package.json'))
    // Besides modules: files that are imported unchanged, and the licences of bundled code.
    const plain = Object.values(manifest.exports).filter((entry) => typeof entry === 'string')
    const inside = bundled ? ['dist/third-party.md'] : []
    const wanted = ['*.d.ts', '*.js', 'LICENSE', 'README.md', ...plain.map((path) => path.replace('./', '')), ...inside]
    expect([...kinds].sort()).toEqual(wanted.sort())
    // Importing the engine has no side effects; the element's entries are imported for theirs.
    const effects = entries.map((entry) => `./dist/${entry}.js`)
    expect(manifest.sideEffects).toEqual(name === 'embed' ? expect.arrayContaining(effects) : false)
  })

  test(`the modules and the types of ${name} name its own files, installed packages, and nothing else`, () => {
    const here = new Set(files())
    const strangers = [...here]
      .filter((file) => /\.(js|d\.ts)$/.test(file))
      .flatMap((file) => importsOf(file, read(file)).imports.map(({ specifier = '' }) => ({ file, specifier })))
      .filter(({ file, specifier }) =>
        specifier.startsWith('.')
          ? !here.has(besides(file, specifier))
          : !dependencies.some((one) => specifier === one || specifier.startsWith(`${one}/`)),
      )
    expect(strangers).toEqual([])
  })
}

for (const [what, path] of [
  ['this repository', join(root, 'README.md')],
  // The element's are for a browser, and run in one below.
  ...packages
    .filter(({ name }) => name !== embed)
    .map(({ name, installed }) => [name, join(installed, 'README.md')] as const),
] as const) {
  test(`the examples in the README of ${what} run unchanged, and print the stated output`, async () => {
    const text = readFileSync(path, 'utf8')
    const [, scenario = ''] = /`scenario\.yaml`:\n\n```yaml\n([\s\S]*?)```/.exec(text) ?? []
    put('scenario.yaml', scenario)
    const examples = text.matchAll(/^```(js|sh)\n((?:(?!^```)[\s\S])*)^```\n\nIt prints\n\n```\n([\s\S]*?)^```/gm)
    const seen: string[] = []
    for (const [, language = '', code = '', prints = ''] of examples) {
      put(`example.${language}`, code)
      expect(await run(language === 'js' ? process.execPath : 'sh', `example.${language}`)).toBe(prints)
      seen.push(code)
    }
    expect(seen).not.toEqual([])
    // Every example states its output, so that none is left out.
    expect([...text.matchAll(/```js\n/g)].length).toBe(seen.filter((code) => code.startsWith('import ')).length)
  })
}

for (const [module, moduleResolution] of [
  ['NodeNext', 'NodeNext'],
  ['ESNext', 'Bundler'],
] as const) {
  test(`TypeScript finds types that hold together, resolving modules as ${moduleResolution} does`, async () => {
    put(
      'typed.ts',
      `import { type Decided, decider, type Scenario, type Trace } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { readScenarioDocument } from '@authz-playground/engine/documents'
import { whoCanAnswer } from '@authz-playground/engine/questions'

export async function codes(text: string): Promise<readonly number[]> {
  const scenario: Scenario | undefined = readScenarioDocument(text).document?.scenario
  const decided: Decided | undefined = scenario && (await decider())(scenario)
  const trace: Trace | undefined = decided?.trace
  return trace === undefined ? [] : [trace.outcome.code]
}

export const known = [CEL.read, whoCanAnswer]
const decide = await decider()
// @ts-expect-error: a scenario has more than this
decide({ version: 1 })
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
    put(
      'listening.ts',
      `import { AuthzPlayground, type OutcomeDetail } from '${embed}'

AuthzPlayground.home = 'https://playground.example/'
export const outcomes: OutcomeDetail[] = []
const element: AuthzPlayground = document.createElement('authz-playground')
element.addEventListener('authz-outcome', ({ detail }) => outcomes.push(detail))
addEventListener('authz-step', ({ detail: { position, steps } }) => {
  if (position === steps - 1) element.position = 0
})
// @ts-expect-error: it may be absent
element.addEventListener('authz-outcome', ({ detail }) => detail.code.toFixed())
`,
    )
    put(
      'framing.ts',
      `import '${embed}/frame'
import type { StepDetail } from '${embed}/frame'

export const steps: StepDetail[] = []
document.querySelector('iframe')?.addEventListener('authz-step', ({ detail }) => steps.push(detail))
`,
    )
    const [, example = ''] = /^```js\n(.*?)^```$/ms.exec(readmeOfEmbed()) ?? []
    put('example.ts', example)
    const files = ['typed.ts', 'listening.ts', 'framing.ts', 'example.ts']
    // Each file on its own, so that the event types of one do not help another.
    for (const file of files) {
      put('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }))
      const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
      expect(await run(process.execPath, tsc, '-p', 'tsconfig.json').catch(({ stdout }) => stdout)).toBe('')
    }
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
    `import { decider } from '@authz-playground/engine'
import { readScenarioDocument } from '@authz-playground/engine/documents'

const { document: found } = readScenarioDocument('version: 1\\nrequestor: {username: deputy}\\nrequest: {http: GET /healthz}\\n')
const { trace } = (await decider())(found.scenario)
const { CEL } = await import('@authz-playground/engine/cel')
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

test('the plain page in the README of the element shows an answer as it is written', async ({ page }) => {
  const [, html = ''] = /^```html\n(.*?)^```$/ms.exec(readmeOfEmbed()) ?? []
  put('plain.html', html)
  const server = await servePlainly(project)
  await page.goto(`${server.address}plain.html`)
  const { answer, element } = figureOf(page)
  await expect(answer).toContainText('403')
  await expect(element.getByRole('group', { name: /^Flowchart/ }).first()).toBeVisible()
  await expect(page.getByText('Read until the script runs')).toBeHidden()
  // Its colours go with the page around it.
  const ink = () => element.locator('.figure').evaluate((figure) => getComputedStyle(figure).color)
  const light = await ink()
  await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'dark'))
  await expect.poll(ink).not.toBe(light)
  server.close()
})

test('the example for bundlers in the README of the element shows an answer in a page that Vite builds', async ({
  page,
}) => {
  const [, code = ''] = /^```js\n(.*?)^```$/ms.exec(readmeOfEmbed()) ?? []
  put('embedding/index.html', '<!doctype html><body><script type="module" src="main.js"></script></body>')
  put('embedding/main.js', code)
  const folder = join(project, 'embedding')
  const outDir = join(folder, 'dist')
  await build({ root: folder, configFile: false, logLevel: 'error', base: './', build: { outDir } })
  const server = await servePlainly(outDir)
  await page.goto(server.address)
  await expect(figureOf(page).answer).toContainText('403')
  await expect(page).toHaveTitle(/^403: deputy may not get the path \/healthz/)
  server.close()
})

test('on a server that renders pages the element can be imported, and does nothing', async () => {
  put('server.js', `import { AuthzPlayground } from '${embed}'\nconsole.log(typeof AuthzPlayground)\n`)
  expect(await run(process.execPath, 'server.js')).toBe('function\n')
})
