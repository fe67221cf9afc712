import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { importsOf } from '../boundaries/imports.ts'
import { root } from '../files.mjs'
import type { Library } from './libraries.ts'

/**
 * Writes the types of a library, a file a module: those that its entries tell of, and no others. Throws where they tell
 * of what is not installed with it.
 * @param to absolute path of a folder
 */
export function writeDeclarations({ name, folder, entries, dependencies }: Library, to: string): void {
  const written = mkdtempSync(join(tmpdir(), 'types-'))
  try {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const args = [tsc, '-p', join(folder, 'tsconfig.build.json'), '--outDir', written]
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    if (status !== 0) throw new Error(`the types of ${folder} could not be written`)
    // The compiler writes those of all packages that it reads.
    const types = join(written, name, 'src')
    for (const path of reachable(entries.map((entry) => join(types, `${entry}.d.ts`)))) {
      const stranger = packagesNamedIn(path).find((named) => !dependencies.includes(named))
      if (stranger !== undefined) throw new Error(`${path} tells of ${stranger}, which is not installed with ${name}`)
      const built = join(to, relative(types, path))
      mkdirSync(dirname(built), { recursive: true })
      writeFileSync(built, namingBuiltModules(path))
    }
  } finally {
    rmSync(written, { recursive: true, force: true })
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
  return modulesNamedIn(path).filter((specifier) => /^\..*\.ts$/.test(specifier))
}

/** Without what an entry of theirs is called: `a`, `@a/b`. */
function packagesNamedIn(path: string): readonly string[] {
  return modulesNamedIn(path).flatMap((specifier) => /^(?:@[^/]+\/)?[^./][^/]*/.exec(specifier)?.[0] ?? [])
}

function modulesNamedIn(path: string): readonly string[] {
  return importsOf(path, readFileSync(path, 'utf8')).imports.flatMap(({ specifier }) => specifier ?? [])
}
