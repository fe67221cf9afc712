import { createHash } from 'node:crypto'
import { type InputFile, isFolder } from '../files.ts'
import { Refused, refusedInput } from '../problem.ts'
import type { World } from '../world.ts'

/** The destination of pictures: standard output, one file, or a folder. */
export type Destination =
  | { readonly kind: 'stdout' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }

/** The destination of `--to`: a folder where it ends with a slash or is an existing folder. */
export function destinationOf(to: string | undefined, world: World): Destination {
  if (to === undefined || to === '-') return { kind: 'stdout' }
  if (/[\\/]$/.test(to) || isFolder(to, world)) return { kind: 'folder', path: to.replace(/[\\/]+$/, '') || '/' }
  return { kind: 'file', path: to }
}

/** How files in a folder are named: after their source files, or by the hash of the scenario. */
export type Naming = 'source' | 'hash'

/** The paths of the pictures of scenarios. Throws `Refused` where two would be equal. */
export function pathsIn(
  folder: string,
  scenarios: readonly InputFile[],
  extension: string,
  naming: Naming,
): readonly string[] {
  const names = scenarios.map((one) => (naming === 'hash' ? contentHash(one.text) : baseName(one.name)))
  if (naming === 'source') {
    const clashes = names.flatMap((name, at) => {
      const first = names.indexOf(name)
      return first < at
        ? [refusedInput(scenarios[at]?.name ?? '', clash(name + extension, scenarios[first]), FIX).problems]
        : []
    })
    if (clashes.length > 0) throw new Refused(...clashes.flat())
  }
  return names.map((name) => `${folder === '/' ? '' : folder}/${name}${extension}`)
}

const FIX = 'Render them into folders of their own, or name them with --by-hash.'

function clash(file: string, first: InputFile | undefined): string {
  return `Its picture would be called ${file}, as that of ${first?.name}.`
}

function baseName(path: string): string {
  const name = path.replace(/^.*[\\/]/, '')
  return name.replace(/\.(ya?ml|json)$/i, '') || name
}

/**
 * The hash of a scenario’s text, the same for every way to write it into a page: the SHA-256 without empty lines at the
 * top, without white space at the end, and with newlines only between lines. The Hugo shortcode computes the same.
 */
function contentHash(text: string): string {
  return createHash('sha256').update(plainText(text), 'utf8').digest('hex')
}

/** A text without what differs between ways to write it into a page. */
export function plainText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/^([ \t]*\n)+/, '')
    .replace(/(?<![ \t\n])[ \t\n]+$/, '')
}
