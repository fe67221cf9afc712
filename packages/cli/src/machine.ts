import { isUtf8 } from 'node:buffer'
import {
  createReadStream,
  existsSync,
  fstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { networkInterfaces } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import ASSETS from '../assets.json' with { type: 'json' }
import { BoundedParts, isPipe, PIECE, pipePieces, readBounded } from './bounded-read.ts'
import { replacedFile } from './replaced-file.ts'
import { closed, listen } from './serve/listen.ts'
import { type Asset, colored, type FolderEntry, type NetworkAddress, type World } from './world.ts'

/** The world of a process. */
export function machine(process: NodeJS.Process): World {
  const { stdin, stdout, stderr, env } = process
  return {
    readFile: (path) => readBounded(path),
    placeOf: (path) => realpathSync(path),
    entries: (path) => (statSync(path).isDirectory() ? entriesOf(path) : undefined),
    readStdin: async () => {
      const parts = new BoundedParts()
      for await (const part of piecesOf(stdin)) parts.add(part)
      return parts.joined()
    },
    pieces: (path) => {
      if (path === '-') return piecesOf(stdin)
      return isPipe(path) ? Readable.from(pipePieces(path)) : createReadStream(path, { highWaterMark: PIECE })
    },
    size: (path) => {
      const stats = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false })
      return stats?.isFile() ? stats.size : undefined
    },
    out: (content) => stdout.write(content),
    err: (text) => stderr.write(text),
    replaceFile: replacedFile,
    asset: (name) => readFileSync(assetPath(name)),
    site: sitePath(),
    serve: async (answers, where) => {
      const { server, port } = await listen(answers, where)
      const asked = new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
      })
      return { port, ended: asked.then(() => closed(server)) }
    },
    addresses,
    terminal: stdout.isTTY === true,
    live: stderr.isTTY === true,
    color: { out: colored(stdout, env), err: colored(stderr, env) },
  }
}

/** Standard input. Node reads nothing from a folder there, and reports no error. */
async function* piecesOf(stdin: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (fstatSync(0).isDirectory()) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR' })
  yield* stdin
}

/** The entries of a folder; a link counts as what it leads to. */
function entriesOf(folder: string): readonly FolderEntry[] {
  return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }).map((entry): FolderEntry => {
    const name = entry.name.toString()
    if (!isUtf8(entry.name)) return { name, kind: 'unreadable', reason: 'The name of this file is not UTF-8.' }
    if (!entry.isSymbolicLink()) return { name, ...kindOf(entry) }
    const path = join(folder, name)
    try {
      return { name, ...kindOf(statSync(path)), place: realpathSync(path) }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      return { name, kind: 'unreadable', reason: LINK_REASONS[code] ?? `This link cannot be followed (${code}).` }
    }
  })
}

const LINK_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'This is a link to a file that does not exist.',
  ELOOP: 'This is a link that leads back to itself.',
  EACCES: 'This is a link to a place that may not be read: permission denied.',
}

function kindOf(entry: Pick<Stats, 'isFile' | 'isDirectory'>): Pick<FolderEntry, 'kind' | 'reason'> {
  if (entry.isFile()) return { kind: 'file' }
  if (entry.isDirectory()) return { kind: 'folder' }
  return { kind: 'unreadable', reason: 'This is a pipe, a socket or a device, and a file is expected.' }
}

/** In the source tree the files are in other packages; `scripts/cli/build.ts` copies them next to the program. */
function assetPath(name: Asset): string {
  const beside = fileURLToPath(new URL(name, import.meta.url))
  return existsSync(beside) ? beside : fileURLToPath(import.meta.resolve(ASSETS[name]))
}

/** `scripts/cli/build.ts` copies the site next to the program; in the source tree it is where a build writes it. */
function sitePath(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const beside = join(here, 'site')
  return existsSync(beside) ? beside : join(here, '..', '..', '..', 'dist')
}

/** Without link-local addresses of IPv6, which nobody can type: they need the name of an interface of the browser's machine. */
function addresses(): readonly NetworkAddress[] {
  return Object.entries(networkInterfaces()).flatMap(([name, found = []]) =>
    found.flatMap(({ address, internal }) => (internal || /^fe80:/i.test(address) ? [] : [{ address, name }])),
  )
}
