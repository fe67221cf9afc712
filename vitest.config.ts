import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const projects = [
  ...readdirSync(fileURLToPath(new URL('packages', import.meta.url))).map((name) => `packages/${name}`),
  'app',
  'scripts',
]

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Of `pnpm conformance:properties`: how many times as often each property runs as it states, and the seed of all of them. */
function longRun() {
  const { PROPERTY_TIMES = '50', PROPERTY_SEED = String(Date.now() % 2 ** 31) } = process.env
  process.stdout.write(
    `Each property runs PROPERTY_TIMES=${PROPERTY_TIMES} times as often, from PROPERTY_SEED=${PROPERTY_SEED}.\n`,
  )
  return { PROPERTY_TIMES, PROPERTY_SEED }
}

export default defineConfig(({ mode }) => {
  const long = mode === 'properties' ? longRun() : undefined
  return {
    test: {
      allowOnly: false,
      // By itself vitest leaves one of two cores idle.
      maxWorkers: availableParallelism(),
      projects: projects.map((folder) => ({
        resolve: { alias: { 'fast-check': path('scripts/properties/seeded.ts') } },
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
          testTimeout: long ? 0 : 120_000,
          ...(long && { env: long }),
          // The engine's tests pass with the user interface's libraries out of reach.
          setupFiles: folder === 'packages/engine' ? [path('scripts/engine-alone/setup.ts')] : [],
          globalSetup: folder === 'scripts' ? [path('scripts/cli/built.ts')] : [],
        },
      })),
    },
  }
})
