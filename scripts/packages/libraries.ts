import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../files.mjs'

/** A package that is published for other programs to import: modules and their types. */
export interface Library {
  /** Without the scope. */
  readonly name: string
  /** Absolute path. */
  readonly folder: string
  /** The module of each entry, relative to `src` and without an extension: `index`, `scenario-file/index`. */
  readonly entries: readonly string[]
  /** What is installed with it. */
  readonly dependencies: readonly string[]
  /** Is everything else that it needs inside of few files, rather than each of its modules a file. */
  readonly bundled: boolean
}

interface Manifest {
  /** As the workspace imports it: sources, with what is for it alone. */
  readonly exports: Readonly<Record<string, string>>
  readonly publishConfig: { readonly exports: Readonly<Record<string, unknown>> }
  readonly dependencies?: Readonly<Record<string, string>>
}

export const libraries: readonly Library[] = [
  library('engine', { bundled: false }),
  library('embed', { bundled: true }),
]

/** The packages that a release publishes, by their folders in `packages`: the libraries, and the command line. */
export const publishedPackages: readonly string[] = [...libraries.map(({ name }) => name), 'cli']

function library(name: string, { bundled }: Pick<Library, 'bundled'>): Library {
  const folder = join(root, 'packages', name)
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return {
    name,
    folder,
    entries: Object.entries(manifest.exports)
      .filter(([entry]) => entry in manifest.publishConfig.exports)
      .flatMap(([, source]) => /^\.\/src\/(.+)\.ts$/.exec(source)?.[1] ?? []),
    dependencies: Object.keys(manifest.dependencies ?? {}),
    bundled,
  }
}
