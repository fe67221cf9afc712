import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// One file for plain Node, with the engine and its libraries inside: nothing is installed beside it.
export default defineConfig({
  root: here('.'),
  ssr: { noExternal: true },
  build: {
    ssr: here('src/main.ts'),
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'authz-playground.mjs', codeSplitting: false } },
  },
})
