import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../files.mjs'

/** The courses that come with the playground, as the files that they are written in, by their names. */
export function courseFiles(): readonly { readonly name: string; readonly text: string }[] {
  const folder = join(root, 'packages/courses')
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name, 'course.yaml')
    return existsSync(path) ? [{ name, text: readFileSync(path, 'utf8') }] : []
  })
}
