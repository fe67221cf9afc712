import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../files.mjs'
import { COMMAND_LINE } from './built.ts'

const PAGE = readFileSync(join(root, 'docs/teaching.md'), 'utf8')

/** The blocks of a language, each with the line before it that names its file or says that it is printed. */
const blocks = [...PAGE.matchAll(/([^\n]*)\n\n```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, before = '', language, text = '']) => ({
    before,
    language,
    text,
  }),
)
const commands = blocks.flatMap(({ language, text }) => (language === 'sh' ? text.trim().split('\n') : []))
const folder = mkdtempSync(join(tmpdir(), 'teaching-'))

beforeAll(() => {
  for (const { before, text } of blocks) {
    const [, file] = /`([\w./-]+\.(?:yaml|txt))`(?::| is such a file:)$/.exec(before) ?? []
    if (file === undefined) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const wordsOf = (command: string) => /^authz-playground (.*?)(?: > (\S+))?$/.exec(command) ?? []

function run(command: string): string {
  const [, words = '', to] = wordsOf(command)
  const { status, stdout } = spawnSync(process.execPath, [COMMAND_LINE, ...words.split(' ')], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect({ command, status }).toEqual({ command, status: 0 })
  if (to !== undefined) writeFileSync(join(folder, to), stdout)
  return stdout
}

/** What a command that serves answers for a course, and where it ends without an address, what it prints. */
async function servedCourse(command: string): Promise<string> {
  const [, words = ''] = wordsOf(command)
  // Any free port: another one may be taken on this machine.
  const server: ChildProcess = spawn(process.execPath, [COMMAND_LINE, ...words.split(' '), '--port', '0'], {
    cwd: folder,
  })
  try {
    const printed = await new Promise<string>((resolve) => {
      let text = ''
      const read = (piece: Buffer) => {
        text += piece.toString()
        if (/http:\/\/localhost:\d+/.test(text)) resolve(text)
      }
      server.stdout?.on('data', read)
      server.stderr?.on('data', read)
      server.on('exit', () => resolve(text))
    })
    const [address] = /http:\/\/localhost:\d+/.exec(printed) ?? []
    if (address === undefined) return printed
    const answer = await fetch(`${address}/courses/first-workshop.yaml`)
    return await answer.text()
  } finally {
    server.kill('SIGINT')
  }
}

describe('docs/teaching.md', { timeout: 120_000 }, () => {
  it('has files and commands that do what it says, as written', async () => {
    expect(commands.length).toBeGreaterThan(6)
    const course = readFileSync(join(folder, 'courses/first-workshop.yaml'), 'utf8')
    for (const command of commands) {
      if (command.includes(' serve ')) {
        expect(await servedCourse(command)).toBe(course)
        continue
      }
      const out = run(command)
      if (command.includes(' check ')) expect(out).toContain('nothing was found')
      if (command.includes(' link ')) expect(out).toMatch(/^https:\/\/playground\.example\/#k1\/[\w-]+\/restart\n$/)
      if (command.includes('--explain')) expect(PAGE).toContain(`prints\n\n\`\`\`text\n${out}\`\`\``)
    }
    expect(readFileSync(join(folder, 'grades.csv'), 'utf8')).toContain('anna.yaml')
    expect(readFileSync(join(folder, 'grades.html'), 'utf8')).toContain('<!doctype html>')
  })
})
