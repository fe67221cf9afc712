import { once } from 'node:events'
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { written } from './files.ts'
import { machine } from './machine.ts'
import { BINDING, ROLE, runInFolder } from './testing.ts'
import type { World } from './world.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'authz-playground-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A role with a singular, which `--fix` mends. */
const MISSPELT = ROLE.replace('resources: [pods]', 'resources: [pod]')

function put(name: string, content: string | Uint8Array = MISSPELT): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

const run = (args: readonly string[], change?: Partial<World>) => runInFolder(folder, args, change)

it('replaces a file with its mode, its mark and its line ends, behind a link too', async () => {
  const path = put('real/role.yaml', `\ufeff${MISSPELT.replaceAll('\n', '\r\n')}`)
  chmodSync(path, 0o640)
  symlinkSync('real/role.yaml', join(folder, 'link.yaml'))
  const { err } = await run(['lint', '--fix', join(folder, 'link.yaml')])
  expect(err).toBe('1 file was changed: link.yaml.\n')
  expect(readFileSync(path, 'utf8')).toBe(`\ufeff${ROLE.replaceAll('\n', '\r\n')}`)
  expect(statSync(path).mode & 0o777).toBe(0o640)
  expect(lstatSync(join(folder, 'link.yaml')).isSymbolicLink()).toBe(true)
  expect(readdirSync(join(folder, 'real'))).toEqual(['role.yaml'])
})

it('leaves a file as it was where the new one cannot be written whole', () => {
  const path = put('role.yaml')
  const full = (function* () {
    yield 'the first half'
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
  })()
  expect(written(path, full, machine(process))).toEqual({
    severity: 'error',
    at: path,
    message: 'This cannot be written: the disk is full.',
  })
  expect(readFileSync(path, 'utf8')).toBe(MISSPELT)
  expect(readdirSync(folder)).toEqual(['role.yaml'])
})

it('goes on with the other files, and lists what was changed and what was not', async () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => put(`${name}.yaml`)) as [string, string, string, string]
  chmodSync(b, 0o444)
  linkSync(c, put('elsewhere/x').replace(/x$/, 'c.yaml'))
  const { status, err, out } = await run(['lint', '--fix', a, b, c, d])
  expect(err.split('\n').slice(0, 3)).toEqual([
    '2 files were changed: a.yaml, d.yaml.',
    'b.yaml: error: This cannot be written: permission denied.',
    'c.yaml: error: This cannot be written: it has another name, a hard link, where the old content would stay.',
  ])
  expect(status).toBe(2)
  expect(out).toContain('b.yaml:6')
  expect(out).not.toContain('a.yaml:6')
  expect([a, b, c, d].map((path) => readFileSync(path, 'utf8'))).toEqual([ROLE, MISSPELT, MISSPELT, ROLE])
})

it('changes no file that was changed by somebody else meanwhile, and takes one that is named twice once', async () => {
  const path = put('role.yaml')
  const { placeOf, readFile } = machine(process)
  let reads = 0
  const { status, err } = await run(['lint', '--fix', path], {
    placeOf,
    readFile: (name) => {
      if (reads++ === 1) writeFileSync(path, `# theirs\n${MISSPELT}`)
      return readFile(name)
    },
  })
  expect(err).toContain('role.yaml: error: This has changed since it was read, and is left as it is.')
  expect(status).toBe(2)
  expect(readFileSync(path, 'utf8')).toBe(`# theirs\n${MISSPELT}`)

  expect((await run(['lint', '--fix', path, `${folder}/./role.yaml`])).err).toBe('1 file was changed: role.yaml.\n')
})

it('refuses a compressed file', async () => {
  const bytes = gzipSync(MISSPELT)
  const path = put('role.yaml.gz', bytes)
  const { status, err } = await run(['lint', '--fix', path])
  expect(err).toContain('role.yaml.gz: error: --fix changes texts, and this file is compressed.')
  expect(status).toBe(2)
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

it('writes to a device, and not in its place', () => {
  expect(written('/dev/null', ['x'], machine(process))).toBeUndefined()
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
})

it('goes on with other pictures where one cannot be written', async () => {
  const scenario = `version: 1
requestor: {username: jane}
request: {http: GET /healthz}
policy: ''
`
  const [a, b] = [put('a.yaml', scenario), put('b.yaml', scenario)]
  mkdirSync(join(folder, 'out/a.svg'), { recursive: true })
  const { status, err } = await run(['render', a, b, '--to', join(folder, 'out/')])
  expect(err).toContain('out/a.svg: error: This cannot be written: it is a folder.')
  expect(status).toBe(2)
  expect(readFileSync(join(folder, 'out/b.svg'), 'utf8')).toContain('<svg')
})

it('follows links to folders, each once, and circles end', async () => {
  put('other/binding.yaml', BINDING)
  put('rbac/role.yaml', ROLE)
  symlinkSync('../other', join(folder, 'rbac/shared'))
  symlinkSync('../other', join(folder, 'rbac/shared-too'))
  symlinkSync('..', join(folder, 'other/up'))
  symlinkSync('role.yaml', join(folder, 'rbac/same.yaml'))
  const { out, status } = await run(['lint', join(folder, 'rbac'), '-o', 'json'])
  const read = (JSON.parse(out) as { readonly files: readonly { readonly file: string }[] }).files
  expect(read.map(({ file }) => file)).toEqual(['rbac/role.yaml', 'rbac/shared/binding.yaml'])
  expect(status).toBe(0)
})

it('names every entry of a folder that cannot be read', async () => {
  put('role.yaml', ROLE)
  symlinkSync('gone.yaml', join(folder, 'dangling.yaml'))
  symlinkSync('circle.yaml', join(folder, 'circle.yaml'))
  const server = createServer().listen(join(folder, 'socket.yaml'))
  await once(server, 'listening')
  symlinkSync('gone', join(folder, 'unwanted'))
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff]), Buffer.from('.yaml')]), ROLE)
  const { status, err, out } = await run(['lint', folder])
  server.close()
  expect(err.trim().split('\n')).toEqual([
    'circle.yaml: error: This is a link that leads back to itself.',
    'dangling.yaml: error: This is a link to a file that does not exist.',
    'socket.yaml: error: This is a pipe, a socket or a device, and a file is expected.',
    '\ufffd.yaml: error: The name of this file is not UTF-8.',
  ])
  expect([status, out]).toEqual([2, ''])
})

it('reads no more than its bound', async () => {
  // A file of gzip may have any number of parts, one after the other.
  const part = gzipSync(Buffer.alloc(1 << 24, '#\n'), { level: 1 })
  const bomb = put('bomb.yaml.gz', Buffer.concat(Array.from({ length: 17 }, () => part)))
  expect((await run(['lint', bomb])).err).toContain(
    'bomb.yaml.gz: error: This is compressed with gzip; uncompressed it is larger than 256 MiB',
  )
  expect((await run(['lint', '/dev/zero'])).err).toContain(
    '/dev/zero: error: This is larger than 256 MiB, which is the most that is read as one text.',
  )
  const breaks = put('breaks.yaml', Buffer.alloc((1 << 24) + 1, '\n'))
  const half = put('half.yaml', Buffer.alloc(1 << 23, '\n'))
  const returns = put('returns.yaml', Buffer.alloc((1 << 24) + 1, '\r'))
  const tooMany = 'error: This has more than 16,777,216 lines, which is the most that is read as one text.\n'
  for (const command of ['lint', 'run', 'explain']) {
    expect(await run([command, breaks])).toMatchObject({ status: 2, err: `breaks.yaml: ${tooMany}` })
  }
  expect((await run(['lint', returns])).err).toBe(`returns.yaml: ${tooMany}`)
  expect((await run(['who-can', 'get', 'pods', '--policy', `${half},${half}`])).err).toBe(`half.yaml: ${tooMany}`)
})
