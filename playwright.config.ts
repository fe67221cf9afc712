import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './scripts/chromium.ts'
import { findHugo } from './scripts/hugo.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './scripts/cli/built.ts',
  // `npm test` installs a Hugo where it can, and says at its end that these did not run where it cannot.
  testIgnore: findHugo() === undefined ? ['**/hugo.spec.ts'] : [],
  fullyParallel: true,
  forbidOnly: true,
  // Once more, for a machine that was too busy: what passes only then is told apart, as “flaky”.
  retries: 1,
  workers: '100%',
  reporter: 'list',
  // A busy machine is no broken site.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    // Recording each test takes a sixth of the time, and nearly all of them pass.
    trace: 'on-first-retry',
    // The tests copy and paste as people do, and look at what was copied.
    permissions: ['clipboard-read', 'clipboard-write'],
    // Each test begins in a browser that knows nothing: each would fetch all files of the page once more, to no use.
    // e2e/offline.spec.ts is about the worker, and allows it.
    serviceWorkers: 'block',
    // Without one Playwright says what to install.
    launchOptions: chromiumLaunch(),
  },
  // No device of Playwright’s: those pretend to be Windows, and editors take another machine’s keys and line ends then.
  projects: [{ name: 'chromium', use: { browserName: 'chromium', viewport: { width: 1440, height: 900 } } }],
  webServer: {
    // As people start it: builds first when the build is not of these files, and takes another port when 4173 is taken.
    command: 'node scripts/run.cjs start',
    // Kept in the environment as SITE_URL, which e2e/support/test.ts reads.
    wait: { stdout: /at (?<site_url>http:\S+)/ },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 2000 },
  },
})
