import { createHash } from 'node:crypto'
import type { NamedText } from '../files.ts'
import { Refused, refused } from '../problem.ts'
import type { World } from '../world.ts'

/** Where pictures go: standard output, one file, or a folder. */
export type Destination =
  | { readonly kind: 'stdout' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }

/** What `--to` names: a folder where it ends with a slash or is one already. */
export function destinationOf(to: string | undefined, world: World): Destination {
  if (to === undefined || to === '-') return { kind: 'stdout' }
  if (/[\\/]$/.test(to) || isFolder(to, world)) return { kind: 'folder', path: to.replace(/[\\/]+$/, '') || '/' }
  return { kind: 'file', path: to }
}

function isFolder(path: string, world: World): boolean {
  try {
    return world.entries(path) !== undefined
  } catch {
    return false
  }
}

/** How files in a folder are called: as the files that they come from, or by what those hold. */
export type Naming = 'source' | 'hash'

/** The paths of the files that pictures of scenarios go to. Throws `Refused` where two would be one. */
export function pathsIn(
  folder: string,
  scenarios: readonly NamedText[],
  extension: string,
  naming: Naming,
): readonly string[] {
  const names = scenarios.map((one) => (naming === 'hash' ? contentHash(one.text) : baseName(one.name)))
  if (naming === 'source') {
    const clashes = names.flatMap((name, at) => {
      const first = names.indexOf(name)
      return first < at
        ? [refused(scenarios[at]?.name ?? '', clash(name + extension, scenarios[first]), FIX).problems]
        : []
    })
    if (clashes.length > 0) throw new Refused(...clashes.flat())
  }
  return names.map((name) => `${folder === '/' ? '' : folder}/${name}${extension}`)
}

const FIX = 'Render them into folders of their own, or name them with --by-hash.'

function clash(file: string, first: NamedText | undefined): string {
  return `Its picture would be called ${file}, as that of ${first?.name}.`
}

function baseName(path: string): string {
  const name = path.replace(/^.*[\\/]/, '')
  return name.replace(/\.(ya?ml|json)$/i, '') || name
}

/**
 * What a scenario’s text is known by, however it is written into a page: the SHA-256 of it without empty lines at its top,
 * without white space at its end, and with newlines alone between its lines. The Hugo shortcode computes the same.
 */
function contentHash(text: string): string {
  const plain = text
    .replaceAll('\r\n', '\n')
    .replace(/^([ \t]*\n)+/, '')
    .replace(/[ \t\n]+$/, '')
  return createHash('sha256').update(plain, 'utf8').digest('hex')
}
