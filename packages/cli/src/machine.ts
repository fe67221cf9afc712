import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { colored, type Entry, type World } from './world.ts'

/** The world of a process. */
export function machine({ stdin, stdout, stderr, env }: NodeJS.Process): World {
  return {
    readFile: (path) => readFileSync(path),
    entries: (path) => (statSync(path).isDirectory() ? entriesOf(path) : undefined),
    readStdin: async () => {
      const parts: Uint8Array[] = []
      for await (const part of stdin) parts.push(part)
      return Buffer.concat(parts)
    },
    out: (text) => stdout.write(text),
    err: (text) => stderr.write(text),
    color: { out: colored(stdout, env), err: colored(stderr, env) },
  }
}

/** Links to files count as files, as in a mounted ConfigMap; links to folders are not followed, since they may lead back. */
function entriesOf(folder: string): readonly Entry[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): readonly Entry[] => {
    const { name } = entry
    if (entry.isDirectory()) return [{ name, kind: 'folder' }]
    const isFile = entry.isFile() || (entry.isSymbolicLink() && isFileBehind(join(folder, name)))
    return isFile ? [{ name, kind: 'file' }] : []
  })
}

function isFileBehind(link: string): boolean {
  return statSync(link, { throwIfNoEntry: false })?.isFile() ?? false
}
