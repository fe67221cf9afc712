import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { serviceWorker } from './scripts/offline/plugin.ts'
import { contentSecurityPolicy, siteHeaders } from './scripts/site-headers.mjs'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Puts the policy of what a page may do into each that is built. The development server needs more: inline scripts, sockets. */
const withContentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
        injectTo: 'head-prepend',
      },
    ],
  },
}

/**
 * Puts the icon into the page: browsers request it again whenever the address or the title of the page changes, and the page
 * requests nothing once it is there.
 */
const withIcon: Plugin = {
  name: 'icon',
  apply: 'build',
  transformIndexHtml: (html) =>
    html.replace(
      /(<link rel="icon"[^>]* href=")[^"]*"/,
      (_, before: string) =>
        `${before}data:image/svg+xml,${encodeURIComponent(readFileSync(here('public/favicon.svg'), 'utf8'))}"`,
    ),
}

/**
 * Writes the headers that are worth setting beside the page: a server that is elsewhere than these scripts, as that of the
 * command line, sends those of the very build that it serves. After the service worker, whose list has only files of the page.
 */
const withHeaders: Plugin = {
  name: 'headers',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler() {
      this.emitFile({ type: 'asset', fileName: 'headers.json', source: `${JSON.stringify(siteHeaders, null, 2)}\n` })
    },
  },
}

export default defineConfig({
  root: here('app'),
  publicDir: here('public'),
  // Relative addresses: the same build works under any path, also from a subfolder of somebody's documentation.
  base: './',
  plugins: [react(), withIcon, withContentSecurityPolicy, serviceWorker(), withHeaders],
  worker: {
    format: 'es',
    // One chunk for all that the worker begins with, too, but not its entry, which no chunk may import (see there); and one each for
    // what links, lessons, kubectl commands and the other designs need, with all that only these import.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'decider', tags: ['$initial'], test: (id: string) => !id.endsWith('/worker/entry.ts') },
            { name: 'documents', test: /\/engine\/src\/scenario-file\// },
            { name: 'kubectl', test: /\/engine\/src\/decide\/chunks\/(?:kubectl|resources)\.ts$/ },
            { name: 'designs', test: /\/engine\/src\/designs\// },
          ],
        },
      },
    },
  },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    // Every browser that runs this code preloads modules by itself.
    modulePreload: { polyfill: false },
    // Monaco alone is larger, by its nature; what arrives before the first answer is measured by scripts/size/size.ts.
    chunkSizeWarningLimit: 6000,
    reportCompressedSize: false,
    // One chunk for all that the page begins with, one for the controls that come later, and one for what designs say of themselves,
    // which a link asks for: many small ones compress badly and wait for each other. Beyond them none by hand: `import()` keeps Monaco and mermaid apart from the
    // rest, and mermaid a chunk for each kind of chart.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'ui', test: /\/app\/src\/ui\/(?!NearMarks|Term)/ },
            { name: 'designs', test: /\/engine\/src\/designs\/.*\b(?:about|gate|registry)\.ts$/ },
          ],
        },
      },
      onLog(level, log, print) {
        // Designs are fetched one by one, and the first example's comes with the worker: the registry treats it as the others.
        if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT' && /\/designs\/registry\.ts/.test(log.message)) return
        // Code made from text would let a link carry code.
        if (log.code === 'EVAL') throw new Error(log.message)
        print(level, log)
      },
    },
  },
})
