import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { ARGUMENTS } from '@authz-playground/examples/arguments'
import { INTENTS } from '@authz-playground/examples/intents'
import { describe, expect, it } from 'vitest'
import { filesUnder, root } from './files.mjs'

const TOP = readdirSync(root).filter((name) => !['node_modules', '.git'].includes(name))
const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'src'))
/** The folders from which a page may name a file or folder: `designs/flowchart.ts` is a file of the engine. */
const bases = ['', 'packages', 'app/src', ...packages]
const fileNames = new Set(
  filesUnder(root, (path) => /(^|\/)(node_modules|dist|\.git|\.cache|test-results)$/.test(path)).map((path) =>
    basename(path),
  ),
)
const commands = new Set(Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts))
/** What pnpm does by itself. */
const builtIn = new Set(['install', 'pack', 'publish', 'exec', 'add'])

const markdown = (folder: string) => filesUnder(join(root, folder)).filter((path) => path.endsWith('.md'))
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => join(root, name)),
  ...markdown('docs'),
  ...markdown('.github'),
]

const sources = filesUnder(root, (path) => /(^|\/)(node_modules|dist|\.git|\.cache|docs|api)$/.test(path))
  .filter((path) => /\.(tsx?|mjs|json)$/.test(path) && !path.endsWith('docs-names.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
const words = new Set(sources.flatMap((source) => source.match(/\w+/g) ?? []))

/** `a/{b,c}.ts` names two files. */
function expanded(name: string): readonly string[] {
  const [, before = '', alternatives, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(name) ?? []
  if (alternatives === undefined) return [name]
  return alternatives.split(',').flatMap((one) => expanded(before + one.trim() + after))
}

function isThere(name: string): boolean {
  if (!name.includes('/')) return fileNames.has(name)
  return bases.some((base) => existsSync(join(root, base, name)))
}

const withoutBlocks = (text: string) => text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')

/** Code in a line that names a source, a folder (with `/` at its end) or a path from the top; built files are left out. */
function pathsIn(text: string): readonly string[] {
  return [...withoutBlocks(text).matchAll(/`([\w.{},/-]+)`/g)]
    .flatMap(([, code = '']) => expanded(code))
    .filter(
      (code) => /\.(tsx?|mjs|cjs)$|\w\/$/.test(code) || (code.includes('/') && TOP.includes(code.split('/')[0] ?? '')),
    )
    .filter((code) => !/(^|\/)(dist|node_modules)(\/|$)/.test(code))
}

describe.each(pages.map((path) => [relative(root, path), readFileSync(path, 'utf8')] as const))('%s', (page, text) => {
  it('names only files and folders that are there', () => {
    expect(pathsIn(text).filter((path) => !isThere(path))).toEqual([])
  })

  it('names only functions, types and fields that the code has', () => {
    if (!/^docs\/(architecture|decisions\/.*)\.md$/.test(page)) return
    const named = [...withoutBlocks(text).matchAll(/`([A-Za-z]+(?:\.[a-zA-Z]+)*)`/g)].flatMap(([, name = '']) =>
      name.split('.').filter((part) => /[a-z][A-Z]/.test(part)),
    )
    expect(named.filter((name) => !words.has(name))).toEqual([])
  })

  it('links only to files that are there', () => {
    const targets = [...withoutBlocks(text).matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g)].map(
      ([, target = '']) => target,
    )
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
  })

  it('names only commands that package.json has', () => {
    const code = [...text.matchAll(/^( *)```[\s\S]*?^\1```$|`[^`\n]+`/gm)].join('\n')
    const named = [...code.matchAll(/\bpnpm (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !commands.has(name) && !builtIn.has(name))).toEqual([])
  })
})

describe('what can be had', () => {
  const everywhere = [
    ...pages,
    ...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'README.md')),
    ...filesUnder(join(root, 'integrations')),
  ].filter((path) => existsSync(path))

  it('is installed by name only from the first version on that the changelog has', () => {
    const isPublished = /^## \[\d/m.test(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
    const installing =
      /\b(npm (install|i|add|exec)|pnpm (add|dlx)|npx)\b[^\n`]*@authz-playground\/|\b(unpkg\.com|jsdelivr\.net|esm\.sh)\b/
    const promising = everywhere.filter((path) => installing.test(readFileSync(path, 'utf8')))
    expect(isPublished ? [] : promising.map((path) => relative(root, path))).toEqual([])
  })
})

it.each(['README.md', 'packages/engine/README.md'])(
  'the examples in %s import what the engine gives away',
  async (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const imports = [...text.matchAll(/^import \{([^}]*)\} from '(@authz-playground\/engine[^']*)'$/gm)]
    expect(imports).not.toEqual([])
    for (const [, names = '', entry = ''] of imports) {
      const given = Object.keys(await import(entry))
      expect(given).toEqual(expect.arrayContaining(names.split(',').map((name) => name.trim())))
    }
  },
)

describe('the numbers in the README', () => {
  it('are those of the claims and intents that there are', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8').replace(/\s+/g, ' ')
    expect(readme).toContain(`${ARGUMENTS.length} claims of the documents with verdicts that computed answers hold`)
    expect(INTENTS).toHaveLength(6)
    expect(readme).toContain('six intents')
  })
})
