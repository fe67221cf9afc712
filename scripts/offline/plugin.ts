import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** A file that the service worker keeps. Without a revision its name tells the version. */
export interface KeptFile {
  readonly url: string
  readonly revision: string | null
}

/**
 * Writes `sw.js`: the service worker, with the list of all files of this build that the page may need. It comes after all
 * others, and lists what they write.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const files = [...keptFiles(bundle), ...publicFiles()]
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await buildWorker(files) })
      },
    },
  }
}

function keptFiles(bundle: Rolldown.OutputBundle): readonly KeptFile[] {
  const chunks = reachable(bundle)
  return Object.values(bundle)
    .filter((file) => (file.type === 'chunk' ? chunks.has(file.fileName) : !file.fileName.endsWith('.map')))
    .map((file) => {
      const hashed = file.fileName.startsWith('assets/')
      return {
        url: file.fileName,
        revision: hashed ? null : revisionOf(file.type === 'chunk' ? file.code : file.source),
      }
    })
}

/**
 * The chunks that the page can ever ask for. Mermaid would load one of its two dozen kinds of charts, or one of three layouts,
 * by a word in the text: ours is always a flowchart, laid out by dagre. The others are two thirds of all bytes.
 */
function reachable(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const found = new Set<string>()
  function visit(fileName: string): void {
    const file = bundle[fileName]
    if (file?.type !== 'chunk' || found.has(fileName)) return
    found.add(fileName)
    file.imports.forEach(visit)
    file.dynamicImports.filter((name) => !unusedKind(bundle[name])).forEach(visit)
  }
  // The entry itself may be gone, when it only imports: the page names what it imports then.
  const page = bundle['index.html']
  const html = page?.type === 'asset' ? String(page.source) : ''
  for (const fileName of Object.keys(bundle)) if (html.includes(fileName)) visit(fileName)
  return found
}

function unusedKind(file: Rolldown.OutputBundle[string] | undefined): boolean {
  if (file?.type !== 'chunk') return false
  const of = file.facadeModuleId ?? file.moduleIds.at(-1) ?? ''
  return (
    /\/node_modules\//.test(of) &&
    !/\/monaco-editor\//.test(of) &&
    !/\/(flowDiagram|dagre)-[^/]*$/.test(of) &&
    !/\/mermaid(\.core)?\.mjs$/.test(of)
  )
}

/** What is copied into the site as it is; the schemas of scenario files and courses are for editors elsewhere. */
function publicFiles(): readonly KeptFile[] {
  return readdirSync(here('public'))
    .filter((name) => !name.endsWith('.schema.json'))
    .map((url) => ({ url, revision: revisionOf(readFileSync(here(`public/${url}`))) }))
}

function revisionOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

/** One classic script: not every browser takes modules for a service worker. */
async function buildWorker(files: readonly KeptFile[]): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { FILES: JSON.stringify(files), 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: here('app/src/offline/service-worker.ts'), formats: ['iife'], name: 'worker' },
      minify: true,
    },
  })
  const [chunk] = [output].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('the service worker was not built')
  return chunk.code
}
