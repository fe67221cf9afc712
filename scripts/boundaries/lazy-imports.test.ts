import { describe, expect, it } from 'vitest'
import { unguardedImports } from './lazy-imports.ts'

const PATH = 'app/src/page/App.tsx'
const lines = (text: string, path = PATH) => unguardedImports(path, text).map(({ line }) => line)

describe('a lazy import', () => {
  it.each([
    [
      'the argument of a guard',
      "const share = lazyDialog('Share', () => import('./a.tsx').then(({ Share }) => Share))",
    ],
    [
      'awaited in the argument of a guard',
      "const a = lazyPart<Props>('A', async () => {\nconst { A } = await import('./a.tsx')\nreturn A\n})",
    ],
    ['awaited where a failure is caught', "async function a() { try { await import('./a.ts') } catch { say() } }"],
    ['with what follows a failure', "function a() { import('./a.ts').then(set, () => say()) }"],
    ['among others whose failure is caught', "const a = () => { Promise.all([b(), import('./a.ts')]).catch(say) }"],
    [
      'in a function that only guards call',
      "const a = () => import('./a.ts')\nlazyPart('A', () => a().then(({ A }) => A))",
    ],
    [
      'in a function whose calls are caught',
      "async function a() { return (await import('./a.ts')).b }\nexport const b = () => a().catch(() => undefined)",
    ],
    ['of types', "type A = typeof import('./a.ts')"],
  ])('is guarded as %s', (_, text) => {
    expect(lines(text)).toEqual([])
  })

  it.each([
    ['that nobody handles', "export async function a() {\nconst { b } = await import('./a.ts')\n}", [2]],
    ['at the top level', "const { b } = await import('./a.ts')", [1]],
    [
      'that is not awaited where failures are caught',
      "function a() { try { void import('./a.ts') } catch { say() } }",
      [1],
    ],
    ['in a `try` without a `catch`', "async function a() { try { await import('./a.ts') } finally { b() } }", [1]],
    ['in a `catch`', "async function a() { try { b() } catch { await import('./a.ts') } }", [1]],
    ['with only what follows a success', "function a() { import('./a.ts').then(set) }", [1]],
    ['in a function that other files call', "export const a = () => import('./a.ts')\nlazyPart('A', () => a())", [1]],
    [
      'in a function that is called once without a guard',
      "const a = () => import('./a.ts')\nlazyPart('A', a2)\na()",
      [1],
    ],
    [
      'in a function that is called later than its guard ends',
      "const a = () => import('./a.ts')\nlazyPane('A', () => () => a())",
      [1],
    ],
    ['as the argument of another function', "soon('A', () => import('./a.tsx'))", [1]],
  ])('is found %s', (_, text, expected) => {
    expect(lines(text)).toEqual(expected)
  })

  it('may fail in the worker, which answers so', () => {
    expect(lines("export const a = () => import('./a.ts')", 'app/src/worker/worker.ts')).toEqual([])
  })

  it('may fail in a function whose failure others report, and in no other of its file', () => {
    const text =
      "export async function openLink() { await b() }\nasync function b() { await import('./a.ts') }\nexport async function c() { await import('./a.ts') }"
    expect(lines(text, 'app/src/page/open-link.ts')).toEqual([3])
  })
})
