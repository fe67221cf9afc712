import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './files.mjs'

const APP = join(root, 'app/src')

interface Use {
  /** The sheet, from the folder of the page. */
  readonly sheet: string
  readonly component: string
  readonly names: ReadonlySet<string>
  /** It also takes classes by names that are only known when it runs. */
  readonly dynamic: boolean
}

function usesIn(component: string): readonly Use[] {
  const code = readFileSync(join(APP, component), 'utf8')
  return [...code.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'/gm)].map(([, styles = '', path = '']) => ({
    sheet: join(dirname(component), path),
    component,
    names: new Set([...code.matchAll(new RegExp(`\\b${styles}\\.(?!module)(\\w+)`, 'g'))].map(([, name = '']) => name)),
    dynamic: code.includes(`${styles}[`),
  }))
}

function classesOf(sheet: string): ReadonlySet<string> {
  const css = readFileSync(join(APP, sheet), 'utf8').replace(/\/\*.*?\*\//gs, '')
  return new Set([...css.matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/gi)].map(([, name = '']) => name))
}

const FILES = readdirSync(APP, { recursive: true, encoding: 'utf8' })
const SHEETS = FILES.filter((path) => path.endsWith('.module.css'))
const USES = FILES.filter((path) => /\.tsx?$/.test(path)).flatMap(usesIn)

describe('a CSS module', () => {
  it('defines each class that a component takes from it', () => {
    const missing = USES.flatMap(({ sheet, component, names }) =>
      [...names].filter((name) => !classesOf(sheet).has(name)).map((name) => `${component}: .${name} of ${sheet}`),
    )
    expect(missing).toEqual([])
  })

  it('defines no other class', () => {
    const unused = SHEETS.flatMap((sheet) => {
      const uses = USES.filter((use) => use.sheet === sheet)
      if (uses.some(({ dynamic }) => dynamic)) return []
      const taken = new Set(uses.flatMap(({ names }) => [...names]))
      return [...classesOf(sheet)].filter((name) => !taken.has(name)).map((name) => `${sheet}: .${name}`)
    })
    expect(unused).toEqual([])
  })
})
