import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { networkInterfaces } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ASSETS from '../assets.json' with { type: 'json' }
import { closed, listen } from './serve/listen.ts'
import { type Asset, colored, type FolderEntry, type NetworkAddress, type World } from './world.ts'

/** Bytes that are read at once from a large file. */
const PIECE = 1 << 20

/** The world of a process. */
export function machine(process: NodeJS.Process): World {
  const { stdin, stdout, stderr, env } = process
  return {
    readFile: (path) => readFileSync(path),
    entries: (path) => (statSync(path).isDirectory() ? entriesOf(path) : undefined),
    readStdin: async () => {
      const parts: Uint8Array[] = []
      for await (const part of stdin) parts.push(part)
      return Buffer.concat(parts)
    },
    pieces: (path) => (path === '-' ? stdin : createReadStream(path, { highWaterMark: PIECE })),
    size: (path) => (path === '-' ? undefined : statSync(path, { throwIfNoEntry: false })?.size),
    out: (content) => stdout.write(content),
    err: (text) => stderr.write(text),
    writeFile: (path, content) => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    },
    appendFile: (path, content) => appendFileSync(path, content),
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

/**
 * Links to files count as files, as in a mounted ConfigMap; links to folders are not followed, because they may form a
 * cycle.
 */
function entriesOf(folder: string): readonly FolderEntry[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): readonly FolderEntry[] => {
    const { name } = entry
    if (entry.isDirectory()) return [{ name, kind: 'folder' }]
    const isFile = entry.isFile() || (entry.isSymbolicLink() && isFileBehind(join(folder, name)))
    return isFile ? [{ name, kind: 'file' }] : []
  })
}

function isFileBehind(link: string): boolean {
  return statSync(link, { throwIfNoEntry: false })?.isFile() ?? false
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
