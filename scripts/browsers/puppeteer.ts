import { existsSync } from 'node:fs'
import puppeteer, { type Browser, type KeyInput } from 'puppeteer-core'
import { chromiumArguments } from '../chromium.ts'
import { MARK, type Visitor } from './visitor.ts'

const PATHS = [process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox']

/** The Firefox of this machine; undefined where there is none. */
export function findFirefox(): string | undefined {
  return PATHS.find((path) => path !== '' && existsSync(path))
}

/** Starts a Firefox without a window, with a new profile, driven over WebDriver BiDi. */
export async function firefox(executablePath: string): Promise<Visitor> {
  return visitorOf(await puppeteer.launch({ browser: 'firefox', executablePath, headless: true }))
}

/** Starts a Chromium without a window, with a new profile. Pages may copy, as where a person presses a button. */
export async function chromium(executablePath: string): Promise<Visitor> {
  const browser = await puppeteer.launch({ executablePath, headless: 'shell', args: chromiumArguments })
  const session = await browser.target().createCDPSession()
  await session.send('Browser.grantPermissions', { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] })
  return visitorOf(browser)
}

async function visitorOf(browser: Browser): Promise<Visitor> {
  const [page = await browser.newPage()] = await browser.pages()
  // A page that asks whether it may be left is left.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  return {
    browser: (await browser.version()).replace('/', ' '),
    goto: async (address) => {
      await page.goto(address)
    },
    runFirst: async (source) => {
      await page.evaluateOnNewDocument(`(${source})()`)
    },
    resize: (width, height) => page.setViewport({ width, height }),
    evaluate: async <Result>(source: string, ...args: readonly unknown[]) =>
      (await page.evaluate(`(${source})(...${JSON.stringify(args)})`)) as Result,
    pressMarked: () => page.click(`[${MARK}]`),
    type: (text) => page.keyboard.type(text),
    key: async (name, held) => {
      if (held !== undefined) await page.keyboard.down(held)
      await page.keyboard.press(name as KeyInput)
      if (held !== undefined) await page.keyboard.up(held)
    },
    close: () => browser.close(),
  }
}
