import { installFromDebian } from '../debian.ts'
import { JOURNEYS } from './journeys.ts'
import { findFirefox, firefox } from './puppeteer.ts'
import { startSite } from './site.ts'
import type { Visitor } from './visitor.ts'
import { findWebKit, webkit } from './webkit.ts'

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

process.exitCode = await main()
