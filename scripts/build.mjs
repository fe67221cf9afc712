import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesUnder, hashOfContents, hashOfListing, root } from './files.mjs'

/** Where the built site lies. */
export const dist = join(root, 'dist')

const stamp = join(root, 'node_modules', '.cache', 'build')

/** What no build reads. Whatever is not named here counts as its input: a build too many beats a stale one. */
const unread = [
  /(^|\/)(node_modules|test-results|playwright-report|coverage)$/,
  /^(\.git|\.ci|\.cache|\.github|dist|release|docs|e2e|scripts\/(?!(?:embed|offline)$)[^/]+|packages\/conformance)$/,
  // What is published of a package; builds read its sources.
  /^packages\/[^/]+\/(dist|api|\.cache)$/,
  /\.test\.tsx?$/,
  /\.(md|log)$/,
]

/** A hash over all that builds read. */
export function hashOfInputs() {
  const files = filesUnder(root, (path) => unread.some((pattern) => pattern.test(path)))
  // The page shows those about rules of the lint.
  const pages = filesUnder(join(root, 'docs', 'lint'))
  // The one file of the scripts that a build reads: pages carry its policy.
  return hashOfContents([...files, ...pages, join(root, 'scripts', 'site-headers.mjs')])
}

function outputs() {
  return hashOfListing(filesUnder(dist))
}

/**
 * Builds the site into `dist`, unless what lies there was built from the very files that are here now and was not
 * touched since.
 * @param {{ always?: boolean }} [options] `always`: build even then
 * @returns {boolean} whether `dist` holds a build of the present files
 */
export function buildSite({ always = false } = {}) {
  const from = hashOfInputs()
  if (!always && existsSync(stamp) && readFileSync(stamp, 'utf8') === `${from} ${outputs()}`) return true
  rmSync(stamp, { force: true })
  console.log('Building the site …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // The playground, which empties the folder first, and then what other pages embed.
  for (const config of ['vite.config.ts', 'vite.embed.config.ts']) {
    const { status } = spawnSync(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (status !== 0) return false
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, `${from} ${outputs()}`)
  return true
}
