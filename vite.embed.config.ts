import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, runnerImport } from 'vite'

/** No configuration of ours: it would build what is being built. */
const plain = { configFile: false } as const

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * What other pages embed, built into the site’s `dist` behind the site itself: `embed.html`, and under `embed/` the
 * element, the helper for frames, and the gallery as scenario files. A build of its own, because what the playground begins
 * with is one chunk of everything, and an embed is to begin with little.
 */
export default defineConfig({
  root: here('packages/embed'),
  publicDir: false,
  base: './',
  plugins: [gallery()],
  build: {
    outDir: here('dist'),
    emptyOutDir: false,
    target: 'es2022',
    // `light-dark()` must stay: what it would be turned into does not follow the `color-scheme` of the page around.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: true,
    // It would write links into the page of whoever embeds.
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        'authz-playground': here('packages/embed/src/site.ts'),
        frame: here('packages/embed/src/frame/host.ts'),
        embed: here('packages/embed/embed.html'),
      },
      output: {
        // Names that other pages write down.
        entryFileNames: 'embed/[name].js',
        chunkFileNames: 'embed/[name]-[hash].js',
        assetFileNames: 'embed/[name]-[hash][extname]',
      },
      onLog(level, log, print) {
        if (log.code === 'EVAL') throw new Error(log.message)
        print(level, log)
      },
    },
  },
})

/** Each example of the gallery as a scenario file, which an element asks for by the example’s id. */
function gallery(): Plugin {
  return {
    name: 'gallery',
    apply: 'build',
    async generateBundle() {
      const [{ module: examples }, { module: documents }] = await Promise.all([
        runnerImport<typeof import('@authz-playground/examples')>(here('packages/examples/src/index.ts'), plain),
        runnerImport<typeof import('@authz-playground/engine/document')>(
          here('packages/engine/src/document/index.ts'),
          plain,
        ),
      ])
      for (const { id, title, sentence, scenario } of examples.EXAMPLES) {
        const source = documents.writeScenarioDocument({ title, explanation: sentence, scenario, expect: [] })
        this.emitFile({ type: 'asset', fileName: `embed/examples/${id}.yaml`, source })
      }
    },
  }
}
