import { copyFileSync, cpSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { buildSite, dist } from '../build.mjs'
import { root } from '../files.mjs'

const CLI = `${root}/packages/cli`

/**
 * Makes the command line one file for plain Node, with the engine and its libraries inside: nothing is installed beside it.
 * What draws pictures of pixels, and the fonts in them, lie next to it as files, which are read where a PNG is asked for, and
 * so does the site that `serve` serves, without its source maps: they are three quarters of its bytes.
 * @param folder the destination: the published files are in the package's own `dist`
 * @param site the folder of the built site; without one `serve` has nothing to serve
 */
export async function buildCLI(folder = `${CLI}/dist`, site?: string): Promise<void> {
  await build({
    root: CLI,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: `${CLI}/src/main.ts`,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      // What is inside asks for that.
      license: { fileName: 'third-party.md' },
      rolldownOptions: { output: { entryFileNames: 'authz-playground.mjs', codeSplitting: false } },
    },
  })
  const { resolve } = createRequire(`${CLI}/package.json`)
  const assets: Readonly<Record<string, string>> = JSON.parse(readFileSync(`${CLI}/assets.json`, 'utf8'))
  for (const [name, source] of Object.entries(assets)) copyFileSync(resolve(source), `${folder}/${name}`)
  copyFileSync(resolve('dejavu-fonts-ttf/LICENSE'), `${folder}/LICENSE-DejaVu.txt`)
  if (site !== undefined) {
    cpSync(site, `${folder}/site`, { recursive: true, filter: (path) => !path.endsWith('.map') })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (buildSite()) await buildCLI(`${CLI}/dist`, dist)
  else process.exitCode = 1
}
