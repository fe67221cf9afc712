import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { writeDeclarations } from './declarations.ts'
import { type Library, libraries } from './libraries.ts'

/**
 * Makes JavaScript and types of a library's sources, in its folder `dist`. Each module stays a file of its own: a
 * bundler then leaves out whole modules that a program does not use, and an error's stack names the source's file.
 */
export async function buildLibrary(library: Library): Promise<void> {
  const { folder, entries, dependencies } = library
  const dist = join(folder, 'dist')
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: dist,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: {
        entry: Object.fromEntries(entries.map((entry) => [entry, join(folder, 'src', `${entry}.ts`)])),
        formats: ['es'],
      },
      rolldownOptions: {
        external: dependencies.map((name) => new RegExp(`^${name}(/|$)`)),
        output: { preserveModules: true, preserveModulesRoot: join(folder, 'src'), entryFileNames: '[name].js' },
      },
    },
  })
  writeDeclarations(library, dist)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const library of libraries) await buildLibrary(library)
