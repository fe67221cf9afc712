import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../files.mjs'
import { publishedPackages } from './libraries.ts'

/** What a release is made of, as the manifests and CHANGELOG.md say it. */
export interface Release {
  readonly version: string
  /** The text below the heading of this version in CHANGELOG.md. Empty where there is no such heading. */
  readonly notes: string
  /** Why it must not be published, each as a sentence. */
  readonly problems: readonly string[]
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly publishConfig?: { readonly access?: string }
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifestOf = (folder: string): Manifest => JSON.parse(read(join(folder, 'package.json')))

/**
 * Reads what would be released now.
 * @param tag the tag that asks for it, such as `v0.1.0`; absent for a dry run, which needs neither tag nor notes
 */
export function readRelease(tag?: string): Release {
  const { version } = manifestOf('')
  const notes = notesOf(version, read('CHANGELOG.md'))
  return {
    version,
    notes,
    problems: [...wrongManifests(version), ...(tag === undefined ? [] : wrongTag(tag, version, notes))],
  }
}

function* wrongManifests(version: string): Generator<string> {
  for (const folder of publishedPackages) {
    const manifest = manifestOf(join('packages', folder))
    if (manifest.version !== version)
      yield `${manifest.name} has the version ${manifest.version}, and package.json at the top has ${version}.`
    if (manifest.private === true) yield `${manifest.name} is private.`
    // npm publishes a package with a scope for its owners alone where this is missing.
    if (manifest.publishConfig?.access !== 'public')
      yield `${manifest.name} has no "access": "public" in publishConfig.`
  }
}

function* wrongTag(tag: string, version: string, notes: string): Generator<string> {
  if (tag !== `v${version}`) yield `The tag is ${tag}, and package.json at the top has the version ${version}.`
  if (notes === '') yield `CHANGELOG.md has nothing below a heading “## [${version}]”.`
}

/** The text below the heading of a version, up to the next version. */
export function notesOf(version: string, changelog: string): string {
  const parts = changelog.split(/^(?=## \[)/m)
  const part = parts.find((one) => one.startsWith(`## [${version}]`)) ?? ''
  return part.slice(part.indexOf('\n') + 1).trim()
}
