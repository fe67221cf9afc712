import { existsSync } from 'node:fs'
import puppeteer, { type KeyInput } from 'puppeteer-core'
import { type KeyName, MARK, type Visitor } from './visitor.ts'

const PATHS = [process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox']

/** The Firefox of this machine; undefined where there is none. */
export function findFirefox(): string | undefined {
  return PATHS.find((path) => path !== '' && existsSync(path))
}

/** Starts a Firefox without a window, with a new profile, driven over WebDriver BiDi. */
export async function firefox(executablePath: string): Promise<Visitor> {
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
