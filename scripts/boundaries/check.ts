import { readFileSync } from 'node:fs'
import { filesUnder, fromRoot, root } from '../files.mjs'
import { type Manifest, violations } from './violations.ts'

const skipped = /(^|\/)(node_modules|dist|\.git|\.cache|test-results|playwright-report|coverage)$/
const paths = filesUnder(root, (path: string) => skipped.test(path)).map(fromRoot)
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

const files = new Map(paths.filter((path) => /\.[cm]?[jt]sx?$/.test(path)).map((path) => [path, read(path)]))
const manifests = new Map(
  paths
    .filter((path) => /(^|\/)package\.json$/.test(path))
    .map((path): [string, Manifest] => [path, JSON.parse(read(path))]),
)

const found = violations({ files, manifests })
for (const { path, line, message } of found) console.error(`${path}:${line}: ${message}`)
console.log(`Import boundaries: ${files.size} files, ${found.length} violations`)
process.exitCode = found.length === 0 && files.size > 0 ? 0 : 1
