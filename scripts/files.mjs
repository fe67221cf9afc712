import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The top of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * The path of a file from the top of the checkout, with a slash between folders on each system.
 * @param {string} path absolute
 * @returns {string}
 */
export function fromRoot(path) {
  return relative(root, path).replaceAll('\\', '/')
}

/**
 * Every file under a folder, by absolute path, in a fixed order.
 * @param {string} folder absolute path; one that does not exist holds no files
 * @param {(path: string) => boolean} [skip] true for a file or folder, by path relative to `root`, that is left out
 * @returns {string[]}
 */
export function filesUnder(folder, skip = () => false) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (skip(fromRoot(path))) return []
      if (entry.isDirectory()) return filesUnder(path, skip)
      return entry.isFile() ? [path] : []
    })
}

/**
 * A hash over names and contents.
 * @param {readonly string[]} paths absolute
 */
export function hashOfContents(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const content = readFileSync(path)
    hash.update(`${relative(root, path)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * A hash over names, sizes and times of change: tells whether anybody touched the files since, without reading them.
 * @param {readonly string[]} paths absolute
 */
export function hashOfListing(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${relative(root, path)}\0${size}\0${mtimeMs}\0`)
  }
  return hash.digest('hex')
}
