import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const projects = [
  ...readdirSync(fileURLToPath(new URL('packages', import.meta.url))).map((name) => `packages/${name}`),
  'app',
  'scripts',
]

export default defineConfig({
  test: {
    allowOnly: false,
    projects: projects.map((folder) => ({
      test: {
        name: folder.replace(/^packages\//, ''),
        root: folder,
        include: ['**/*.test.{ts,tsx}'],
        environment: 'node',
        // A busy machine is no broken engine.
        testTimeout: 60_000,
        // The engine's tests pass with the user interface's libraries out of reach.
        setupFiles:
          folder === 'packages/engine'
            ? [fileURLToPath(new URL('scripts/engine-alone/setup.ts', import.meta.url))]
            : [],
      },
    })),
  },
})
