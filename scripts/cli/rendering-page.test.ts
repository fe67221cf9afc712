import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../files.mjs'
import { COMMAND_LINE } from './built.ts'

const PAGE = readFileSync(join(root, 'docs/rendering.md'), 'utf8')
const blocks = (language: string) =>
  [...PAGE.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].flatMap(([, indent = '', found, text = '']) =>
    found === language ? [text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')] : [],
  )
const commands = blocks('sh').flatMap((block) => block.trim().split('\n'))

const folder = mkdtempSync(join(tmpdir(), 'rendering-'))
const [scenario = ''] = blocks('yaml')
const [inPage = ''] = blocks('markdown')

beforeAll(() => {
  writeFileSync(join(folder, 'scenario.yaml'), scenario)
  const course = readFileSync(join(root, 'packages/courses/rbac-from-nothing/course.yaml'))
  writeFileSync(join(folder, 'course.yaml'), course)
  mkdirSync(join(folder, 'content'))
  writeFileSync(join(folder, 'content', 'index.md'), inPage.replace('healthz}', 'healthz}\nexpect: [{code: 403}]'))
  writeFileSync(join(folder, 'content', 'scenario.yaml'), scenario)
  writeFileSync(join(folder, 'content', 'course.yaml'), course)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(command: string): string {
  const [, words = '', to] = /^authz-playground (.*?)(?: > (\S+))?$/.exec(command) ?? []
  const args = [COMMAND_LINE, ...words.split(' ')]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: '' })
  if (to !== undefined) writeFileSync(join(folder, to), stdout)
  return stdout
}

describe('docs/rendering.md', { timeout: 120_000 }, () => {
  it('tells commands that do what it says, as written', () => {
    expect(commands.length).toBeGreaterThan(8)
    for (const command of commands) {
      const out = run(command)
      const file = / (?:--to|>) (\S+[^/])$/.exec(command)?.[1]
      if (file !== undefined) expect(existsSync(join(folder, file)), command).toBe(true)
      if (command.startsWith('authz-playground check scenario')) expect(out).toBe('1 of 1 expectation holds\n')
    }
    expect(existsSync(join(folder, 'pictures/scenario.animated.svg'))).toBe(true)
    expect(readFileSync(join(folder, 'results.xml'), 'utf8')).toContain('tests="2" failures="0" errors="0"')
  })

  it('names every form that there is', () => {
    const help = run('authz-playground render --help')
    const forms = /--output FORM +(.*); svg/.exec(help)?.[1]?.split(', ') ?? []
    expect(forms.length).toBeGreaterThan(5)
    for (const form of forms) expect(PAGE).toContain(`| \`${form}\``)
  })
})
