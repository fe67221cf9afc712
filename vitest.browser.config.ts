import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import type { BrowserCommand } from 'vitest/node'
import { chromiumLaunch } from './scripts/chromium.ts'

/** How a file arrives: as if it were not there, with a broken connection, not before that changes, or with this text. */
export type Arrival = 'missing' | 'broken' | 'slow' | { readonly text: string }

/** What was said of each path, and those that wait for a change of it. */
interface Arrivals {
  readonly said: Map<string, Arrival>
  readonly waiting: Set<() => void>
}

// Vitest reads this file once for itself and once for the server of the browser. Both must know the same.
const shared = globalThis as { arrivals?: Arrivals }
shared.arrivals ??= { said: new Map(), waiting: new Set() }
const { said: arrivals, waiting } = shared.arrivals

/**
 * From now on each file whose path ends with `path` arrives in this way, for the page and for its worker; without `how` it arrives
 * as it is.
 */
const letArrive: BrowserCommand<[path: string, how?: Arrival]> = (_, path, how) => {
  if (how === undefined) arrivals.delete(path)
  else arrivals.set(path, how)
  for (const go of waiting) go()
  waiting.clear()
}

/** Holds files back on the server: Playwright would have to look at each of the many files of a component. */
const arriving: Plugin = {
  name: 'arriving',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const path = [...arrivals.keys()].find((end) => pathname.endsWith(`/${end}`))
      if (path === undefined) return next()
      void answer(path, response, next)
    })
  },
}

async function answer(path: string, response: ServerResponse, next: () => void): Promise<void> {
  const how = arrivals.get(path)
  if (how === undefined) next()
  else if (how === 'missing') response.writeHead(404).end('There is no such file.')
  else if (how === 'broken') response.destroy()
  else if (how !== 'slow') response.writeHead(200, { 'Content-Type': typeOf(path) }).end(how.text)
  else {
    await new Promise<void>((go) => waiting.add(go))
    await answer(path, response, next)
  }
}

function typeOf(path: string): string {
  return path.endsWith('.css') ? 'text/css' : 'text/javascript'
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    letArrive(path: string, how?: Arrival): Promise<void>
  }
}

/** Components in a real browser, without the page around them: `pnpm components`. */
export default defineConfig({
  root: fileURLToPath(new URL('app', import.meta.url)),
  publicDir: fileURLToPath(new URL('public', import.meta.url)),
  plugins: [react(), arriving],
  worker: { format: 'es' },
  // All that is not an ES module. Without this list Vite looks for more, finds Monaco and mermaid, and packs them at each start.
  optimizeDeps: {
    noDiscovery: true,
    include: ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'axe-core'],
  },
  test: {
    name: 'components',
    allowOnly: false,
    include: ['src/**/*.browser.test.{ts,tsx}'],
    // A busy machine is no broken component.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1440, height: 900 },
      provider: playwright({
        launchOptions: chromiumLaunch(),
        actionTimeout: 20_000,
      }),
      instances: [{ browser: 'chromium' }],
      commands: { letArrive },
    },
  },
})
