import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import puppeteer, { type KeyInput } from 'puppeteer-core'
import { installFromDebian } from '../debian.ts'
import { root } from '../files.mjs'
import { JOURNEYS } from './journeys.ts'
import { type KeyName, MARK, type Visitor } from './visitor.ts'
import { findWebKit, webkit } from './webkit.ts'

const PATHS = [process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox']

/**
 * `pnpm browsers`: takes the main journeys in Firefox and in WebKitGTK, against the site as `npm start` serves it. Installs
 * both from Debian where they are missing and that needs no password. With an argument, takes only the journeys whose name
 * contains it. Ends with an error where a journey fails or a browser is missing.
 */
async function main(): Promise<number> {
  if (findFirefox() === undefined) installFromDebian(['firefox-esr'])
  if (findWebKit() === undefined) installFromDebian(['webkit2gtk-driver', 'xvfb'])
  const site = await startSite()
  try {
    let failed = 0
    const foxPath = findFirefox()
    const kit = findWebKit()
    if (foxPath === undefined) failed += missing('Firefox', 'firefox-esr, or FIREFOX_PATH')
    else failed += await walkAll(() => firefox(foxPath), site.address)
    if (kit === undefined) failed += missing('WebKitGTK', 'webkit2gtk-driver and xvfb')
    else failed += await walkAll(() => webkit(kit), site.address)
    return failed === 0 ? 0 : 1
  } finally {
    site.end()
  }
}

function missing(browser: string, packages: string): number {
  console.error(`${browser} is not here. Install ${packages}.`)
  return 1
}

/** Takes each journey in a browser of its own, so that none remembers another. Returns how many failed. */
async function walkAll(start: () => Promise<Visitor>, address: string): Promise<number> {
  const wanted = JOURNEYS.filter(({ name }) => name.includes(process.argv[2] ?? ''))
  let failed = 0
  for (const [index, { name, size, hash, audience, walk }] of wanted.entries()) {
    let visitor: Visitor | undefined
    try {
      visitor = await start()
      if (index === 0) console.log(`\n${visitor.browser}`)
      await visitor.resize(...size)
      await visitor.goto(address)
      await visitor.evaluate(
        '(audience) => localStorage.setItem("authz-playground/door", audience)',
        audience ?? 'designs',
      )
      await visitor.goto('about:blank')
      await visitor.goto(address + hash)
      await walk(visitor)
      console.log(`  ✓ ${name} (${size.join('×')})`)
    } catch (error) {
      failed += 1
      console.error(`  ✗ ${name} (${size.join('×')}): ${error instanceof Error ? error.message : error}`)
    } finally {
      await visitor?.close()
    }
  }
  console.log(`  ${wanted.length - failed} passed, ${failed} failed`)
  return failed
}

/** Starts the site as people do, on any free port. */
function startSite(): Promise<{ readonly address: string; end(): void }> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, ['scripts/run.cjs', 'start', '--port', '0'], { cwd: root })
    let said = ''
    const listen = (chunk: Buffer): void => {
      said += chunk.toString()
      const address = /at (http:\S+)/.exec(said)?.[1]
      if (address !== undefined) resolve({ address, end: () => started.kill() })
    }
    started.stdout.on('data', listen)
    started.stderr.on('data', listen)
    started.once('exit', () => reject(new Error(`the site could not be started:\n${said}`)))
  })
}

process.exitCode = await main()

/** The Firefox of this machine; undefined where there is none. */
function findFirefox(): string | undefined {
  return PATHS.find((path) => path !== '' && existsSync(path))
}

/** Starts a Firefox without a window, with a new profile, driven over WebDriver BiDi. */
async function firefox(executablePath: string): Promise<Visitor> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  const [page = await browser.newPage()] = await browser.pages()
  return {
    browser: (await browser.version()).replace('/', ' '),
    goto: async (address) => {
      await page.goto(address)
    },
    resize: (width, height) => page.setViewport({ width, height }),
    evaluate: async <Result>(source: string, ...args: readonly unknown[]) =>
      (await page.evaluate(`(${source})(...${JSON.stringify(args)})`)) as Result,
    pressMarked: () => page.click(`[${MARK}]`),
    type: (text) => page.keyboard.type(text),
    key: (name) => page.keyboard.press(name as KeyName & KeyInput),
    close: () => browser.close(),
  }
}
