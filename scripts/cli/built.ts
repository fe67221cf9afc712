import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfInputs } from '../build.mjs'
import { filesUnder, hashOfContents, hashOfListing, root } from '../files.mjs'
import { siteHeaders } from '../site-headers.mjs'
import { buildCLI } from './build.ts'

const cache = join(root, 'node_modules', '.cache')
const stamp = join(cache, 'cli-built-from')
const site = join(cache, 'cli-site')

/** What `buildCLI` writes, for tests: the site in it is one small page. */
export const BUILT_CLI = join(cache, 'cli')

/** The command line for plain Node, which starts in a sixth of the time that its sources take. */
export const COMMAND_LINE = join(BUILT_CLI, 'authz-playground.mjs')

/**
 * Builds the command line for tests, unless it was built from the very files that are here now. Vitest and Playwright call it
 * once before the tests, so that no two of them build.
 */
// biome-ignore lint/style/noDefaultExport: it is what both of them call.
export default async function buildForTests(): Promise<void> {
  const from = `${hashOfInputs()} ${hashOfContents(['build.ts', 'built.ts'].map((name) => join(root, 'scripts', 'cli', name)))}`
  const built = () => `${from} ${hashOfListing(filesUnder(BUILT_CLI))}`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === built()) return
  rmSync(stamp, { force: true })
  mkdirSync(site, { recursive: true })
  writeFileSync(join(site, 'index.html'), '<title>Playground</title>')
  writeFileSync(join(site, 'index.html.map'), '{}')
  writeFileSync(join(site, 'headers.json'), JSON.stringify(siteHeaders))
  await buildCLI(BUILT_CLI, site)
  writeFileSync(stamp, built())
}
