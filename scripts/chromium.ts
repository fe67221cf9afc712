import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { installFromDebian, rootPrefix, runAloud } from './debian.ts'
import { root } from './files.mjs'

/** How a Chromium is started here: no sandbox, because CI runs as root; nothing that would talk to the outside. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Names under which a Chromium or a Chrome is found on PATH, best first. The headless shell has no window of its own to
 * draw, so it takes a fifth less time.
 */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The Chromium that tests run in: the one that CHROMIUM_PATH names, else Playwright's own, else one from PATH.
 * @returns its path, or undefined when there is none
 */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const macOS = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...onPath, macOS].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  )
}

/** What Playwright starts a Chromium with: the one of `findChromium`, else its own, and without either it says what to install. */
export function chromiumLaunch(): { readonly args: string[]; readonly executablePath?: string } {
  const executablePath = findChromium()
  return { args: chromiumArguments, ...(executablePath === undefined ? {} : { executablePath }) }
}

/**
 * Sees to it that there is a Chromium, installing one where there is none: Debian's package as root (or where sudo asks
 * no password), Playwright's build elsewhere.
 * @returns its path, or undefined when it could not be installed; the attempts have then been printed
 */
export function installChromium(): string | undefined {
  const found = findChromium()
  if (found !== undefined) return found
  console.log('No Chromium found; installing one …')
  installFromDebian(['chromium-headless-shell', 'fonts-dejavu-core'])
  if (findChromium() === undefined) {
    const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
    runAloud([process.execPath, cli, 'install', ...(rootPrefix()?.length === 0 ? ['--with-deps'] : []), 'chromium'])
  }
  const installed = findChromium()
  if (installed === undefined) {
    console.error('No Chromium could be installed. Install one and name it: CHROMIUM_PATH=/path/to/chromium npm test')
  }
  return installed
}
