import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
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

/** Names under which a Chromium or a Chrome is found on PATH, best first. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

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

/**
 * Sees to it that there is a Chromium, installing one where there is none: Debian's package as root (or where sudo asks
 * no password), Playwright's build elsewhere.
 * @returns its path, or undefined when it could not be installed; what was tried has then been printed
 */
export function installChromium(): string | undefined {
  const found = findChromium()
  if (found !== undefined) return found
  console.log('No Chromium found; installing one …')
  const asRoot = rootPrefix()
  if (isDebian() && asRoot !== undefined) {
    run([...asRoot, 'apt-get', 'update'])
    const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive']
    run([...asRoot, ...quiet, 'apt-get', 'install', '--yes', 'chromium', 'fonts-dejavu-core'])
  }
  if (findChromium() === undefined) {
    const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
    run([process.execPath, cli, 'install', ...(asRoot?.length === 0 ? ['--with-deps'] : []), 'chromium'])
  }
  const installed = findChromium()
  if (installed === undefined) {
    console.error('No Chromium could be installed. Install one and name it: CHROMIUM_PATH=/path/to/chromium npm test')
  }
  return installed
}

function isDebian(): boolean {
  // Ubuntu's package of that name only points to a snap, which runs neither in containers nor with another profile.
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/** What to put before a command so that it runs as root; undefined where that would ask for a password. */
function rootPrefix(): readonly string[] | undefined {
  if (process.getuid?.() === 0) return []
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined
}

function run([command = '', ...args]: readonly string[]): void {
  console.log(`$ ${[command, ...args].join(' ')}`)
  spawnSync(command, args, { cwd: root, stdio: 'inherit' })
}
