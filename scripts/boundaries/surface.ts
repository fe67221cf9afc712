import { posix } from 'node:path'
import { type Import, importsOf } from './imports.ts'
import { packageScope } from './rooms.ts'

/** The folder of the engine with its entries, beside the rooms. */
export const ENTRIES = 'entries'
/** The beginning of the doors of a package that are for this repository alone. */
export const INTERNAL = './internal/'

const ENGINE = `${packageScope}engine`

/** The names that the published entries of the engine export, each as `room/name`, with its entry. */
export type Surface = ReadonlyMap<string, string>

/** @param files texts by path from the top of the repository */
export function surfaceOf(files: ReadonlyMap<string, string>): Surface {
  const surface = new Map<string, string>()
  for (const [path, text] of files) {
    const [, entry] = /^packages\/engine\/src\/(index|entries\/[\w-]+)\.ts$/.exec(path) ?? []
    if (entry === undefined) continue
    const name = entry === 'index' ? ENGINE : `${ENGINE}${entry.slice(ENTRIES.length)}`
    for (const { specifier = '', names = [] } of importsOf(path, text).imports) {
      const [room] = posix.join(posix.dirname(path), specifier).split('/').slice(3)
      for (const one of names) surface.set(`${room}/${one}`, name)
    }
  }
  return surface
}

/** A name that is published is imported as others have it: so the entries have all that a program needs. */
export function problemOfNames({ specifier = '', names = [] }: Import, surface: Surface): string | undefined {
  const internal = `${ENGINE}${INTERNAL.slice(1)}`
  if (!specifier.startsWith(internal)) return undefined
  const room = specifier.slice(internal.length)
  const open = names.flatMap((name) => {
    const entry = surface.get(`${room}/${name}`)
    return entry === undefined ? [] : `${name} from '${entry}'`
  })
  return open.length === 0 ? undefined : `${specifier}: these names are published; import ${open.join(', ')}`
}
