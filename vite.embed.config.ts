import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, runnerImport } from 'vite'
import { ELEMENT_BUILD, ELEMENT_CHUNK } from './scripts/embed/bundle.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * What other pages embed, built into the site’s `dist` behind the site itself: `embed.html`, and under `embed/` the
 * element, the helper for frames, the gallery as scenario files, and the courses. A build of its own, because what the playground begins
 * with is one chunk of everything, and an embed is to begin with little.
 */
export default defineConfig({
  root: here('packages/embed'),
  publicDir: false,
  base: './',
  plugins: [gallery(), courses(), framedPage()],
  build: {
    outDir: here('dist'),
    emptyOutDir: false,
    ...ELEMENT_BUILD,
    // There, and not named in each of a dozen small files.
    sourcemap: 'hidden',
    // A library, though it is loaded as it is: its imports stay what they are, without the code that writes preload links
    // into the page of whoever embeds.
    lib: {
      entry: {
        'authz-playground': here('packages/embed/src/site.ts'),
        frame: here('packages/embed/src/frame/host.ts'),
        embed: here('packages/embed/src/frame/page.ts'),
      },
      formats: ['es'],
      cssFileName: 'embed/embed',
    },
    rolldownOptions: {
      output: {
        // Names that other pages write down.
        entryFileNames: 'embed/[name].js',
        chunkFileNames: 'embed/[name]-[hash].js',
        minify: true,
        comments: { annotation: false },
        codeSplitting: { groups: [ELEMENT_CHUNK] },
      },
      onLog(level, log, print) {
        if (log.code === 'EVAL') throw new Error(log.message)
        print(level, log)
      },
    },
  },
})

/** `embed.html`, as it is written: everything in it has a name that stays. */
function framedPage(): Plugin {
  return {
    name: 'framed-page',
    apply: 'build',
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'embed.html',
        source: await readFile(here('packages/embed/embed.html'), 'utf8'),
      })
    },
  }
}

/** Each example of the gallery as a scenario file, which an element asks for by the example’s id. */
function gallery(): Plugin {
  return {
    name: 'gallery',
    apply: 'build',
    async generateBundle() {
      const { module } = await runnerImport<typeof import('./scripts/embed/gallery.ts')>(
        here('scripts/embed/gallery.ts'),
        // No configuration of ours: it would build what is being built.
        { configFile: false },
      )
      for (const { id, text } of module.galleryFiles()) {
        this.emitFile({ type: 'asset', fileName: `embed/examples/${id}.yaml`, source: text })
      }
    },
  }
}

/** Each course of the playground as a file, which an element asks for by its name. */
function courses(): Plugin {
  return {
    name: 'courses',
    apply: 'build',
    async generateBundle() {
      const { module } = await runnerImport<typeof import('./scripts/embed/courses.ts')>(
        here('scripts/embed/courses.ts'),
        { configFile: false },
      )
      for (const { name, text } of module.courseFiles()) {
        this.emitFile({ type: 'asset', fileName: `embed/courses/${name}.yaml`, source: text })
      }
    },
  }
}
