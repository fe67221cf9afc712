import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { root } from './files.mjs'

/**
 * Installs packages of Debian, where this is Debian and nobody is asked for a password; what is run is printed. Whether
 * they are there then is for the caller to look.
 */
export function installFromDebian(packages: readonly string[]): void {
  const asRoot = rootPrefix()
  if (!isDebian() || asRoot === undefined) return
  runAloud([...asRoot, 'apt-get', 'update'])
  runAloud([...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '--yes', ...packages])
}

function isDebian(): boolean {
  // Ubuntu's packages of some names only point to a snap, which runs neither in containers nor with another profile.
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/** What to put before a command so that it runs as root; undefined where that would ask for a password. */
export function rootPrefix(): readonly string[] | undefined {
  if (process.getuid?.() === 0) return []
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined
}

export function runAloud([command = '', ...args]: readonly string[]): void {
  console.log(`$ ${[command, ...args].join(' ')}`)
  spawnSync(command, args, { cwd: root, stdio: 'inherit' })
}
