import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { createContext, Script } from 'node:vm'
import { decider, needsConditions } from '@authz-playground/engine'
import { EXAMPLES } from '@authz-playground/examples'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../files.mjs'

const manifest: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(`${root}/packages/engine/package.json`, 'utf8'),
)

let bundle: Rolldown.OutputChunk

beforeAll(async () => {
  const output = await build({
    root: `${root}/packages/engine`,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: `${root}/packages/engine/src/index.ts`, formats: ['iife'], name: 'engine' },
    },
  })
  const [chunk] = (Array.isArray(output) ? output : [output]).flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('the engine was not bundled')
  bundle = chunk
}, 60_000)

describe('the engine, alone', () => {
  it('consists of its own files and the packages that it declares', () => {
    const packages = Object.keys(manifest.dependencies)
    const strangers = bundle.moduleIds
      .filter((id) => !id.startsWith('\0'))
      .map((id) => relative(root, id).replaceAll('\\', '/'))
      .filter((path) => !path.startsWith('packages/engine/src/'))
      .filter((path) => !packages.some((name) => path.lastIndexOf(`node_modules/${name}/`) > -1))
    expect(strangers).toEqual([])
    expect(bundle.imports).toEqual([])
    expect(bundle.moduleIds.length).toBeGreaterThan(10)
  })

  it('decides every example where there is nothing but the language, as it does here', async () => {
    // The library of conditions, an entry of its own, does not start without TextEncoder.
    const scenarios = EXAMPLES.map(({ scenario }) => scenario).filter((one) => !needsConditions(one))
    // No DOM, no Node, no web platform; texts are what can be handed over.
    const world = createContext({ scenarios: JSON.stringify(scenarios) })
    const missing = new Script('typeof document + typeof process + typeof URL + typeof TextEncoder').runInContext(world)
    expect(missing).toBe('undefined'.repeat(4))
    const decideThere = `${bundle.code}\nengine.decider().then((decide) => JSON.stringify(JSON.parse(scenarios).map((one) => decide(one))))`
    const there: unknown = JSON.parse(await new Script(decideThere).runInContext(world))
    const decide = await decider()
    const here: unknown = JSON.parse(JSON.stringify(scenarios.map((one) => decide(one))))
    expect(there).toEqual(here)
    expect(scenarios.length).toBeGreaterThan(10)
  })
})
