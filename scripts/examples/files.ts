import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments, readIntents } from '@authz-playground/examples/documents'
import { root } from '../files.mjs'
import { readExamples, readRoutes } from './read.ts'

/** The package of the examples. */
export const PACKAGE = join(root, 'packages/examples')

/** The text of a file of the package; undefined where there is none. */
export function fileOf(path: string): string | undefined {
  const file = join(PACKAGE, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * The examples, their routes, the claims and the intents as JSON, which the page, Node and tests import alike without reading YAML. The first example is in a
 * file of its own, because the playground opens with it; the others have a line each, and so have the claims.
 */
export function madeFiles(): readonly { readonly file: string; readonly text: string }[] {
  const examples = readExamples(fileOf)
  const { sources, topics, inShort } = readArguments(fileOf, examples)
  const [first, ...others] = examples
  if (first === undefined) throw new Error('The gallery is empty.')
  const made = (name: string, text: string) => ({ file: join(PACKAGE, 'src/made', name), text: `${text}\n` })
  const claims = topics.map(
    ({ id, title, arguments: all }) =>
      `{"id":${JSON.stringify(id)},"title":${JSON.stringify(title)},"arguments":${lines(all)}}`,
  )
  return [
    made('first.json', JSON.stringify(first, null, 2)),
    made('others.json', lines(others)),
    made('routes.json', lines(readRoutes(fileOf))),
    made('intents.json', lines(readIntents(fileOf))),
    made('sources.json', JSON.stringify(sources, null, 2)),
    made('arguments.json', `{"topics":[\n${claims.join(',\n')}\n],"inShort":${JSON.stringify(inShort)}}`),
  ]
}

/** A list with a line for each entry. */
function lines(values: readonly unknown[]): string {
  return `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]`
}
