import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { ELEMENT_BUILD, ELEMENT_CHUNK } from '../embed/bundle.ts'
import { writeDeclarations } from './declarations.ts'
import { type Library, libraries } from './libraries.ts'

/** Makes JavaScript and types of a library's sources, in its folder `dist`. */
export async function buildLibrary(library: Library): Promise<void> {
  const { folder, entries } = library
  const dist = join(folder, 'dist')
  const { output, ...options } = library.bundled ? bundle() : modules(library)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: dist,
      emptyOutDir: true,
      ...options,
      lib: {
        entry: Object.fromEntries(entries.map((entry) => [entry, join(folder, 'src', `${entry}.ts`)])),
        formats: ['es'],
      },
      rolldownOptions: {
        external: library.dependencies.map((name) => new RegExp(`^${name}(/|$)`)),
        output: { entryFileNames: '[name].js', ...output },
      },
    },
  })
  writeDeclarations(library, dist)
}

/**
 * Each module stays a file of its own: a bundler then leaves out whole modules that a program does not use, and an
 * error's stack names the source's file.
 */
function modules({ folder }: Library) {
  return {
    target: 'es2022',
    minify: false,
    output: { preserveModules: true, preserveModulesRoot: join(folder, 'src') },
  }
}

/**
 * As the site has it, because pages load it as it is, too: small, in few files, with all that it needs. What it registers
 * stays in the entry: a bundler that is told where side effects are leaves out what others only export.
 */
function bundle() {
  return {
    ...ELEMENT_BUILD,
    // What is inside asks for that. Not called a licence: pnpm would not add the repository's then.
    license: { fileName: 'third-party.md' },
    output: {
      chunkFileNames: '[name]-[hash].js',
      minify: true,
      codeSplitting: { groups: [ELEMENT_CHUNK] },
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const library of libraries) await buildLibrary(library)
