import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../files.mjs'
import { publishedPackages } from './libraries.ts'
import { notesOf, readRelease } from './release.ts'

const WORKFLOWS = join(root, '.github', 'workflows')
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

describe('a release', () => {
  it('has one version for all packages, and nothing in its way', () => {
    const { version, problems } = readRelease()
    expect(problems).toEqual([])
    const folders = readdirSync(join(root, 'packages')).map((name) => join('packages', name))
    expect(folders.filter((folder) => manifestOf(folder).version !== version)).toEqual([])
  })

  it('publishes every package that is not private', () => {
    const open = readdirSync(join(root, 'packages')).filter(
      (name) => manifestOf(join('packages', name)).private !== true,
    )
    expect([...publishedPackages].sort()).toEqual(open.sort())
  })

  it('wants a tag with its version, and notes in the changelog', () => {
    const { version } = readRelease()
    expect(readRelease('v9.9.9').problems).toContain(
      `The tag is v9.9.9, and package.json at the top has the version ${version}.`,
    )
    const changelog =
      '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- B\n\n## [0.1.0]\n\n- A\n'
    expect(notesOf('0.2.0', changelog)).toBe('### Added\n\n- B')
    expect(notesOf('0.1.0', changelog)).toBe('- A')
    expect(notesOf('0.3.0', changelog)).toBe('')
  })
})

describe.each(readdirSync(WORKFLOWS))('the workflow %s', (name) => {
  const text = readFileSync(join(WORKFLOWS, name), 'utf8')

  it('runs only commands that package.json has', () => {
    const { scripts } = manifestOf('')
    const named = [...text.matchAll(/\bnpm (?:run )?(test|start|[\w-]+:[\w:-]+)/g)].map(([, script = '']) => script)
    expect(named).not.toEqual([])
    expect(named.filter((script) => !(script in scripts))).toEqual([])
  })

  it('names each action by a commit, with its version beside it', () => {
    const used = text.match(/^.*\buses: .*$/gm) ?? []
    expect(used.filter((line) => !/uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  })

  it('may only read, but for what a job needs to publish', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m)
    const jobs = text.slice(text.indexOf('\njobs:\n'))
    const writing = [...jobs.matchAll(/^ {6}([\w-]+): write$/gm)].map(([, scope = '']) => scope)
    expect(writing.sort()).toEqual(name === 'release.yml' ? ['contents', 'id-token'] : ['id-token', 'pages'])
  })
})
