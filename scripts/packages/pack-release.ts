import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../files.mjs'
import { pnpm } from '../install.mjs'
import { publishedPackages } from './libraries.ts'
import { readRelease } from './release.ts'

/** The packed packages and the notes of the release lie here when all is well. */
const RELEASE = join(root, 'release')

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')}: ${error?.message ?? `status ${status}`}`)
}

/**
 * Packs a package as it is published. npm proves where a package comes from only if its manifest names the repository,
 * which GitHub reports; the manifest in the checkout names none, so that forks need no change.
 */
function pack(folder: string, repository: string | undefined): void {
  const path = join(folder, 'package.json')
  const manifest = readFileSync(path, 'utf8')
  const [command = '', ...first] = pnpm()
  try {
    if (repository !== undefined) {
      const place = { type: 'git', url: `git+${repository}.git`, directory: `packages/${folder.split(/[\\/]/).at(-1)}` }
      writeFileSync(path, JSON.stringify({ ...JSON.parse(manifest), repository: place }, undefined, 2))
    }
    // Builds first, by `prepack`.
    run(command, [...first, 'pack', '--pack-destination', RELEASE], folder)
  } finally {
    writeFileSync(path, manifest)
  }
}

const { values } = parseArgs({ options: { tag: { type: 'string' } } })
const { version, notes, problems } = readRelease(values.tag)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env
rmSync(RELEASE, { recursive: true, force: true })
mkdirSync(RELEASE)
for (const name of publishedPackages)
  pack(join(root, 'packages', name), server && repository ? `${server}/${repository}` : undefined)
writeFileSync(join(RELEASE, 'notes.md'), `${notes}\n`)
// Shows each file that would be published, and changes nothing anywhere.
for (const packed of readdirSync(RELEASE).filter((name) => name.endsWith('.tgz')))
  run('npm', ['publish', '--dry-run', '--access', 'public', `./${packed}`], RELEASE)
console.log(`${version} is ready in ${RELEASE}`)
