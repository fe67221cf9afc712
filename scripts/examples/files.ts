import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../files.mjs'
import { readExamples } from './read.ts'

/** The package of the examples. */
export const PACKAGE = join(root, 'packages/examples')

/** The text of a file of the package; undefined where there is none. */
export function fileOf(path: string): string | undefined {
  const file = join(PACKAGE, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * The examples as JSON, which the page, Node and tests import alike without reading YAML: the first one in a file of its own, because
 * the playground opens with it; the others a line each.
 */
export function madeFiles(): readonly { readonly file: string; readonly text: string }[] {
  const [first, ...others] = readExamples(fileOf)
  if (first === undefined) throw new Error('The gallery is empty.')
  const lines = others.map((example) => JSON.stringify(example))
  return [
    { file: join(PACKAGE, 'src/made/first.json'), text: `${JSON.stringify(first, null, 2)}\n` },
    { file: join(PACKAGE, 'src/made/others.json'), text: `[\n${lines.join(',\n')}\n]\n` },
  ]
}
