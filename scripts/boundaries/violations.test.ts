import { describe, expect, it } from 'vitest'
import { violations } from './violations.ts'

const manifests = new Map([
  ['package.json', { dependencies: { react: '19.0.0', 'monaco-editor': '0.57.0' } }],
  [
    'packages/engine/package.json',
    {
      dependencies: { 'js-yaml': '5.0.0', zustand: '5.0.0' },
      exports: { '.': './a.ts', './internal/*': './src/*/index.ts' },
    },
  ],
  ['packages/cli/package.json', { devDependencies: { 'js-yaml': '5.0.0' } }],
  ['packages/examples/package.json', { exports: { '.': './a.ts', './first': './b.ts' } }],
])

const messages = (files: Record<string, string>) =>
  violations({ files: new Map(Object.entries(files)), manifests }).map(
    (one) => `${one.path}:${one.line}: ${one.message}`,
  )

describe('import boundaries', () => {
  it.each([
    ['packages/engine/src/trace/trace.ts', "import { a } from '../kube/index.ts'"],
    ['packages/engine/src/trace/trace.ts', "import type { A } from './step.ts'"],
    ['packages/engine/src/designs/released/legacy/legacy.ts', "import { ask } from '../../design.ts'"],
    ['packages/engine/src/designs/conditions/compiled/compiled.ts', "import { modes } from '../../released/modes.ts'"],
    ['packages/engine/src/designs/kep-5284/proposal/proposal.ts', "import { a } from '../workflow.ts'"],
    ['packages/engine/src/designs/registry.ts', "export { legacy } from './released/legacy/legacy.ts'"],
    ['packages/engine/src/report/status.ts', "import { s } from '../decide/index.ts'"],
    ['packages/engine/src/index.ts', "export * from './decide/index.ts'"],
    ['app/src/page/main.tsx', "import text from '@authz-playground/examples/first?inline'"],
    ['packages/engine/src/policy/read.ts', "import { load } from 'js-yaml'"],
    ['packages/engine/src/policy/read.test.ts', "import { readFileSync } from 'node:fs'\nimport { it } from 'vitest'"],
    ['packages/engine/src/decide/words.test.ts', "import { sentences } from '../report/index.ts'"],
    ['packages/examples/src/index.ts', "import type { Scenario } from '@authz-playground/engine'"],
    ['packages/examples/src/index.ts', "import { a } from '@authz-playground/engine/internal/kube'"],
    ['packages/engine/src/entries/logs.ts', "export { a } from '../logs/index.ts'"],
    ['packages/conformance/src/cli.ts', "import { readFileSync } from 'node:fs'"],
    ['packages/cli/src/render.ts', "import { load } from 'js-yaml'"],
    ['app/src/page/main.tsx', "import { useState } from 'react'\nimport '@authz-playground/examples'"],
    ['app/src/page/main.tsx', "import { first } from '@authz-playground/examples/first'"],
    ['app/src/editor/monaco.ts', "import Editor from 'monaco-editor/esm/vs/editor/editor.worker?worker'"],
    ['app/src/worker/decide.ts', "new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })"],
    [
      'app/src/page/App.tsx',
      "import '../ui/reset.css'\nlazyDialog('Share', () => import('../dialogs/share/index.ts').then(({ Share }) => Share))",
    ],
    ['app/src/page/App.tsx', "import('../dialogs/gallery/Gallery.tsx').catch(say)"],
    ['app/src/dialogs/share/Share.tsx', "import { decider } from '../../session/index.ts'"],
    ['app/src/dialogs/share/a.test.ts', "import { keep } from '../../session/storage.ts'"],
    ['app/src/ui/lazy.browser.test.tsx', "import { render } from 'vitest-browser-react'\nawait import(file)"],
    ['playwright.config.ts', "import { findChromium } from './scripts/chromium.ts'"],
    ['scripts/run.cjs', "import('./' + task + '.mjs')"],
  ])('lets %s say %s', (path, text) => {
    expect(messages({ [path]: text })).toEqual([])
  })

  it.each([
    // Between rooms of the engine.
    [
      'packages/engine/src/kube/names.ts',
      "import { a } from '../trace/index.ts'",
      'kube may import text, go, not trace',
    ],
    ['packages/engine/src/kube/names.ts', "import type { A } from '../trace/index.ts'", 'not trace'],
    ['packages/engine/src/kube/names.ts', "type A = import('../trace/index.ts').A", 'not trace'],
    ['packages/engine/src/kube/names.ts', "export * from '../trace/index.ts'", 'not trace'],
    ['packages/engine/src/kube/names.ts', "export { a } from '../trace/index.ts'", 'not trace'],
    ['packages/engine/src/kube/names.ts', "const a = () => import('../trace/index.ts')", 'not trace'],
    ['packages/engine/src/kube/names.test.ts', "vi.mock('../trace/record.ts')", 'inside the room trace'],
    ['packages/engine/src/http/read.ts', "import { a } from '../yaml/index.ts'", 'http may import kube, text, go, not'],
    ['packages/engine/src/yaml/read.ts', "import { a } from '../http/index.ts'", 'yaml may import text, go, not'],
    ['packages/engine/src/designs/design.ts', "import { a } from '../report/index.ts'", 'not report'],
    ['packages/engine/src/designs/design.ts', "import { a } from '../trace/graph.ts'", 'inside the room trace'],
    ['packages/engine/src/designs/design.ts', "import type { A } from '../trace/graph.ts'", 'inside the room trace'],
    ['packages/engine/src/trace/trace.ts', "import { a } from '../index.ts'", 'is above the rooms'],
    ['packages/engine/src/logs/a.ts', "import { a } from '../entries/logs.ts'", 'not entries'],
    ['packages/engine/src/entries/logs.ts', "export { a } from '../logs/line/a.ts'", 'not the index.ts of a room'],
    ['packages/engine/src/cellar/a.ts', "import { a } from '../kube/index.ts'", 'rooms.ts does not know'],
    [
      'packages/engine/src/designs/released/legacy/legacy.ts',
      "import { a } from '../constrained/constrained.ts'",
      'may not import the design',
    ],
    [
      'packages/engine/src/designs/released/filter.ts',
      "import { a } from './constrained/constrained.ts'",
      'may not import the design',
    ],
    [
      'packages/engine/src/designs/kep-5284/proposal/proposal.ts',
      "import { a } from '../../released/constrained/constrained.ts'",
      'may not import the design',
    ],
    [
      'packages/engine/src/designs/conditions/target.ts',
      "import { a } from '../kep-5284/workflow.ts'",
      'is built on released, not on kep-5284',
    ],
    [
      'packages/engine/src/designs/released/modes.ts',
      "import { a } from '../conditions/target.ts'",
      'is built on no other, not on conditions',
    ],
    ['packages/engine/src/designs/mine/a/a.ts', "import { a } from '../../released/gate.ts'", 'does not know'],
    // Between rooms of the app.
    ['app/src/ui/a.ts', "import { a } from '../session/index.ts'", 'ui may import no other room, not session'],
    [
      'app/src/worker/a.ts',
      "import type { A } from '../session/index.ts'",
      'worker may import no other room, not session',
    ],
    ['app/src/panes/policy/a.ts', "import { a } from '../request/index.ts'", 'not panes/request'],
    ['app/src/dialogs/share/a.ts', "import { a } from '../library/index.ts'", 'not dialogs/library'],
    ['app/src/session/a.ts', "import { a } from '../page/App.tsx'", 'not page'],
    [
      'app/src/page/a.ts',
      "import type { A } from '../session/store.ts'",
      'is inside session, which gives away index.ts',
    ],
    ['app/src/lobby/a.ts', "import { a } from '../ui/index.ts'", 'lies in no room'],
    // Between packages.
    ['packages/engine/src/index.ts', "import { a } from '@authz-playground/examples'", 'no other package'],
    ['packages/engine/src/index.ts', "import { a } from '../../examples/src/index.ts'", 'lies outside packages/engine'],
    [
      'packages/examples/src/index.ts',
      "import { a } from '../../engine/src/index.ts'",
      'lies outside packages/examples',
    ],
    [
      'packages/examples/src/index.ts',
      "import { a } from '@authz-playground/engine/src/kube'",
      'reaches into a package',
    ],
    ['app/src/page/main.tsx', "import { a } from '../../../packages/engine/src/index.ts'", 'lies outside app'],
    ['app/src/page/main.tsx', "import { a } from '@authz-playground/conformance'", 'not @authz-playground/conformance'],
    [
      'app/src/page/main.tsx',
      "new Worker(new URL('../../../packages/engine/src/w.ts', import.meta.url))",
      'lies outside app',
    ],
    [
      'app/src/page/main.tsx',
      "import.meta.glob(['./a.ts', '../../../packages/examples/src/*.ts'])",
      'lies outside app',
    ],
    ['app/src/page/main.tsx', "import.meta.glob('../../../docs/*.md')", 'lies outside app'],
    ['app/src/page/main.tsx', 'import(name).catch(say)', 'write a literal'],
    ['app/src/page/main.tsx', "import '/src/a.ts'", 'an absolute path'],
    ['e2e/smoke.spec.ts', "import { a } from '../app/src/page/main.tsx'", 'lies outside e2e'],
    [
      'packages/conformance/src/cli.ts',
      "import { a } from '../../../scripts/files.mjs'",
      'lies outside packages/conformance',
    ],
    // What the engine runs without.
    ['packages/engine/src/index.ts', "import { readFileSync } from 'node:fs'", 'runs where there is no Node'],
    ['packages/engine/src/index.ts', "import { createStore } from 'zustand/vanilla'", 'the engine runs without it'],
    ['packages/engine/src/index.ts', "import { a } from 'fs'", 'fs is not among the dependencies'],
    ['packages/cli/src/render.ts', "import { a } from 'fflate'", 'fflate is not among the dependencies'],
    ['packages/engine/src/index.ts', "import fc from 'fast-check'", 'fast-check is not among the dependencies'],
    ['app/src/page/main.tsx', "import { a } from 'js-yaml'", 'js-yaml is not among the dependencies in package.json'],
    // What cannot be read.
    ['app/src/page/main.tsx', 'import { from', 'cannot be parsed'],
  ])('does not let %s say %s', (path, text, message) => {
    const found = messages({ [path]: text })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(message)
  })

  it('has a published name imported from its entry, in which others find it', () => {
    const entry = { 'packages/engine/src/index.ts': "export { decider, type Scenario } from './decide/index.ts'" }
    const importing = (names: string) => ({
      ...entry,
      'packages/examples/src/index.ts': `import { ${names} } from '@authz-playground/engine/internal/decide'`,
    })
    expect(messages(importing('chunksFor'))).toEqual([])
    expect(messages(importing('chunksFor, type Scenario'))).toEqual([
      "packages/examples/src/index.ts:1: @authz-playground/engine/internal/decide: these names are published; import Scenario from '@authz-playground/engine'",
    ])
  })

  it('keeps what is internal out of what is published', () => {
    const published = { publishConfig: { exports: { './internal/kube': './dist/kube/index.js' } } }
    const found = violations({ files: new Map(), manifests: new Map([['packages/engine/package.json', published]]) })
    expect(found.map(({ message }) => message)).toEqual(['./internal/kube is internal, and must not be published'])
  })

  it('names the line', () => {
    const text = "/* a\n b */\n\nimport { a } from '../trace/index.ts'\n"
    expect(messages({ 'packages/engine/src/kube/a.ts': text })[0]).toMatch(/^packages\/engine\/src\/kube\/a\.ts:4: /)
  })

  it('finds files that import each other in a circle, by types too', () => {
    const at = (name: string) => `app/src/session/${name}.ts`
    const circle = { [at('a')]: "import { b } from './b.ts'", [at('b')]: "import type { A } from './a.ts'" }
    expect(messages(circle)).toEqual([`${at('a')}:1: imports itself by way of ${at('b')} → ${at('a')}`])
  })

  it('finds a circle of three in the engine', () => {
    const at = (name: string) => `packages/engine/src/kube/${name}.ts`
    const circle = { [at('a')]: "import { b } from './b.ts'", [at('b')]: "export * from './c.ts'" }
    for (const back of ["import { a } from './a.ts'", "import type { A } from './a.ts'"]) {
      expect(messages({ ...circle, [at('c')]: back })).toEqual([
        `${at('a')}:1: imports itself by way of ${at('b')} → ${at('c')} → ${at('a')}`,
      ])
    }
  })
})
