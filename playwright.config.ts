import { defineConfig, devices } from '@playwright/test'
import { chromiumArguments, findChromium } from './scripts/chromium.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  reporter: 'list',
  use: {
    trace: 'retain-on-failure',
    // Without one Playwright says what to install.
    launchOptions: { args: chromiumArguments, ...(executablePath === undefined ? {} : { executablePath }) },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } }],
  webServer: {
    // As people start it: builds first when the build is not of these files, and takes another port when 4173 is taken.
    command: 'node scripts/run.cjs start',
    // Kept in the environment as SITE_URL, which e2e/support/test.ts reads.
    wait: { stdout: /at (?<site_url>http:\S+)/ },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 2000 },
  },
})
