import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openedForWriting, pipePieces, readBounded } from './bounded-read.ts'
import { written } from './files.ts'
import { machine } from './machine.ts'
import { BINDING, ROLE, runInFolder } from './testing.ts'
import type { World } from './world.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'authz-playground-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (args: readonly string[], change?: Partial<World>) => runInFolder(folder, args, change)

function put(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('a pipe', () => {
  const made = (name: string): string => {
    const path = join(folder, name)
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path])
    return path
  }
  /** Another program writes the file into the pipe, after it has held the pipe open for a while. */
  const fed = (pipe: string, file: string) =>
    once(spawn('sh', ['-c', 'exec 3>"$1"; sleep 0.1; cat "$2" >&3', 'sh', pipe, file]), 'close')
  /** A machine that does not wait until another program opens a pipe. */
  const impatient: Partial<World> = {
    readFile: (path) => readBounded(path, 0),
    pieces: (path) => Readable.from(pipePieces(path, 0)),
  }
  const SCENARIO = "version: 1\nrequestor: {username: jane}\nrequest: {http: GET /healthz}\npolicy: ''\n"

  it.each([
    ['lint'],
    ['lint', '--fix'],
    ['run'],
    ['check'],
    ['fix'],
    ['explain'],
    ['render'],
    ['observe'],
    ['course', 'check'],
    ['merge'],
    ['constrain', '--policy', '/dev/null', '--log'],
    ['who-can', 'get', 'pods', '--policy'],
    ['diff', '/dev/null'],
  ])('that no program writes to is an error of %s', async (...args) => {
    const { status, err } = await run([...args, made('pipe.yaml')], impatient)
    expect(err).toContain('pipe.yaml: error: This is a pipe that no program writes to.')
    expect(status).toBe(2)
  })

  it('that a program writes to is read to its end', async () => {
    const pipe = made('pipe')
    const policy = put('policy.yaml', BINDING + '#\n'.repeat(200_000))
    const ended = fed(pipe, policy)
    expect(Buffer.from(machine(process).readFile(pipe)).equals(readFileSync(policy))).toBe(true)
    await ended
    const read = fed(pipe, put('scenario.yaml', SCENARIO))
    expect(await run(['run', pipe])).toMatchObject({ status: 0, err: '' })
    await read
  })

  it('of logs is read once, also where it holds scenarios', async () => {
    const pipe = made('pipe.yaml')
    const scenario = put(
      'scenario.yaml',
      `${SCENARIO.replace('GET /healthz', '"GET /healthz HTTP/1.1\\nImpersonate-User: joe"')}`,
    )
    const ended = fed(pipe, scenario)
    const { out, status } = await run(['observe', pipe])
    await ended
    const asFile = await run(['observe', scenario])
    expect({ out: out.replace('pipe.yaml', 'scenario.yaml'), status }).toEqual({
      out: asFile.out,
      status: asFile.status,
    })
    expect(out).toContain('jane')
  })

  it('is never changed by --fix', async () => {
    const pipe = made('pipe.yaml')
    const ended = fed(pipe, put('role.yaml', ROLE.replace('resources: [pods]', 'resources: [pod]')))
    const { err, status } = await run(['lint', '--fix', pipe])
    await ended
    expect(err).toContain('pipe.yaml: error: --fix changes files, and this is a pipe or a device.')
    expect(status).toBe(2)
    expect(statSync(pipe).isFIFO()).toBe(true)
  })

  it('is written to where a program reads from it, and refused where none does', async () => {
    const pipe = made('pipe')
    expect(() => openedForWriting(pipe, 0)).toThrow('ENXIO')
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'ignore'] })
    const got = text(reader.stdout)
    expect(written(pipe, ['a', 'b'], machine(process))).toBeUndefined()
    expect(await got).toBe('ab')
  })
})
