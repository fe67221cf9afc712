import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOfContents, root } from './files.mjs'

/** It is inside node_modules, so that both are removed together. */
const stamp = join(root, 'node_modules', '.installed')

/** package.json of the root and of each package. */
const manifests = [
  join(root, 'package.json'),
  ...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'package.json')),
].filter((path) => existsSync(path))

function wanted() {
  const files = [...manifests, join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml')]
  return `${process.platform} ${process.arch} ${hashOfContents(files)}`
}

/** Whether each dependency that a manifest names is where Node would look for it. */
function allPresent() {
  return manifests.every((path) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(path, 'utf8'))
    const modules = join(dirname(path), 'node_modules')
    return Object.keys({ ...dependencies, ...devDependencies }).every((name) => existsSync(join(modules, name)))
  })
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted() && allPresent()
}

/**
 * The command that runs the pnpm that package.json asks for, or one of the same major version from PATH.
 * @returns {string[]}
 */
export function pnpm() {
  const shell = process.platform === 'win32'
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const found = spawnSync('pnpm', ['--version'], { cwd: root, encoding: 'utf8', shell })
  const major = packageManager.replace(/^pnpm@(\d+).*/, '$1')
  if (found.status === 0 && found.stdout.trim().split('.')[0] === major) return ['pnpm']
  return ['npx', '--yes', packageManager]
}

/**
 * Installs the packages of the lockfile unless they are installed. Prints its steps and, when it fails, what to do.
 * @returns {boolean} whether the dependencies are there now
 */
export function installDependencies() {
  if (isInstalled()) return true
  const [command = '', ...first] = pnpm()
  // NODE_ENV=production in a user's shell would leave the build tools out. Nothing is asked, in CI or elsewhere.
  const args = [...first, 'install', '--frozen-lockfile', '--prod=false', '--config.confirmModulesPurge=false']
  console.log('Installing the dependencies …')
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    // Without a network npm would be silent for over a minute between its tries.
    env: { npm_config_fetch_retry_mintimeout: '1000', npm_config_fetch_retry_maxtimeout: '5000', ...process.env },
  })
  if (status !== 0) {
    console.error(
      [
        '',
        `The dependencies could not be installed: \`${[command, ...args].join(' ')}\` ${
          error === undefined ? `ended with status ${status}` : `did not run (${error.message})`
        }.`,
        'The first start needs the npm registry. Offline or behind a proxy, connect or tell npm about the proxy',
        '(`npm config set proxy http://host:port`), then run the same command again: what has arrived is kept.',
      ].join('\n'),
    )
    return false
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted())
  return true
}
