import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importsOf } from '../boundaries/imports.ts'
import { filesUnder, root } from '../files.mjs'
import type { Library } from './libraries.ts'

/**
 * Writes the types of a library, a file a module: those that its entries tell of, and no others.
 * @param to absolute path of a folder
 */
export function writeDeclarations({ folder, entries }: Library, to: string): void {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const args = [tsc, '-p', join(folder, 'tsconfig.build.json'), '--outDir', to]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`the types of ${folder} could not be written`)
  const told = reachable(entries.map((entry) => join(to, `${entry}.d.ts`)))
  for (const path of filesUnder(to).filter((file) => file.endsWith('.d.ts'))) {
    if (told.has(path)) writeFileSync(path, namingBuiltModules(path))
    else rmSync(path)
  }
}

/** Files of types, and those that they name, and so on. */
function reachable(entries: readonly string[]): ReadonlySet<string> {
  const seen = new Set(entries)
  // What is added to a set while it is walked is walked, too.
  for (const path of seen) {
    for (const source of sourcesNamedIn(path)) seen.add(join(dirname(path), source.replace(/\.ts$/, '.d.ts')))
  }
  return seen
}

/** The compiler leaves `./user.ts` in types as it is written; what lies there once it is published is `./user.js`. */
function namingBuiltModules(path: string): string {
  return sourcesNamedIn(path).reduce(
    (text, source) =>
      ["'", '"'].reduce(
        (done, quote) => done.replaceAll(quote + source + quote, quote + asBuilt(source) + quote),
        text,
      ),
    readFileSync(path, 'utf8'),
  )
}

function asBuilt(source: string): string {
  return source.replace(/\.ts$/, '.js')
}

function sourcesNamedIn(path: string): readonly string[] {
  return importsOf(path, readFileSync(path, 'utf8')).imports.flatMap(({ specifier }) =>
    specifier !== undefined && /^\..*\.ts$/.test(specifier) ? [specifier] : [],
  )
}
