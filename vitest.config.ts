import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
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
    // By itself vitest leaves one of two cores idle.
    maxWorkers: availableParallelism(),
    projects: projects.map((folder) => ({
      test: {
        name: folder.replace(/^packages\//, ''),
        root: folder,
        include: ['**/*.test.{ts,tsx}'],
        exclude: ['**/node_modules/**', '**/*.browser.test.{ts,tsx}'],
        environment: 'node',
        // Loading modules anew for each file took more than half of the time. So no test changes what it imports.
        pool: 'threads',
        isolate: false,
        // A busy machine is no broken engine.
        testTimeout: 120_000,
        // The engine's tests pass with the user interface's libraries out of reach.
        setupFiles:
          folder === 'packages/engine'
            ? [fileURLToPath(new URL('scripts/engine-alone/setup.ts', import.meta.url))]
            : [],
        globalSetup: folder === 'scripts' ? [fileURLToPath(new URL('scripts/cli/built.ts', import.meta.url))] : [],
      },
    })),
  },
})
