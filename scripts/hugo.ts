import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.ts'

/** The Hugo that HUGO_PATH names, else one from PATH; undefined where there is none. */
export function findHugo(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'hugo'))
  return [process.env.HUGO_PATH, ...onPath].find((path) => path !== undefined && path !== '' && existsSync(path))
}

/** Sees to it that there is a Hugo where that is easy: Debian's package. Returns whether there is one. */
export function installHugo(): boolean {
  if (findHugo() === undefined) {
    console.log('No Hugo found; installing one …')
    installFromDebian(['hugo'])
  }
  return findHugo() !== undefined
}
