import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { root } from '../files.mjs'

const CLI = `${root}/packages/cli`

/** Makes the command line one file for plain Node, with the engine and its libraries inside: nothing is installed beside it. */
export async function buildCLI(): Promise<void> {
  await build({
    root: CLI,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: `${CLI}/src/main.ts`,
      outDir: `${CLI}/dist`,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'authz-playground.mjs', codeSplitting: false } },
    },
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCLI()
