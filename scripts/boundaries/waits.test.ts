import { describe, expect, it } from 'vitest'
import { violations } from './violations.ts'

const manifests = new Map([
  ['packages/engine/package.json', { exports: { '.': './src/index.ts', './internal/*': './src/*/index.ts' } }],
])
const LATER = "export const load = () => import('./part.ts').catch(() => undefined)"

const waits = (files: Record<string, string>) =>
  violations({ files: new Map(Object.entries(files)), manifests })
    .filter(({ message }) => message.startsWith('waits'))
    .map(({ path, line, message }) => `${path}:${line}: ${message}`)

describe('a module that waits at its top level', () => {
  it('must not load a part later itself', () => {
    const text = "\nawait arrive()\nasync function arrive() { try { await import('./open-link.ts') } catch { say() } }"
    expect(waits({ 'app/src/page/main.tsx': text })).toEqual([
      expect.stringMatching(/^app\/src\/page\/main\.tsx:2: .*app\/src\/page\/main\.tsx:3 loads a part later/),
    ])
  })

  it('must not reach one that does, through other modules and packages', () => {
    const files = {
      'app/src/session/a.ts': "import { b } from './b.ts'\nexport const a = await b()",
      'app/src/session/b.ts': "import { c } from '@authz-playground/engine'\nexport const b = c",
      'packages/engine/src/index.ts': "export { load as c } from './decide/index.ts'",
      'packages/engine/src/decide/index.ts': "export { load } from './load.ts'",
      'packages/engine/src/decide/load.ts': LATER,
    }
    expect(waits(files)).toEqual([
      expect.stringMatching(
        /^app\/src\/session\/a\.ts:2: .*decide\/load\.ts:1, by way of app\/src\/session\/b\.ts, loads/,
      ),
    ])
  })

  it.each([
    ['waits for each of several', 'for await (const one of all) use(one)'],
    ['has it in a declaration', 'export const { a } = await b()'],
    ['has it in a block', 'if (b) { await b() }'],
  ])('is found where it %s', (_, text) => {
    expect(waits({ 'app/src/page/a.ts': `import './b.ts'\n${text}`, 'app/src/page/b.ts': LATER })).toHaveLength(1)
  })

  it.each([
    ['waits in a function only', "import { load } from './b.ts'\nexport const a = async () => await load()"],
    ['imports types only', "import type { B } from './b.ts'\nawait c()"],
    ['imports types only, each by its name', "import { type B } from './b.ts'\nawait c()"],
    ['imports another name of a file that only exports', "import { other } from './index.ts'\nawait other()"],
    ['starts a worker', "new Worker(new URL('./b.ts', import.meta.url))\nawait c()"],
  ])('may do so where it %s', (_, text) => {
    const files = {
      'app/src/page/a.ts': text,
      'app/src/page/b.ts': LATER,
      'app/src/page/index.ts': "export { load } from './b.ts'\nexport { other } from './c.ts'",
      'app/src/page/c.ts': 'export const other = () => 1',
    }
    expect(waits(files)).toEqual([])
  })

  it('may do so in a test', () => {
    expect(waits({ 'app/src/page/a.test.ts': "const { a } = await import('./b.ts')" })).toEqual([])
  })
})
