import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isPipe, openedForWriting } from './bounded-read.ts'
import type { WrittenFile } from './world.ts'

/**
 * Begins to replace a file, or to create it and its folders. What is written goes to a temporary file in the same folder, which
 * `finish` renames, with the mode and the owner of the old one; until then the old file is as it was. A link is
 * followed. A device or a pipe, which cannot be replaced, is written to.
 *
 * @throws as `node:fs` does; with `EACCES` for a file that is read-only, with `EMLINK` for one that has another name in the file
 * system, where the old content would stay.
 */
export function replacedFile(named: string): WrittenFile {
  const path = behindLinks(named)
  const old = statSync(path, { throwIfNoEntry: false })
  if (old?.isDirectory()) throw fault('EISDIR')
  if (old !== undefined && !old.isFile()) return direct(path)
  if (old !== undefined && (old.mode & 0o222) === 0) throw fault('EACCES')
  if (old !== undefined && old.nlink > 1) throw fault('EMLINK')
  // The permission to write this file is asked for, not only that of its folder.
  if (old !== undefined) closeSync(openSync(path, 'r+'))
  mkdirSync(dirname(path), { recursive: true })
  return beside(path, old)
}

function beside(path: string, old: Stats | undefined): WrittenFile {
  // Its name was not there before, and only its owner may read it until it has the mode of the old file.
  const temporary = join(dirname(path), `.authz-playground-${randomUUID()}.tmp`)
  const file = openSync(temporary, 'wx', old === undefined ? undefined : 0o600)
  let isOpen = true
  const close = () => {
    if (isOpen) closeSync(file)
    isOpen = false
  }
  return {
    write: (content) => writeFileSync(file, content),
    finish: () => {
      if (old !== undefined) {
        if (old.uid !== process.getuid?.() || old.gid !== process.getgid?.()) fchownSync(file, old.uid, old.gid)
        fchmodSync(file, old.mode & 0o7777)
      }
      fsyncSync(file)
      close()
      renameSync(temporary, path)
    },
    discard: () => {
      close()
      rmSync(temporary, { force: true })
    },
  }
}

function direct(path: string): WrittenFile {
  const file = isPipe(path) ? openedForWriting(path) : openSync(path, 'w')
  const close = () => closeSync(file)
  return { write: (content) => writeFileSync(file, content), finish: close, discard: close }
}

/** So many links one after the other are followed, as on Linux. */
const MOST_LINKS = 40

/** The path of a file behind links, which may not exist yet. */
function behindLinks(named: string): string {
  let path = named
  for (let count = 0; lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink(); count++) {
    if (count === MOST_LINKS) throw fault('ELOOP')
    path = resolve(dirname(path), readlinkSync(path))
  }
  return path
}

function fault(code: string): Error {
  return Object.assign(new Error(code), { code })
}
